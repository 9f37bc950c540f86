import { record, recordApprovals } from '#features/audit/service.ts'
import { addOpenOrders } from '#features/customers/exposure.ts'
import { currentSettings } from '#features/settings/service.ts'
import { book, type Move } from '#features/skus/ledger.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { advance } from '#platform/kernel/flow.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/db.ts'
import { enqueue } from '#platform/server/outbox.ts'
import { guardVersion } from '#platform/server/versions.ts'
import type { SalesOrderDetails } from './contract.ts'
import { type LockedOrder, lockLines, lockOrder } from './locks.ts'
import {
  missingUnits,
  type OrderVerb,
  salesOrderFlow,
  takesCredit,
  whyNotCancel,
  whyNotStep,
} from './rules.ts'
import { readSalesOrder } from './service.ts'

type Asked = { ifMatch: number | undefined }

/** One step of an order: its verb, and what was said with it. */
type Step = {
  verb: OrderVerb
  reason?: string | null | undefined
  /** The day the goods left, for a shipment. */
  shipDate?: Day | null | undefined
  /** The business day it is. */
  today: Day
  /** Controls that are knowingly skipped: they are put on record and do not stop the step. */
  waives?: readonly string[] | undefined
}

/** Hands a pending order to the warehouse. Refused while it is on hold or nothing is reserved. */
export function processOrder(ctx: Context, id: number, asked: Asked): Promise<SalesOrderDetails> {
  return take(ctx, id, { verb: 'process', ...asked })
}

/**
 * Ships all units of an order: on hand and reserved fall, its credit is no longer on order.
 * Backordered units leave where they have come in meanwhile; the order is refused where they have
 * not, and for a day that is still to come or lies before the order.
 */
export function shipOrder(
  ctx: Context,
  id: number,
  asked: Asked & { shipDate?: Day | null | undefined },
): Promise<SalesOrderDetails> {
  return take(ctx, id, { verb: 'ship', ...asked })
}

/** Notes that a shipped order has arrived. */
export function deliverOrder(ctx: Context, id: number, asked: Asked): Promise<SalesOrderDetails> {
  return take(ctx, id, { verb: 'deliver', ...asked })
}

/**
 * Cancels an order that has not left: its stock and its credit are free again. Sales cancels its
 * own pending orders; an order in the warehouse needs a manager.
 */
export function cancelOrder(
  ctx: Context,
  id: number,
  asked: Asked & { reason: string },
): Promise<SalesOrderDetails> {
  return take(ctx, id, { verb: 'cancel', ...asked })
}

/** Takes an order back from the warehouse; it keeps its stock. */
export function recallOrder(
  ctx: Context,
  id: number,
  asked: Asked & { reason?: string | null | undefined },
): Promise<SalesOrderDetails> {
  return take(ctx, id, { verb: 'recall', ...asked })
}

async function take(
  ctx: Context,
  id: number,
  { ifMatch, ...step }: Asked & Omit<Step, 'today'>,
): Promise<SalesOrderDetails> {
  const { businessTimeZone } = await currentSettings(ctx)
  const date = today(ctx.now, businessTimeZone)
  return inTransaction(ctx, async (inner) => {
    const freesCredit = step.verb === 'ship' || step.verb === 'cancel'
    const order = await lockOrder(inner, id, { buyer: freesCredit })
    guardVersion(order, ifMatch)
    if (step.verb === 'cancel') guardCancel(inner, order)
    await takeStep(inner, order, { ...step, today: date })
    return readSalesOrder(inner, id)
  })
}

function guardCancel({ user }: Context, order: LockedOrder): void {
  const whyNot = whyNotCancel(user, order)
  if (whyNot) throw new Refusal('forbidden', 'forbidden', whyNot)
}

/**
 * Takes one step of a locked order in the open transaction: its effects on stock and credit, its
 * status, history and message. Answers the order as it is then.
 */
export async function takeStep(ctx: Context, order: LockedOrder, step: Step): Promise<LockedOrder> {
  const { verb } = step
  const status = advance(salesOrderFlow, order.status, verb)
  const waived = step.waives ?? []
  const whyNot = waived.length > 0 ? undefined : whyNotStep(order, verb)
  if (whyNot) throw new Refusal('refused', 'on-hold', whyNot)
  if (verb === 'process') await guardReserved(ctx, order)
  if (verb === 'ship') await shipLines(ctx, order)
  if (verb === 'cancel') await releaseLines(ctx, order)
  const shipDate = verb === 'ship' ? shipDateOf(order, step) : order.shipDate
  const holdReason = status === 'cancelled' ? null : order.holdReason
  const after = { ...order, status, shipDate, holdReason, version: order.version + 1 }
  if (takesCredit(order) && !takesCredit(after)) {
    const freed = (0 - cents(order.totalAmount)) as Cents
    await addOpenOrders(ctx, new Map([[order.customerId, freed]]))
  }
  await send(ctx, changeOrder, [order.id, status, shipDate, holdReason])
  await tell(ctx, order, { after, action: verb, reason: step.reason })
  const waiver = {
    entity: 'sales_order',
    entityId: order.id,
    action: verb,
    isWaiver: true,
  } as const
  const waivers = waived.map((control) => ({ ...waiver, control }))
  await recordApprovals(ctx, waivers)
  return after
}

const changeOrder = {
  name: 'change_sales_order',
  text: `update sales_orders
         set status = $2, ship_date = $3, hold_reason = $4, updated_at = now(),
             version = version + 1
         where id = $1`,
}

type Change = { after: LockedOrder; action: string; reason?: string | null | undefined }

/** The history and the message of a change. */
export async function tell(
  ctx: Context,
  before: LockedOrder,
  { after, action, reason }: Change,
): Promise<void> {
  const { id, orderNumber, customerId, totalAmount } = after
  const isMoved = before.status !== after.status
  const statuses = isMoved ? { fromStatus: before.status, toStatus: after.status } : {}
  const entry = { entity: 'sales_order' as const, entityId: id, action, ...statuses }
  await record(ctx, [{ ...entry, reason: reason ?? null }])
  const facts = { orderNumber, customerId, totalAmount, status: after.status }
  await enqueue(ctx, [
    {
      topic: 'sales-order.changed',
      aggregate: 'sales_order',
      aggregateId: id,
      aggregateVersion: after.version,
      payload: { ...facts, action, from: before.status, shipDate: after.shipDate },
    },
  ])
}

const countReserved = {
  name: 'count_reserved_units',
  text: `select coalesce(sum(qty_reserved), 0)::int as reserved
         from sales_order_items where sales_order_id = $1`,
}

async function guardReserved(ctx: Context, order: LockedOrder): Promise<void> {
  if (order.headerOnly) return
  const [found] = await rows<{ reserved: number }>(ctx.db, countReserved, [order.id])
  if (found && found.reserved > 0) return
  const sentence = 'Nothing of this order is reserved yet, so there is nothing to start'
  throw new Refusal('refused', 'nothing-reserved', sentence)
}

const shipItems = {
  name: 'ship_sales_order_items',
  text: `update sales_order_items
         set qty_shipped = quantity, qty_reserved = 0, qty_backordered = 0
         where sales_order_id = $1`,
}

async function shipLines(ctx: Context, order: LockedOrder): Promise<void> {
  const lines = await lockLines(ctx, order.id)
  const short = missingUnits(lines).map(({ sku, missing }) => `${missing} of ${sku}`)
  if (short.length > 0) {
    const sentence = `Backordered units have not come in yet: ${short.slice(0, 3).join(', ')}`
    throw new Refusal('refused', 'insufficient-stock', sentence)
  }
  const moves = lines.map(({ lineNo, skuId, quantity, qtyReserved }) => ({
    ...moveOf(ctx, order, { lineNo, kind: 'ship' }),
    skuId,
    onHand: -quantity,
    reserved: -qtyReserved,
  }))
  await book(
    ctx,
    moves.filter((move) => move.onHand !== 0),
  )
  await send(ctx, shipItems, [order.id])
}

const releaseItems = {
  name: 'release_sales_order_items',
  text: `update sales_order_items set qty_reserved = 0, qty_backordered = 0
         where sales_order_id = $1`,
}

async function releaseLines(ctx: Context, order: LockedOrder): Promise<void> {
  const lines = await lockLines(ctx, order.id)
  const held = lines.filter(({ qtyReserved }) => qtyReserved > 0)
  await book(
    ctx,
    held.map(({ lineNo, skuId, qtyReserved }) => ({
      ...moveOf(ctx, order, { lineNo, kind: 'release' }),
      skuId,
      reserved: -qtyReserved,
    })),
  )
  await send(ctx, releaseItems, [order.id])
}

function moveOf(
  ctx: Context,
  order: LockedOrder,
  { lineNo, kind }: { lineNo: number; kind: 'ship' | 'release' },
): Omit<Move, 'skuId'> {
  return {
    kind,
    refType: 'sales_order',
    refId: order.id,
    refLine: lineNo,
    dedupeKey: `so:${order.id}:${lineNo}:${kind}`,
    by: ctx.user?.id ?? null,
  }
}

function shipDateOf(order: LockedOrder, step: Step): Day {
  // A recorded order may have left on any day; what the warehouse ships leaves now or left lately.
  const date = step.shipDate ?? step.today
  const refuse = (message: string) => invalid([{ path: 'shipDate', message }])
  if (!order.headerOnly && date > step.today) throw refuse('Must not be in the future')
  if (!order.headerOnly && date < order.orderDate) throw refuse('Must not be before the order date')
  return date
}
