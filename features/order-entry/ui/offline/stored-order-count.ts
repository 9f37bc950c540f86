import { countDeviceRecords } from '#platform/web/offline/device-records.ts'

// Whether this device has unsent orders, without the code that reads and sends them: every screen
// looks, and most devices have none.

/** The kind of the device records that are unsent orders. */
export const unsentOrderKind = 'unsent-order'

let channel: BroadcastChannel | undefined
const listeners = new Set<() => void>()

/** Calls `listener` after each change of the orders, in this tab or another. */
export function watchUnsentOrders(listener: () => void): () => void {
  channel ??= openChannel()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells this tab and the others that an order was stored, changed or deleted. */
export function announceEverywhere(): void {
  channel ??= openChannel()
  channel.postMessage('changed')
  announce()
}

/** How many unsent orders this device has, of all users, also while it is locked. */
export function countStoredOrders(): Promise<number> {
  return countDeviceRecords(unsentOrderKind)
}

function openChannel(): BroadcastChannel {
  const opened = new BroadcastChannel('prizm-unsent-orders')
  opened.addEventListener('message', announce)
  return opened
}

function announce(): void {
  for (const listener of listeners) listener()
}
