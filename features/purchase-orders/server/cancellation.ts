import { record } from '#features/audit/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { isAtWarehouse } from '#features/stock/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, send } from '#platform/server/database/db.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { isAskedBack } from '../rules.ts'
import {
  decide,
  type LockedOrder,
  lockOrders,
  messageOf,
  applyTransitions,
} from './run-transition.ts'
import * as store from './store.ts'

// An order whose goods the warehouse expects is not ours alone to cancel: it is asked, and answers.

/** Refuses everything but the word of the warehouse while that is awaited. */
export function guardNotAsked({ channel }: Context, { cancelRequest }: LockedOrder): void {
  if (channel === 'wms' || cancelRequest === null) return
  throw new Refusal('refused', 'illegal-transition', isAskedBack)
}

/**
 * Whether the warehouse expects the goods of an order. To cancel it is refused where it says that
 * they are in; what did not come with them may be closed then.
 */
export async function isExpected(
  ctx: Context,
  order: LockedOrder,
  verb: 'cancel' | 'close',
): Promise<boolean> {
  if (order.status !== 'approved') return false
  const sentence =
    `The warehouse says that the goods of ${order.orderNumber} have come in. ` +
    'Receive them, and send back with a return what is not wanted'
  const told = { kind: 'expected_receipt', id: order.id } as const
  return isAtWarehouse(ctx, told, verb === 'cancel' ? sentence : undefined)
}

/** Asks the warehouse to wait no more: until it answers the order stands as it is. */
export async function requestCancellation(
  ctx: Context,
  order: LockedOrder,
  { verb, reason }: { verb: 'cancel' | 'close'; reason: string },
): Promise<void> {
  await note(ctx, order, { request: reason, action: `request-${verb}`, reason })
}

type Note = { request: string | null; action: string; reason: string }

async function note(ctx: Context, order: LockedOrder, { request, action, reason }: Note) {
  await send(ctx, store.requestCancellation, [order.id, request])
  const entry = { entity: 'purchase_order' as const, entityId: order.id, action }
  await record(ctx, [{ ...entry, reason: reason || null }])
  await enqueue(ctx, [messageOf({ ...order, version: order.version + 1 }, action)])
}

/**
 * The warehouse has given an order up: it is cancelled. Where a part came in meanwhile, what is
 * still open is closed. Nothing where nothing is asked for any more.
 */
export async function confirmCancellation(ctx: Context, id: number): Promise<void> {
  const rules = await readSettings(ctx)
  const date = today(ctx.now, rules.businessTimeZone)
  await inTransaction(ctx, async (inner) => {
    const [order] = await lockOrders(inner, [id], 'cancel')
    if (!order || order.cancelRequest === null) return
    const isWhole = order.lines.every(({ qtyReceived }) => qtyReceived === 0)
    const wish = { verb: isWhole ? 'cancel' : 'close', reason: order.cancelRequest } as const
    await applyTransitions(inner, [decide(order, wish, { user: undefined, rules, date })])
  })
}

/** The warehouse does not give an order up, and says why: the order stays as it is. */
export async function rejectCancellation(ctx: Context, id: number, reason: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const [order] = await lockOrders(inner, [id], 'submit')
    if (!order || order.cancelRequest === null) return
    await note(inner, order, { request: null, action: 'refuse-cancel', reason })
  })
}
