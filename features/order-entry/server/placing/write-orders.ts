import type { Changes } from '#features/audit/server/service.ts'
import { addOpenOrders } from '#features/customers/server/service.ts'
import { isWithoutReservation } from '#features/sales-orders/rules.ts'
import { type RecordedOrder, recordSalesOrders } from '#features/sales-orders/server/service.ts'
import { reserveStock } from '#features/stock/server/service.ts'
import { type Cents, cents, decimal } from '#platform/kernel/money.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { Decision, OrderFacts } from '../../rules.ts'

/**
 * Writes decided orders in the open transaction, with their reservations and open order amounts.
 */
export async function writeOrders(ctx: Context, orders: readonly RecordedOrder[]): Promise<void> {
  if (orders.length === 0) return
  await recordSalesOrders(ctx, orders)
  await reserveStock(
    ctx,
    orders.flatMap((order) =>
      order.items.map(({ skuId, lineNo, qtyReserved }) => ({
        skuId,
        lineNo,
        quantity: qtyReserved,
        orderId: order.id,
        by: order.createdBy,
      })),
    ),
  )
  const totals = new Map<number, Cents>()
  for (const { customerId, totalAmount, holdReason } of orders) {
    if (isWithoutReservation(holdReason)) continue
    totals.set(customerId, ((totals.get(customerId) ?? 0) + cents(totalAmount)) as Cents)
  }
  await addOpenOrders(ctx, totals)
}

/** Audit log entry for manual prices: each with its list price. */
export function manualPriceChanges({ lines }: Decision, { skus }: OrderFacts): Changes | undefined {
  const manualLines = lines.flatMap(({ skuId, unitPrice, listedPrice }, index) => {
    const line = `Line ${index + 1}, ${skus.get(skuId)?.sku ?? skuId}: `
    return listedPrice === undefined ? [] : [{ line, unitPrice, listedPrice }]
  })
  if (manualLines.length === 0) return undefined
  const from = manualLines.map(({ line, listedPrice }) => line + decimal(listedPrice)).join('; ')
  const to = manualLines.map(({ line, unitPrice }) => line + decimal(unitPrice)).join('; ')
  return { manualPrices: { from, to } }
}
