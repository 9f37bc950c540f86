import { applyStep } from '#features/audit/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { hasWarehouseDocument } from '#features/stock/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, send } from '#platform/server/database/db.ts'
import type { AppliedTransition } from '#platform/server/records/transition.ts'
import { cancellationPending } from '../rules.ts'
import {
  decide,
  type LockedOrder,
  lockOrders,
  messageOf,
  applyTransitions,
} from './apply-transitions.ts'
import * as store from './store.ts'

// If the warehouse expects the goods of an order, cancelling it needs the warehouse's consent.

/**
 * While a cancellation request is pending, only the warehouse channel may change the order. Throws
 * 409 otherwise.
 */
export function guardNoPendingCancellation(
  { channel }: Context,
  { cancelRequest }: LockedOrder,
): void {
  if (channel === 'wms' || cancelRequest === null) return
  throw new Refusal('refused', 'illegal-transition', cancellationPending)
}

/**
 * True if the warehouse expects the goods of an approved order. Throws when cancelling if the
 * warehouse reports that the goods have arrived; closing the rest of the order is still allowed.
 */
export async function isExpected(
  ctx: Context,
  order: LockedOrder,
  verb: 'cancel' | 'close',
): Promise<boolean> {
  if (order.status !== 'approved') return false
  const sentence =
    `The warehouse reports that the goods of ${order.orderNumber} have arrived. ` +
    'Receive them, then create a return for unwanted goods'
  const reference = { kind: 'expected_receipt', id: order.id } as const
  return hasWarehouseDocument(ctx, reference, verb === 'cancel' ? sentence : undefined)
}

/**
 * Requests that the warehouse stop expecting the goods. The order is unchanged until it answers.
 */
export function requestCancellation(
  ctx: Context,
  order: LockedOrder,
  { verb, reason }: { verb: 'cancel' | 'close'; reason: string },
): Promise<AppliedTransition> {
  return note(ctx, order, { request: reason, action: `request-${verb}`, reason })
}

type Note = { request: string | null; action: string; reason: string }

function note(ctx: Context, order: LockedOrder, { request, action, reason }: Note) {
  const write = () => send(ctx, store.requestCancellation, [order.id, request])
  const step = { action, to: order.status, reason: reason || null, write }
  return applyStep(ctx, order, { entity: 'purchase_order', messageOf, ...step })
}

/**
 * Handles the warehouse's consent: cancels the order, or closes it short if a part was received in
 * the meantime. Does nothing if no request is pending.
 */
export async function confirmCancellation(ctx: Context, id: number): Promise<void> {
  const rules = await readSettings(ctx)
  const date = today(ctx.now, rules.businessTimeZone)
  await inTransaction(ctx, async (inner) => {
    const [order] = await lockOrders(inner, [id], 'cancel')
    if (!order || order.cancelRequest === null) return
    const isUnreceived = order.lines.every(({ qtyReceived }) => qtyReceived === 0)
    const transition = {
      verb: isUnreceived ? 'cancel' : 'close',
      reason: order.cancelRequest,
    } as const
    await applyTransitions(inner, [decide(order, transition, { user: undefined, rules, date })])
  })
}

/** Handles the warehouse's refusal: clears the request and records the reason. */
export async function rejectCancellation(ctx: Context, id: number, reason: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const [order] = await lockOrders(inner, [id], 'submit')
    if (!order || order.cancelRequest === null) return
    await note(inner, order, { request: null, action: 'refuse-cancel', reason })
  })
}
