import { postMoves } from '#features/skus/server/service.ts'
import type { Context } from '#platform/server/database/db.ts'

// Also exported to other rooms:
export { hasWarehouseDocument } from './has-warehouse-document.ts'
export { readRingFenceBalances, readRingFences } from './ring-fences.ts'

/** Units of a SKU reserved for a line of a sales order. */
export type Reservation = {
  skuId: number
  quantity: number
  orderId: number
  lineNo: number
  by: number
}

/**
 * The stock reservation: reserves units and posts one movement per line; skips lines with quantity
 * 0. The caller holds the SKU locks and has checked under them that the units are available.
 */
export function reserveStock(ctx: Context, reservations: readonly Reservation[]): Promise<void> {
  const real = reservations.filter((each) => each.quantity > 0)
  return postMoves(
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
