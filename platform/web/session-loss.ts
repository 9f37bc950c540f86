import { useSyncExternalStore } from 'react'

// A session may end while a user fills in a form. The failed request waits here until the user has
// signed in again in an overlay, and is then retried, so that no input is lost.

let waiting: ((signedIn: boolean) => void)[] = []
const listeners = new Set<() => void>()

/** Shows the overlay "Sign in again"; resolves to true if the user signed in. */
export function promptSignIn(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting = [...waiting, resolve]
    announce()
  })
}

/** Releases the waiting requests: true retries them, false lets them fail. */
export function settleSession(signedIn: boolean): void {
  const settled = waiting
  waiting = []
  announce()
  for (const resolve of settled) resolve(signedIn)
}

/** True if a request is waiting for a new session. */
export function useSessionLost(): boolean {
  return useSyncExternalStore(subscribe, () => waiting.length > 0)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce(): void {
  for (const listener of listeners) listener()
}
