import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { hasDeviceStore } from '#platform/web/offline/can-work-offline.ts'

/**
 * How many orders this device has not sent, also of other users, whom signing out affects;
 * undefined if its database cannot be read.
 */
export async function countUnsentOrders(): Promise<number | undefined> {
  try {
    if (!(await hasDeviceStore())) return 0
    const { countStoredOrders } = await import('../offline/stored-order-count.ts')
    return await countStoredOrders()
  } catch {
    return undefined
  }
}

/** Says how many orders are not sent, without a period. */
export function unsentText(count: number | undefined): string {
  if (count === undefined) return 'Unsent orders could not be counted'
  return `${counted(count, 'order is', 'orders are')} not sent`
}
