import { receivePurchaseOrder } from '#features/purchase-orders/server/service.ts'
import { receiveReturn } from '#features/returns/server/service.ts'
import type { Disposition } from '#features/returns/rules.ts'
import {
  shipSalesOrder,
  cancelOpenUnits,
  cancelSalesOrder,
} from '#features/sales-orders/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { today, day } from '#platform/kernel/days.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import {
  closeReceived,
  closeReturned,
  closeShipped,
} from '../outbound/cancellation-and-change-answers.ts'
import { refuseSameGoods } from './known-events.ts'
import type * as protocol from '../../protocol.ts'
import { parkedHours } from '../../rules.ts'
import { type Effect, type LineResult, type OpenLine, allocateToOpenLines } from './match-lines.ts'
import * as store from '../store.ts'

// Applies the warehouse's shipments and receipts.

/** Error code for a shipment of an order that is not released yet. */
export const notReleased = 'not-released'

type FoundOrder = { id: number; status: string; orderDate: string }

/** Finds a sales order by its number. Throws Refusal `unknown-order` if there is none. */
export async function findOrder(ctx: Context, number: string): Promise<FoundOrder> {
  const [order] = await rows<FoundOrder>(ctx.db, store.findOrder, [number])
  if (!order) throw new Refusal('refused', 'unknown-order', `Sales order ${number} does not exist`)
  return order
}

/** Posts a shipment, on the day the warehouse shipped it. */
export async function ship(ctx: Context, data: protocol.Shipment): Promise<Effect> {
  const order = await findOrder(ctx, data.orderNumber)
  if (order.status === 'pending') {
    const sentence = `${data.orderNumber} is not released yet; waiting up to ${parkedHours} h`
    throw new Refusal('refused', notReleased, sentence)
  }
  refuseUndecided(data)
  await refuseSameGoods(ctx, 'shipment.created', { ...data, id: data.shipmentId })
  const open = await rows<OpenLine>(ctx.db, store.readUnitsToShip, [order.id])
  const { counted, results } = allocateToOpenLines(open, data.lines)
  refuseOtherUnits(data.orderNumber, results)
  if (counted.size > 0) await shipFromEvent(ctx, order, { data, counted })
  const problem = await settleUnshipped(ctx, order, data)
  return problem === undefined ? { results } : { results, problem }
}

type ReportedShipment = { data: protocol.Shipment; counted: ReadonlyMap<number, number> }

async function shipFromEvent(
  ctx: Context,
  order: FoundOrder,
  { data, counted }: ReportedShipment,
): Promise<void> {
  const { businessTimeZone } = await readSettings(ctx)
  const shipped = today(new Date(ctx.occurredAt ?? data.shippedAt), businessTimeZone)
  const latest = today(ctx.now, businessTimeZone)
  const after = await shipSalesOrder(ctx, order.id, {
    ifMatch: undefined,
    shipDate: shipped < order.orderDate || shipped > latest ? latest : shipped,
    items: [...counted].map(([itemId, quantity]) => ({ itemId, quantity })),
    carrier: data.carrier ?? null,
    trackingNumber: data.trackingNumber ?? null,
    estimatedDelivery: data.estimatedDelivery === undefined ? null : day(data.estimatedDelivery),
  })
  if (after.status === 'shipped') await closeShipped(ctx, order.id, data.orderNumber)
}

/**
 * Throws for lines shipped in another quantity, replaced or on hold: a user must review them first.
 */
function refuseUndecided({ orderNumber, rest = [] }: protocol.Shipment): void {
  const undecided = rest.filter(({ way }) => way === 'look')
  if (undecided.length === 0) return
  const sentences = undecided.map(({ sku }) => sku).slice(0, 3)
  const sentence =
    `The warehouse shipped another quantity of ${sentences.join(', ')}, replaced it or put it on ` +
    `hold. Check ${orderNumber}`
  throw new Refusal('refused', 'other-units', sentence)
}

const readAllows = {
  name: 'read_whether_wms_order_may_wait',
  text: `select c.allow_backorder as "mayWait"
         from sales_orders o join customers c on c.id = o.customer_id where o.id = $1`,
}

/**
 * Handles lines that did not ship completely: cancelled, or left open. Missing goods stay on the
 * order if the customer allows backorders, and are cancelled otherwise. Returns a sentence about
 * missing goods.
 */
async function settleUnshipped(
  ctx: Context,
  order: FoundOrder,
  { rest = [] }: protocol.Shipment,
): Promise<string | undefined> {
  const missing = rest.filter(({ way }) => way === 'missing')
  const [allows] = await rows<{ mayWait: boolean }>(ctx.db, readAllows, [order.id])
  const mayWait = allows?.mayWait ?? false
  const open = await rows<OpenLine>(ctx.db, store.readUnitsToShip, [order.id])
  const cancelledRemainders = rest.filter(
    ({ way }) => way === 'cancel' || (way === 'missing' && !mayWait),
  )
  const isCancelled = (line: OpenLine) =>
    cancelledRemainders.some(({ sku, lineNo }) => {
      const isSku = line.sku.toLowerCase() === sku.toLowerCase()
      return isSku && (lineNo === undefined || lineNo === line.lineNo)
    })
  const items = open
    .filter((line) => line.open > 0 && isCancelled(line))
    .map(({ itemId, open: quantity }) => ({ itemId, quantity }))
  if (items.length > 0) await cancelUnshipped(ctx, order, items)
  if (missing.length === 0) return undefined
  const skus = missing.map(({ sku }) => sku).slice(0, 5)
  const consequence = mayWait ? 'It stays open on the order' : 'It was removed from the order'
  return `The warehouse cannot find ${skus.join(', ')}. ${consequence}`
}

async function cancelUnshipped(
  ctx: Context,
  order: FoundOrder,
  items: { itemId: number; quantity: number }[],
): Promise<void> {
  const reason = 'The warehouse cancelled these units'
  const after = await cancelOpenUnits(ctx, order.id, { items, reason, ifMatch: undefined }).catch(
    (error: unknown) => {
      const isAll = error instanceof Refusal && error.code === 'nothing-left'
      if (!isAll) throw error
      return cancelSalesOrder(ctx, order.id, { reason, ifMatch: undefined })
    },
  )
  if (after.status === 'shipped') await closeShipped(ctx, order.id, after.orderNumber)
}

/** Throws if a shipment does not match the open lines of the order, which needs review. */
function refuseOtherUnits(orderNumber: string, results: readonly LineResult[]): void {
  const failedResults = results.filter(({ result }) => result !== 'applied')
  if (failedResults.length === 0) return
  const sentences = failedResults
    .slice(0, 3)
    .map(({ sku, result }) => `${sku || 'a line'}: ${result}`)
  const sentence = `The shipment does not match ${orderNumber}: ${sentences.join(', ')}`
  throw new Refusal('refused', 'other-units', sentence)
}

/**
 * Receives the lines that match the open lines of a purchase order or a customer return; the result
 * reports the others. Throws Refusal `unknown-order` if there is no such document.
 */
export async function receive(ctx: Context, data: protocol.Receipt): Promise<Effect> {
  await refuseSameGoods(ctx, 'receipt.created', { ...data, id: data.receiptId })
  const [order] = await rows<{ id: number }>(ctx.db, store.findPurchase, [data.orderNumber])
  if (order) return receivePurchase(ctx, order.id, data)
  const [goods] = await rows<{ id: number }>(ctx.db, store.findReturn, [data.orderNumber])
  if (goods) return receiveBack(ctx, goods.id, data)
  const sentence = `No purchase order or return has the number ${data.orderNumber}`
  throw new Refusal('refused', 'unknown-order', sentence)
}

async function receivePurchase(ctx: Context, id: number, data: protocol.Receipt): Promise<Effect> {
  const open = await rows<OpenLine>(ctx.db, store.readOpenLines, [id])
  const { counted, effect } = fitOf(open, data)
  const items = [...counted].map(([itemId, quantity]) => ({ itemId, quantity }))
  const { deliveryNote } = data
  const form = { items, deliveryNote: deliveryNote?.slice(0, 50) ?? null, ifMatch: undefined }
  const after = await receivePurchaseOrder(ctx, id, form)
  if (after.status === 'received') await closeReceived(ctx, id, data.orderNumber)
  const problem = [effect.problem, ...(after.warnings ?? [])].filter(Boolean).join('. ')
  return problem === '' ? effect : { ...effect, problem }
}

type BackLine = OpenLine & { disposition: Disposition }

/** Receives returned goods with the planned disposition; users inspect exceptions. */
async function receiveBack(ctx: Context, id: number, data: protocol.Receipt): Promise<Effect> {
  const open = await rows<BackLine>(ctx.db, store.readOpenReturnLines, [id])
  const { counted, effect } = fitOf(open, data)
  const items = open.flatMap(({ itemId, disposition }) => {
    const quantity = counted.get(itemId)
    return quantity === undefined ? [] : [{ itemId, quantity, disposition }]
  })
  const after = await receiveReturn(ctx, id, { items, ifMatch: undefined })
  if (after.status === 'received') await closeReturned(ctx, id, data.orderNumber)
  return effect
}

/** Matches a receipt to the open lines and describes the rest. Throws if no line matches. */
function fitOf(open: readonly OpenLine[], data: protocol.Receipt) {
  const { counted, results } = allocateToOpenLines(open, data.lines)
  const failedResults = results.filter(({ result }) => result !== 'applied')
  const sentence = failedResults
    .map(({ sku, result }) => `${sku || 'a line'}: ${result}`)
    .join(', ')
  const more = data.remarks ? `Warehouse remarks: ${data.remarks}` : ''
  if (counted.size === 0)
    throw new Refusal('refused', 'nothing-fits', `No line matches: ${sentence}`)
  const problems = [
    failedResults.length > 0 ? `Some lines were not applied: ${sentence}` : '',
    more,
  ].filter(Boolean)
  const effect: Effect =
    problems.length === 0 ? { results } : { results, problem: problems.join('. ') }
  return { counted, effect }
}
