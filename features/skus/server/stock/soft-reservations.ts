import type { Context } from '#platform/server/database/db.ts'
import { updateMany } from '#platform/server/records/write-many.ts'
import { skus } from '../tables.ts'

/**
 * Adds units, by SKU, to what binding approvals hold; negative to give them back. They are not
 * available to other orders, but no movement of stock. The caller holds the SKU locks and has
 * checked under them that the units are available.
 */
export async function addSoftReservations(
  ctx: Context,
  units: ReadonlyMap<number, number>,
): Promise<void> {
  const changes = [...units].filter(([, count]) => count !== 0)
  const list = changes.map(([id, softReserved]) => ({ id, softReserved }))
  await updateMany(ctx, skus, list, { increments: ['softReserved'] })
}
