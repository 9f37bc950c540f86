import { useSyncExternalStore } from 'react'

// Whether the server is reached. What is typed stays in its form while it is not, and is saved by
// the same button when it is again.

const everyMs = 5000

let isLost = typeof navigator !== 'undefined' && navigator.onLine === false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** A call got no answer: from now on the server is asked every five seconds whether it is back. */
export function loseConnection(): void {
  if (isLost) return
  change(true)
  retryConnection()
}

/** A call was answered. */
export function findConnection(): void {
  if (!isLost) return
  clearTimeout(timer)
  change(false)
}

/** Whether the connection is lost, as the browser and the last call say. */
export function useConnectionLost(): boolean {
  return useSyncExternalStore(subscribe, () => isLost)
}

function change(value: boolean): void {
  isLost = value
  for (const listener of listeners) listener()
}

function retryConnection(): void {
  timer = setTimeout(() => {
    void fetch('/livez', { cache: 'no-store' }).then(findConnection, retryConnection)
  }, everyMs)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('offline', loseConnection)
  addEventListener('online', checkConnection)
  return () => {
    listeners.delete(listener)
    removeEventListener('offline', loseConnection)
    removeEventListener('online', checkConnection)
  }
}

/** The browser has a line again; whether it leads to the server is another question. */
function checkConnection(): void {
  if (!isLost) return
  clearTimeout(timer)
  void fetch('/livez', { cache: 'no-store' }).then(findConnection, retryConnection)
}
