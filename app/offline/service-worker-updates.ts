import { useSyncExternalStore } from 'react'

// The service worker of this page, and whether another version of the program is ready. The page
// never reloads by itself: the user chooses when.

const checkEveryMs = 60 * 60 * 1000

let isNewVersionReady = false
let waitingWorker: ServiceWorker | undefined
let isStarted = false
let isReloading = false
/** True while the waiting worker of this page's own version becomes active. */
let isOwnVersion = false
const listeners = new Set<() => void>()

/** Registers the service worker once the current screen is drawn, and watches for a new version. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || isStarted) return
  isStarted = true
  requestIdleCallback(() => {
    // If the browser refuses (for example in a private window), screens load over the network as
    // usual.
    void register().catch(() => undefined)
  })
}

/** True if another version of the program is ready to be loaded. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(subscribe, () => isNewVersionReady)
}

/**
 * Loads the new version. The browser asks first if a dialog has unsaved input; an unfinished order
 * is restored after the reload.
 */
export function loadNewVersion(): void {
  if (!waitingWorker) return location.reload()
  isReloading = true
  waitingWorker.postMessage('activate')
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator
  let hadWorker = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    // Signing out in another tab removes the worker; that is no new version.
    if (serviceWorker.controller === null) return
    if (isReloading) return location.reload()
    if (isOwnVersion) {
      isOwnVersion = false
      return
    }
    // Another tab has loaded the new version; the first worker of a browser is no new version.
    if (hadWorker) announce(undefined)
    hadWorker = true
  })
  const registration = await serviceWorker.register('/service-worker.js')
  // This page was just loaded, so it is of the new version already: only its worker waits.
  if (registration.waiting && hadWorker) activateOrAnnounce(registration.waiting)
  const watch = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && hadWorker) announce(worker)
    })
  // Another tab, or the opening of this page, may have found it before.
  watch(registration.installing)
  registration.addEventListener('updatefound', () => watch(registration.installing))
  // A page may be open for days. The check fails without a connection, and is repeated.
  const check = () => void registration.update().catch(() => undefined)
  setInterval(check, checkEveryMs)
  addEventListener('online', check)
}

/**
 * Activates the worker of a page that the user has not touched yet. Other tabs, which run the
 * previous version, are told that a new one is ready.
 */
function activateOrAnnounce(worker: ServiceWorker): void {
  if (navigator.userActivation?.hasBeenActive !== false) return announce(worker)
  isOwnVersion = true
  worker.postMessage('activate')
}

function announce(worker: ServiceWorker | undefined): void {
  waitingWorker = worker
  isNewVersionReady = true
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
