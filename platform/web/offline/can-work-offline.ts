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

/** The name of the database of this browser for work without a connection. */
export const deviceDatabase = 'prizm-device'

/**
 * True if this browser may have stored something, also while no service worker controls the page,
 * such as after a forced reload.
 */
export async function hasDeviceStore(): Promise<boolean> {
  if (typeof indexedDB === 'undefined') return false
  // Older browsers do not list their databases.
  if (typeof indexedDB.databases !== 'function') return canWorkOffline()
  const databases = await indexedDB.databases()
  return databases.some(({ name }) => name === deviceDatabase)
}

/** The event of the window after this device got the key of its user. */
export const deviceUnlocked = 'prizm-device-unlocked'
