import { decimal } from '#platform/kernel/money.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows, send } from '#platform/server/database/db.ts'
import { readList } from '#platform/server/lists/list.ts'
import { readSums } from '#platform/server/lists/list-sums.ts'
import type { TaxBasis } from '#features/pricing/rules.ts'
import { type Changes, record } from '#features/audit/server/service.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import type {
  SalesOrder,
  SalesOrderDetails,
  SalesOrderItem,
  SalesOrderQuery,
  Shipment,
  SalesOrderSumsQuery,
} from '../contract.ts'
import { unpaidAmount } from './holds/prepaid.ts'
import * as store from './store.ts'

/** A page of sales orders, or all of them if no limit is given. */
export function listSalesOrders(ctx: Context, query: SalesOrderQuery) {
  const list = query.with ? store.listWithProgress : store.list
  return readList<SalesOrder>(ctx.db, list, query)
}

/** The sums of the orders that match a query. */
export function sumSalesOrders(ctx: Context, query: SalesOrderSumsQuery) {
  return readSums(ctx.db, store.list, store.summed, query)
}

/** One sales order with its lines. Throws 404 if missing. */
export function readSalesOrder(ctx: Context, id: number): Promise<SalesOrderDetails> {
  return onOneConnection(ctx, async (inner) => {
    const [found, items] = await Promise.all([
      rows<SalesOrder>(inner.db, store.readOrder, [id]),
      rows<SalesOrderItem>(inner.db, store.readItems, [id]),
    ])
    const order = found[0]
    if (!order) throw missing('That sales order')
    if (order.holdReason !== 'payment') return { ...order, items }
    const { unpaid } = await unpaidAmount(inner, order)
    return { ...order, items, unpaidAmount: decimal(unpaid) }
  })
}

/** The shipments of an order, newest first. */
export function listShipments(ctx: Context, orderId: number): Promise<Shipment[]> {
  return onOneConnection(ctx, async (inner) => {
    const { id } = await readSalesOrder(inner, orderId)
    const [found, items] = await Promise.all([
      rows<Omit<Shipment, 'items'>>(inner.db, store.readShipments, [id]),
      rows<Shipment['items'][number] & { shipmentId: number }>(inner.db, store.readShipmentItems, [
        id,
      ]),
    ])
    return found.map((shipment) => ({
      ...shipment,
      items: items
        .filter(({ shipmentId }) => shipmentId === shipment.id)
        .map(({ shipmentId: _, ...item }) => item),
    }))
  })
}

export type NewIds = { orders: number[]; items: number[]; at: string }

/** Allocates ids for new orders and lines, with the transaction timestamp, before the insert. */
export async function newOrderIds(
  ctx: Context,
  count: { orders: number; items: number },
): Promise<NewIds> {
  const [taken] = await rows<NewIds>(ctx.db, store.reserveIds, [count.orders, count.items])
  if (!taken) throw new Error('No ids were given')
  return taken
}

/** An order with its request id, channel, additional audit log changes and tax basis. */
export type RecordedOrder = SalesOrderDetails & {
  requestId: string
  channel?: string | undefined
  changes?: Changes | undefined
  taxed?: TaxBasis | undefined
}

/** Writes new orders with lines, audit log and messages, in the open transaction. */
export async function recordSalesOrders(
  ctx: Context,
  orders: readonly RecordedOrder[],
): Promise<void> {
  if (orders.length === 0) return
  await send(ctx, store.insertOrders, store.orderValues(orders))
  const lines = orders.flatMap((order) =>
    order.items.map((item) => ({ ...item, orderId: order.id })),
  )
  await send(ctx, store.insertItems, store.itemValues(lines))
  await record(
    ctx,
    orders.map((order) => ({
      entity: 'sales_order' as const,
      entityId: order.id,
      action: 'create',
      toStatus: order.status,
      actorId: order.createdBy,
      requestId: order.requestId,
      channel: order.channel,
      ...(order.changes && { changes: order.changes }),
    })),
  )
  await enqueue(ctx, orders.map(messageOf))
}

function messageOf(order: SalesOrderDetails) {
  const { id, orderNumber, customerId, totalAmount, version } = order
  return {
    topic: 'sales-order.created',
    aggregate: 'sales_order',
    aggregateId: id,
    aggregateVersion: version,
    payload: { orderNumber, customerId, totalAmount },
  }
}
