import { addOpenOrders } from '#features/customers/exposure.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { recordSalesOrders } from '#features/sales-orders/service.ts'
import { reserve } from '#features/stock/reserve.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import type { Context } from '#platform/server/db.ts'

/** An order with the request that asked for it and the way it came. */
type Told = SalesOrderDetails & { requestId: string; channel?: string | undefined }

/** Writes decided orders in the open transaction, with what they hold and take of credit. */
export async function writeOrders(ctx: Context, orders: readonly Told[]): Promise<void> {
  if (orders.length === 0) return
  await recordSalesOrders(ctx, orders)
  await reserve(
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
    if (holdReason === 'credit') continue
    totals.set(customerId, ((totals.get(customerId) ?? 0) + cents(totalAmount)) as Cents)
  }
  await addOpenOrders(ctx, totals)
}
