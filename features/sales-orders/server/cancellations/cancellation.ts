import { businessDay } from '#features/settings/server/service.ts'
import { isAtWarehouse } from '#features/stock/server/service.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type { IfMatch } from '#platform/server/records/versions.ts'
import { changeTo, guardStep, noRequest, runTransition, recordAndPublish } from '../advance.ts'
import { cancelRestOfOrder, guardCancel } from './cancel-rest.ts'
import type { SalesOrderDetails } from '../../contract.ts'
import { type LockedOrder, lockOrder } from '../locks.ts'
import { readSalesOrder } from '../read-order.ts'

// An order that the warehouse has is not ours alone to cancel: it is asked, and answers.

/**
 * Cancels an order that has not left: its stock and its credit are free again. Sales cancels its
 * own pending orders; an order in the warehouse needs a manager, and the warehouse's word: until
 * then its cancellation is requested.
 */
export function cancelSalesOrder(
  ctx: Context,
  id: number,
  asked: IfMatch & { reason: string },
): Promise<SalesOrderDetails> {
  return cancelOrRequest(ctx, id, { verb: 'cancel', ...asked })
}

/** Takes an order back from the warehouse, when it says so; the order keeps its stock. */
export function recallSalesOrder(
  ctx: Context,
  id: number,
  asked: IfMatch & { reason?: string | null | undefined },
): Promise<SalesOrderDetails> {
  return cancelOrRequest(ctx, id, { verb: 'recall', ...asked })
}

type CancellationRequest = { verb: 'cancel' | 'recall'; reason?: string | null | undefined }

async function cancelOrRequest(
  ctx: Context,
  id: number,
  { ifMatch, ...wish }: IfMatch & CancellationRequest,
): Promise<SalesOrderDetails> {
  const date = await businessDay(ctx)
  return inTransaction(ctx, async (inner) => {
    const order = await lockOrder(inner, id, { buyer: true })
    guardVersion(order, ifMatch)
    if (wish.verb === 'cancel') guardCancel(inner, order)
    guardStep(inner, order, wish.verb)
    const isAsked = order.status === 'processing' && (await isThere(inner, order))
    if (isAsked) await request(inner, order, wish)
    else await runTransition(inner, order, { ...wish, today: date })
    return readSalesOrder(inner, id)
  })
}

/** Whether the warehouse has an order. Refused where it has said that the goods are gone. */
function isThere(ctx: Context, { id, orderNumber }: LockedOrder): Promise<boolean> {
  const sentence =
    `The warehouse says that ${orderNumber} has left already. ` +
    'When its shipment is here, take the goods back with a return'
  return isAtWarehouse(ctx, { kind: 'order', id }, sentence)
}

async function request(
  ctx: Context,
  order: LockedOrder,
  { verb, reason }: CancellationRequest,
): Promise<void> {
  const asked = { cancelRequest: verb, cancelReason: reason ?? null }
  const after = { ...order, ...asked, version: order.version + 1 }
  await changeTo(ctx, order, after)
  await recordAndPublish(ctx, order, { after, action: `request-${verb}`, reason })
}

/**
 * The warehouse has given an order up: what was asked for happens. Of an order of which a part
 * left before, the rest is cancelled. Nothing where nothing is asked for any more.
 */
export async function confirmCancellation(ctx: Context, id: number): Promise<void> {
  const date = await businessDay(ctx)
  await inTransaction(ctx, async (inner) => {
    const order = await lockOrder(inner, id, { buyer: true })
    const { cancelRequest: verb, cancelReason } = order
    if (!verb) return
    const reason = cancelReason ?? 'The warehouse gave it up'
    if (order.shipmentCount === 0) await runTransition(inner, order, { verb, reason, today: date })
    else await cancelRestOfOrder(inner, id, { items: undefined, reason, ifMatch: undefined })
  })
}

/** The warehouse does not give an order up, and says why: the order stays as it is. */
export async function rejectCancellation(ctx: Context, id: number, reason: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const order = await lockOrder(inner, id, { buyer: false })
    const { cancelRequest: verb } = order
    if (!verb) return
    const after = { ...order, ...noRequest, version: order.version + 1 }
    await changeTo(inner, order, after)
    await recordAndPublish(inner, order, { after, action: `refuse-${verb}`, reason })
  })
}
