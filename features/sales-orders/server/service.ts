import type { Moment } from '#platform/kernel/days.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import { readList } from '#platform/server/lists/list.ts'
import { readSums } from '#platform/server/lists/list-sums.ts'
import type { TaxBasis } from '#features/pricing/sales-tax.ts'
import { type Changes, record } from '#features/audit/server/service.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import type {
  SalesOrder,
  SalesOrderDetails,
  SalesOrderQuery,
  SalesOrderSumsQuery,
} from '../contract.ts'
import { forRecordedFields } from '../recorded-fields.ts'
import * as store from './store.ts'
import { salesOrderItems, salesOrders } from './tables.ts'

// Also exported to other rooms:
export { undoBulkProcessing } from './bulk-actions.ts'
export { deliverSalesOrder, shipSalesOrder } from './transitions.ts'
export { writeAmendment, type AmendedLine, type Amendment } from './write-amendment.ts'
export { cancelOpenUnits, lastShipDay } from './cancellations/cancel-open-units.ts'
export {
  cancelSalesOrder,
  confirmCancellation,
  rejectCancellation,
} from './cancellations/cancellation.ts'
export { advanceTo, numberAlreadyUsed } from './create-header-only-order.ts'
export { notifyHeldForCredit } from './holds/credit-hold-notices.ts'
export { holdSalesOrder, insertHoldNotes } from './holds/hold.ts'
export { mustAwaitMargin, notifyHeldForMargin } from './holds/margin-hold.ts'
export {
  holdAfter,
  isPaymentWaived,
  type Money,
  moneyOfCustomers,
  unpaidOf,
} from './holds/payment-hold.ts'
export { releaseFactsNow } from './holds/release-facts.ts'
export { notifyParked, type Parking, recordParkings } from './parking/parking.ts'
export { readSamePos, type SamePo } from './parking/same-po.ts'
export { lockLines, lockMany, lockOrder, type LockedOrder, readLinesToShip } from './lock-orders.ts'
export { wasStarted } from './revisions.ts'
export { fillBackorders } from './reservations/backorders.ts'
export { freeShortUnits, lockPendingOf } from './reservations/release-short-reservations.ts'
export { readSalesOrder } from './read-order.ts'

/** A page of sales orders, or all of them if no limit is given. */
export function listSalesOrders(ctx: Context, query: SalesOrderQuery) {
  const list = query.with ? store.listWithProgress : store.list
  return readList<SalesOrder>(ctx.db, list, query)
}

/** The sums of the orders that match a query. */
export function sumSalesOrders(ctx: Context, query: SalesOrderSumsQuery) {
  return readSums(ctx.db, store.list, store.summed, query)
}

/** `receipts` has the id of the receipt of each order; those of refused orders have one too. */
export type NewIds = { orders: number[]; items: number[]; receipts: number[]; at: Moment }

/**
 * Allocates ids for new orders, their lines and the receipts of their decisions, with the
 * transaction timestamp, before the insert: in one statement, because it runs for every order.
 */
export async function newOrderIds(
  ctx: Context,
  count: { orders: number; items: number },
): Promise<NewIds> {
  const [reserved] = await rows<NewIds>(ctx.db, store.reserveIds, [count.orders, count.items])
  if (!reserved) throw new Error('No IDs were provided')
  return reserved
}

/**
 * An order with its customer's payment terms, request id, channel, additional audit log changes and
 * tax basis.
 */
export type RecordedOrder = SalesOrderDetails & {
  paymentTerms: string | null
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
  await insertMany(ctx, salesOrders, orders.map(orderRow))
  await insertMany(ctx, salesOrderItems, orders.flatMap(itemRows))
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

/** The fields of a new order that have no default, as a row of its table. */
function orderRow(order: RecordedOrder) {
  return {
    id: order.id,
    orderNumber: order.orderNumber,
    customerId: order.customerId,
    status: order.status,
    holdReason: order.holdReason,
    orderSource: order.orderSource,
    orderDate: order.orderDate,
    totalAmount: order.totalAmount,
    subtotal: order.subtotal,
    taxAmount: order.taxAmount,
    shippingAmount: order.shippingAmount,
    shippingAddress: order.shippingAddress,
    billingAddress: order.billingAddress,
    ...forRecordedFields((name) => order[name]),
    createdBy: order.createdBy,
    shipDate: order.shipDate,
    shippingMethod: order.shippingMethod,
    taxCountry: order.taxed?.taxPlace?.country ?? null,
    taxState: order.taxed?.taxPlace?.state ?? null,
    taxRate: order.taxed?.taxRate ?? null,
    cancelAfter: order.cancelAfter,
    taxNotice: order.taxNotice,
    paymentTerms: order.paymentTerms,
  }
}

function itemRows({ id, items }: RecordedOrder) {
  return items.map((item) => ({
    id: item.id,
    salesOrderId: id,
    lineNo: item.lineNo,
    skuId: item.skuId,
    quantity: item.quantity,
    unitPrice: item.unitPrice,
    priceSource: item.priceSource,
    totalPrice: item.totalPrice,
    taxAmount: item.taxAmount,
    qtyReserved: item.qtyReserved,
    qtyBackordered: item.qtyBackordered,
  }))
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
