import { canWorkOffline } from '#platform/web/offline/can-work-offline.ts'

/** How many orders this device has not sent, also of other users, whom signing out affects. */
export async function countUnsentOrders(): Promise<number> {
  if (!canWorkOffline()) return 0
  try {
    const { countStoredOrders } = await import('../offline/unsent-order-store.ts')
    return await countStoredOrders()
  } catch {
    return 0
  }
}
