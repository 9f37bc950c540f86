import { useSyncExternalStore } from 'react'

// A session may end while a form is half typed. The failed call waits here until the person has
// signed in again over the page, then it is repeated: nothing typed is lost.

let waiting: ((signedIn: boolean) => void)[] = []
const listeners = new Set<() => void>()

/** Shows the overlay "Sign in again"; resolves to whether the person did. */
export function promptSignIn(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting = [...waiting, resolve]
    announce()
  })
}

/** Ends the waiting: true repeats the failed calls, false lets them fail. */
export function settleSession(signedIn: boolean): void {
  const settled = waiting
  waiting = []
  announce()
  for (const resolve of settled) resolve(signedIn)
}

/** Whether a call is waiting for a new session. */
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
