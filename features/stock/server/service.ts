import { book } from '#features/skus/server/service.ts'
import type { Context } from '#platform/server/database/db.ts'

// For other rooms, besides the functions of this file.
export { isAtWarehouse } from './warehouse-status.ts'

/** Units of a SKU set aside for a line of a sales order. */
export type Reservation = {
  skuId: number
  quantity: number
  orderId: number
  lineNo: number
  by: number
}

/**
 * Sets units aside, with a movement for each line. The caller holds the SKUs' locks and has
 * decided inside them that the units are free.
 */
export function reserve(ctx: Context, reservations: readonly Reservation[]): Promise<void> {
  const real = reservations.filter((each) => each.quantity > 0)
  return book(
    ctx,
    real.map(({ skuId, quantity, orderId, lineNo, by }) => ({
      skuId,
      kind: 'reserve',
      reserved: quantity,
      refType: 'sales_order',
      refId: orderId,
      refLine: lineNo,
      dedupeKey: `so:${orderId}:${lineNo}:reserve`,
      by,
    })),
  )
}
