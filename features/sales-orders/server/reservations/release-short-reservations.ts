import { postMoves } from '#features/skus/server/service.ts'
import { notify } from '#features/notifications/server/service.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import { updateMany } from '#platform/server/records/write-many.ts'
import { recordDecision } from '#features/decisions/server/service.ts'
import { recordAndPublish } from '../advance-order.ts'
import { holdReceiptOf } from '../../hold-receipt.ts'
import { lockedColumns, type LockedOrder } from '../lock-orders.ts'
import { salesOrderItems } from '../tables.ts'

const lockPending = {
  name: 'lock_pending_orders_of_skus',
  text: `select ${lockedColumns}
         from sales_orders
         where status = 'pending'
           and id in (select sales_order_id from sales_order_items
                      where sku_id = any($1::int[]) and qty_reserved > 0)
         order by id
         for no key update`,
}

/** Locks the pending orders that reserve units of these SKUs, before the SKUs themselves. */
export function lockPendingOf(ctx: Context, skuIds: readonly number[]): Promise<LockedOrder[]> {
  return skuIds.length === 0 ? Promise.resolve([]) : rows(ctx.db, lockPending, [skuIds])
}

type ReservedLine = {
  id: number
  orderId: number
  lineNo: number
  skuId: number
  sku: string
  qtyReserved: number
  mayBackorder: boolean
}

const readHeld = {
  name: 'read_units_held_by_pending_orders',
  text: `select i.id, i.sales_order_id as "orderId", i.line_no as "lineNo", i.sku_id as "skuId",
                s.sku, i.qty_reserved as "qtyReserved", c.allow_backorder as "mayBackorder"
         from sales_order_items i
         join sales_orders o on o.id = i.sales_order_id
         join customers c on c.id = o.customer_id
         join skus s on s.id = i.sku_id
         where i.sales_order_id = any($1::int[]) and i.sku_id = any($2::int[])
           and i.qty_reserved > 0
         order by o.order_date desc, o.id desc, i.line_no desc`,
}

/** The units still missing, to be freed from pending orders. */
export type Shortage = { skuId: number; units: number }

/**
 * Releases reserved units that do not exist in stock: the newest pending orders lose them first and
 * backorder them. If the customer does not accept backorders, the order is put on hold `stock`.
 * Orders in processing are not affected. The caller locked the orders, then the SKUs.
 */
export async function freeShortUnits(
  ctx: Context,
  orders: readonly LockedOrder[],
  shortages: readonly Shortage[],
): Promise<void> {
  const missing = new Map(shortages.map(({ skuId, units }) => [skuId, units]))
  const ids = orders.map(({ id }) => id)
  const held = await rows<ReservedLine>(ctx.db, readHeld, [ids, [...missing.keys()]])
  const freed = held.flatMap((line) => {
    const units = Math.min(line.qtyReserved, missing.get(line.skuId) ?? 0)
    missing.set(line.skuId, (missing.get(line.skuId) ?? 0) - units)
    return units > 0 ? [{ ...line, units }] : []
  })
  if (freed.length === 0) return
  await updateMany(
    ctx,
    salesOrderItems,
    freed.map(({ id, units }) => ({ id, qtyReserved: -units, qtyBackordered: units })),
    { increments: ['qtyReserved', 'qtyBackordered'] },
  )
  const byOrder = new Map(orders.map((order) => [order.id, order]))
  await postMoves(
    ctx,
    freed.map(({ orderId, lineNo, skuId, units }) => ({
      skuId,
      kind: 'release',
      reserved: -units,
      refType: 'sales_order',
      refId: orderId,
      refLine: lineNo,
      reason: 'The warehouse has less stock than is reserved',
      dedupeKey: `so:${orderId}:${lineNo}:short:${byOrder.get(orderId)?.version ?? 0}`,
      by: ctx.user?.id ?? null,
    })),
  )
  for (const order of orders) {
    const own = freed.filter(({ orderId }) => orderId === order.id)
    if (own.length > 0) await wait(ctx, order, own)
  }
}

const holdForStock = {
  name: 'put_order_on_hold_for_stock',
  text: `update sales_orders
         set hold_reason = $2, version = version + 1, updated_at = now()
         where id = $1`,
}

async function wait(
  ctx: Context,
  order: LockedOrder,
  freed: readonly (ReservedLine & { units: number })[],
): Promise<void> {
  const mayWait = freed.every(({ mayBackorder }) => mayBackorder)
  const holdReason = order.holdReason ?? (mayWait ? null : 'stock')
  await send(ctx, holdForStock, [order.id, holdReason])
  const after = { ...order, holdReason, version: order.version + 1 }
  const freedText = freed.map(({ units, sku }) => `${units} of ${sku}`).join(', ')
  const reason = `The warehouse has less stock than is reserved: ${freedText}`
  const isNewHold = holdReason !== null && holdReason !== order.holdReason
  const changes = isNewHold
    ? await recordDecision(ctx, order.id, holdReceiptOf(order, { holdReason }))
    : undefined
  await recordAndPublish(ctx, order, { after, action: 'backorder', reason, changes })
  await notify(ctx, [
    {
      userIds: [order.createdBy],
      kind: 'lowStock',
      key: `sales-order:${order.id}:short:${after.version}`,
      title: `${order.orderNumber} waits for stock`,
      text: freedText,
      link: `/sales-orders?open=${encodeURIComponent(order.orderNumber)}`,
    },
  ])
}
