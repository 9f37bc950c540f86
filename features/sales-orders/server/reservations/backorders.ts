import { postMoves } from '#features/skus/server/service.ts'
import { readRingFenceBalances } from '#features/stock/server/service.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { updateMany } from '#platform/server/records/write-many.ts'
import { applyChange } from '../advance-order.ts'
import { lockedColumns, type LockedOrder } from '../lock-orders.ts'
import { type BackorderFill, fillOldestFirst, type BackorderedLine } from '../../shipment-rules.ts'
import { moveOf } from '../shipments/ship.ts'
import { salesOrderItems } from '../tables.ts'

/** Interval of the job that fills backorders missed at receipt. */
export const backordersEveryMs = 60_000

const waitingCondition = `o.status in ('pending', 'processing') and exists (
    select from sales_order_items i
    where i.sales_order_id = o.id and i.sku_id = any($1::int[]) and i.qty_backordered > 0)`

// The SKUs are already locked, and the lock order is orders first, so SKIP LOCKED avoids a
// deadlock.
const lockWaiting = {
  name: 'lock_orders_that_wait',
  text: `select ${lockedColumns} from sales_orders o
         where ${waitingCondition} order by o.order_date, o.id
         for no key update skip locked`,
}

const lockInOrder = {
  name: 'lock_orders_that_wait_by_id',
  text: `select o.id from sales_orders o where ${waitingCondition} order by o.id for no key update`,
}

const readWaiting = {
  name: 'read_lines_that_wait',
  text: `select i.id as "itemId", i.sales_order_id as "orderId", i.line_no as "lineNo",
                o.customer_id as "customerId", i.sku_id as "skuId", s.sku,
                i.qty_backordered as "qtyBackordered",
                s.current_stock - s.reserved - s.soft_reserved as available
         from sales_order_items i
         join sales_orders o on o.id = i.sales_order_id
         join skus s on s.id = i.sku_id
         where i.sales_order_id = any($1::int[]) and i.sku_id = any($2::int[])
           and i.qty_backordered > 0
         order by o.order_date, o.id, i.line_no`,
}

/**
 * Fills backorders of these SKUs from free stock, oldest order first, in the open transaction.
 * Units that are ring-fenced go to the orders of their customer alone. The caller holds the SKU
 * locks and has recorded the receipt. An order locked by another transaction is skipped; the job
 * fills it within a minute.
 */
export async function fillBackorders(ctx: Context, skuIds: readonly number[]): Promise<void> {
  if (skuIds.length === 0) return
  const orders = await rows<LockedOrder>(ctx.db, lockWaiting, [skuIds])
  if (orders.length === 0) return
  const lines = await rows<BackorderedLine>(ctx.db, readWaiting, [
    orders.map(({ id }) => id),
    skuIds,
  ])
  const filled = fillOldestFirst(lines, await readRingFenceBalances(ctx.db, skuIds))
  for (const order of orders) {
    const own = filled.filter(({ line }) => line.orderId === order.id)
    // Each order has its own audit log entry and message.
    // oxlint-disable-next-line no-await-in-loop
    if (own.length > 0) await fill(ctx, order, own)
  }
}

async function fill(
  ctx: Context,
  order: LockedOrder,
  filled: readonly BackorderFill[],
): Promise<void> {
  await postMoves(
    ctx,
    filled.map(({ line, units }) => ({
      ...moveOf(ctx, order, { lineNo: line.lineNo, kind: 'reserve', count: order.version }),
      skuId: line.skuId,
      reserved: units,
    })),
  )
  await updateMany(
    ctx,
    salesOrderItems,
    filled.map(({ line, units }) => {
      return { id: line.itemId, qtyReserved: units, qtyBackordered: -units }
    }),
    { increments: ['qtyReserved', 'qtyBackordered'] },
  )
  const after = { ...order, version: order.version + 1 }
  const items = filled.map(({ line, units }) => {
    return { lineNo: line.lineNo, sku: line.sku, quantity: units }
  })
  const changes = {
    reserved: { from: null, to: items.map((item) => `${item.quantity} × ${item.sku}`).join(', ') },
  }
  await applyChange(ctx, order, {
    after,
    action: 'fill-backorder',
    changes,
    more: { filled: items },
  })
}

const readFillable = {
  name: 'read_skus_that_are_waited_for',
  text: `select distinct s.id
         from sales_order_items i
         join sales_orders o on o.id = i.sales_order_id and o.status in ('pending', 'processing')
         join skus s on s.id = i.sku_id
         where i.qty_backordered > 0
           and s.current_stock - s.reserved - s.soft_reserved > coalesce(
             (select sum(f.units) from open_ring_fences f
              where f.sku_id = s.id and f.customer_id <> o.customer_id), 0)
         order by s.id limit 200`,
}

const lockSkus = {
  name: 'lock_skus_that_are_waited_for',
  text: 'select id from skus where id = any($1::int[]) order by id for no key update',
}

/** Fills the backorders that were skipped when their units became free. */
export async function fillRemainingBackorders(ctx: Context): Promise<void> {
  const found = await rows<{ id: number }>(ctx.db, readFillable)
  if (found.length === 0) return
  const skuIds = found.map(({ id }) => id)
  await inTransaction(ctx, async (inner) => {
    await rows(inner.db, lockInOrder, [skuIds])
    await rows(inner.db, lockSkus, [skuIds])
    await fillBackorders(inner, skuIds)
  })
}
