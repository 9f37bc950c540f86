import {
  type Changes,
  changesBetween,
  record,
  recordApprovals,
  stepEntry,
} from '#features/audit/server/service.ts'
import { addOpenOrders } from '#features/customers/server/service.ts'
import { postMoves } from '#features/skus/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { advance } from '#platform/kernel/flow.ts'
import type { Cents } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import {
  type AppliedTransition,
  applyTransition,
  type AuditProof,
} from '#platform/server/records/transition.ts'
import { guardCreditUnchanged } from './holds/recheck-credit.ts'
import { type LockedOrder, lockLines } from './lock-orders.ts'
import { guardOrderPrepaid } from './holds/payment-hold.ts'
import { creditUsedBy, type OrderVerb, salesOrderFlow, whyNotStep } from '../rules.ts'
import { deliverShipments, moveOf, createShipment, type Shipping } from './shipments/ship.ts'

/** One step of an order with its details. */
export type Transition = {
  verb: OrderVerb
  reason?: string | null | undefined
  /** For `ship`: the units, ship date and carrier. */
  shipping?: Shipping | undefined
  /** The current business day. */
  today: Day
  /** Controls that are deliberately bypassed: they are recorded and do not block the step. */
  waives?: readonly string[] | undefined
}

/** The order as the WMS channel sees it: a pending cancellation request does not block it. */
export function orderForChannel({ channel }: Context, order: LockedOrder): LockedOrder {
  return channel === 'wms' ? { ...order, cancelRequest: null } : order
}

/**
 * Runs one step of a locked order in the open transaction: stock and credit effects, status, audit
 * log and message. Returns the updated order.
 */
export async function advanceOrder(
  ctx: Context,
  order: LockedOrder,
  step: Transition,
): Promise<AppliedTransition<LockedOrder>> {
  const { verb, reason } = step
  const status = advance(salesOrderFlow, order.status, verb)
  const waived = step.waives ?? []
  if (waived.length === 0) guardStep(ctx, order, verb)
  if (verb === 'process') await guardReserved(ctx, order)
  if (verb === 'process' && waived.length === 0) {
    await guardOrderPrepaid(ctx, order)
    await guardCreditUnchanged(ctx, order)
  }
  const sent = verb === 'ship' ? await createShipment(ctx, order, step) : undefined
  if (verb === 'deliver') await deliverShipments(ctx, order, step.today)
  if (verb === 'cancel') await releaseLines(ctx, order)
  await recordWaivers(ctx, order, { verb, waived })
  const holdReason = status === 'cancelled' ? null : order.holdReason
  const after = { ...order, status, holdReason, ...sent?.order, version: order.version + 1 }
  if (after.status !== 'processing') Object.assign(after, noRequest)
  const more = sent && { shipment: sent.shipment }
  return applyChange(ctx, order, { after, action: verb, reason, more })
}

/** Throws 409 if the order cannot run this step now. */
export function guardStep(ctx: Context, order: LockedOrder, verb: OrderVerb): void {
  const whyNot = whyNotStep(orderForChannel(ctx, order), verb)
  if (!whyNot) return
  const isHeld = (verb === 'process' || verb === 'ship') && !order.cancelRequest
  throw new Refusal('refused', isHeld ? 'on-hold' : 'illegal-transition', whyNot)
}

/** No pending request to the warehouse. */
export const noRequest = { cancelRequest: null, cancelReason: null }

/**
 * Applies a change of a locked order: writes the order and its customer's open order amount, its
 * history and its message. Returns the updated order.
 */
export function applyChange(
  ctx: Context,
  before: LockedOrder,
  change: Change,
): Promise<AppliedTransition<LockedOrder>> {
  return applyTransition(ctx, change.after, {
    write: async (inner, after) => {
      await changeTo(inner, before, after)
      return after
    },
    record: (inner) => recordChange(inner, before, change),
    enqueue: (inner) => publishChange(inner, before, change),
  })
}

/** Updates a locked order and its customer's open order amount. */
export async function changeTo(
  ctx: Context,
  before: LockedOrder,
  after: LockedOrder,
): Promise<void> {
  const change = (creditUsedBy(after) - creditUsedBy(before)) as Cents
  if (change !== 0) await addOpenOrders(ctx, new Map([[after.customerId, change]]))
  await send(ctx, changeOrder, [
    after.id,
    after.status,
    after.shipDate,
    after.holdReason,
    after.shipmentCount,
    after.shippedAmount,
    after.subtotal,
    after.taxAmount,
    after.shippingAmount,
    after.totalAmount,
    after.cancelRequest,
    after.cancelReason,
  ])
}

async function recordWaivers(
  ctx: Context,
  order: LockedOrder,
  { verb, waived }: { verb: OrderVerb; waived: readonly string[] },
): Promise<void> {
  const waiver = {
    entity: 'sales_order',
    entityId: order.id,
    action: verb,
    isWaiver: true,
    amount: order.totalAmount,
  } as const
  await recordApprovals(
    ctx,
    waived.map((control) => ({ ...waiver, control })),
  )
}

// The day and the note belong to the hold that ends: the one that follows has neither.
const changeOrder = {
  name: 'change_sales_order',
  text: `update sales_orders
         set status = $2, ship_date = $3, hold_reason = $4, shipment_count = $5,
             shipped_amount = $6, subtotal = $7, tax_amount = $8, shipping_amount = $9,
             total_amount = $10, cancel_request = $11, cancel_reason = $12,
             hold_until = case when $4::text = hold_reason then hold_until end,
             hold_note = case when $4::text = hold_reason then hold_note end,
             updated_at = now(), version = version + 1
         where id = $1`,
}

type Change = {
  after: LockedOrder
  action: string
  reason?: string | null | undefined
  /** Changed fields other than the status. */
  changes?: Changes | undefined
  /** Additional message payload. */
  more?: Record<string, unknown> | undefined
}

/**
 * Writes the audit log entry of a change. It contains every change of total and ship date, because
 * reports as of an earlier day read them from it.
 */
function recordChange(
  ctx: Context,
  before: LockedOrder,
  { after, action, reason, changes }: Change,
): Promise<AuditProof> {
  const { totalAmount, shipDate, status: to } = after
  const all = { ...changes, ...changesBetween(before, { totalAmount, shipDate }) }
  const changed = Object.keys(all).length > 0 ? all : undefined
  return record(ctx, [stepEntry('sales_order', before, { action, to, reason, changes: changed })])
}

function publishChange(ctx: Context, before: LockedOrder, change: Change): Promise<void> {
  const { after, action, more } = change
  const { id, orderNumber, customerId, totalAmount, shipDate, status, version } = after
  const facts = { orderNumber, customerId, totalAmount, status }
  return enqueue(ctx, [
    {
      topic: 'sales-order.changed',
      aggregate: 'sales_order',
      aggregateId: id,
      aggregateVersion: version,
      payload: { ...facts, action, from: before.status, shipDate, ...more },
    },
  ])
}

/** Writes the audit log entry and the message of a change whose order is already written. */
export async function recordAndPublish(
  ctx: Context,
  before: LockedOrder,
  change: Change,
): Promise<void> {
  await recordChange(ctx, before, change)
  await publishChange(ctx, before, change)
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
  const sentence = 'No units of this order are reserved yet, so it cannot be started'
  throw new Refusal('refused', 'nothing-reserved', sentence)
}

const releaseItems = {
  name: 'release_sales_order_items',
  text: `update sales_order_items set qty_reserved = 0, qty_backordered = 0
         where sales_order_id = $1`,
}

/** Releases the reserved and backordered units of a locked order. */
export async function releaseLines(ctx: Context, order: LockedOrder): Promise<void> {
  const lines = await lockLines(ctx, order.id)
  const held = lines.filter(({ qtyReserved }) => qtyReserved > 0)
  await postMoves(
    ctx,
    held.map(({ lineNo, skuId, qtyReserved }) => ({
      ...moveOf(ctx, order, { lineNo, kind: 'release', count: order.version }),
      skuId,
      reserved: -qtyReserved,
    })),
  )
  await send(ctx, releaseItems, [order.id])
}
