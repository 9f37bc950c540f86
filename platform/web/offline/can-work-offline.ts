/**
 * True if this browser can work without a connection: it encrypts (HTTPS or this machine), has a
 * database and locks between tabs, and a service worker opens the program.
 */
export function canWorkOffline(): boolean {
  if (typeof indexedDB === 'undefined' || typeof BroadcastChannel === 'undefined') return false
  if (globalThis.crypto?.subtle === undefined || !('locks' in navigator)) return false
  if (!('serviceWorker' in navigator)) return false
  return navigator.serviceWorker.controller !== null
}

/** The event of the window after this device got the key of its user. */
export const deviceUnlocked = 'prizm-device-unlocked'
