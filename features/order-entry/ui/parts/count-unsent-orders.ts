import { canWorkOffline } from '#platform/web/offline/can-work-offline.ts'

/** How many orders of the signed-in user this device has not sent. */
export async function countUnsentOrders(): Promise<number> {
  if (!canWorkOffline()) return 0
  try {
    const { listUnsentOrders } = await import('../offline/unsent-order-store.ts')
    const { orders, unreadable } = await listUnsentOrders()
    return orders.length + unreadable
  } catch {
    return 0
  }
}
