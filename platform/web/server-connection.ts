import { useSyncExternalStore } from 'react'

// Tracks whether the server is reachable. While it is not, forms retain their input, which can be
// saved with the same button afterwards.

const everyMs = 5000

let isLost = typeof navigator !== 'undefined' && navigator.onLine === false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Marks the connection as lost after a failed request, and polls the server every five seconds. */
export function loseConnection(): void {
  if (isLost) return
  change(true)
  retryConnection()
}

/** Marks the connection as restored after a response. */
export function findConnection(): void {
  if (!isLost) return
  clearTimeout(timer)
  change(false)
}

/** True if the connection is lost, according to the browser and the last request. */
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

/** The browser is online again; checks whether the server is reachable, too. */
function checkConnection(): void {
  if (!isLost) return
  clearTimeout(timer)
  void fetch('/livez', { cache: 'no-store' }).then(findConnection, retryConnection)
}
