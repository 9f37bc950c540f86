import { requirePermission, may } from '#features/auth/rules.ts'
import type { PostingForm } from '#features/journal/posting-form.ts'
import {
  guardNotBefore,
  guardOpen,
  type PostingDate,
  readPostingRules,
} from '#features/journal/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { lastValued } from '#features/skus/server/service.ts'
import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { today } from '#platform/kernel/days.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { rememberBulkEdit } from '#platform/server/imports/import-sql.ts'
import { changedRecordIds, claimUndo } from '#platform/server/imports/import-undo.ts'
import { runTransition } from '#platform/server/records/transition.ts'
import type { IfMatch } from '#platform/server/records/versions.ts'
import type { ChangePurchaseOrders, PurchaseOrderDetails, ReceiptForm } from '../contract.ts'
import {
  requestCancellation,
  guardNoPendingCancellation,
  isExpected,
} from './purchase-cancellation.ts'
import { chainOf } from './approval/chain-of.ts'
import { readPurchaseOrderDetails } from './read-order.ts'
import { refuseRepeatedReceipt } from './receipts/cross-channel-duplicates.ts'
import { listSimilarReceipts } from './receipts/similar-receipts.ts'
import {
  type Transition,
  decide,
  type LockedOrder,
  lockOrders,
  applyTransitions,
  type TransitionRequest,
} from './apply-transitions.ts'
import { purchaseOrders } from './tables.ts'

/** `isAnother` confirms that the goods are different from those already on a receipt. */
type ReceiptOptions = PostingForm & { isAnother?: boolean | undefined }
type WithReason = IfMatch & { reason: string }

/** Submits a draft for approval. Refuses an empty order. */
export function submitPurchaseOrder(ctx: Context, id: number, { ifMatch }: IfMatch) {
  return runStep(ctx, id, { verb: 'submit', ifMatch })
}

/**
 * Approves a submitted order, which puts its goods on order. Approval by the creator or submitter
 * is refused or recorded as a waiver, depending on the setting. Throws 403 above the user's limit.
 */
export function approvePurchaseOrder(ctx: Context, id: number, { ifMatch }: IfMatch) {
  return runStep(ctx, id, { verb: 'approve', ifMatch })
}

/** Rejects a submitted order: it becomes a draft again. Records the reason. */
export function rejectPurchaseOrder(ctx: Context, id: number, { reason, ifMatch }: WithReason) {
  return runStep(ctx, id, { verb: 'reject', reason, ifMatch })
}

/** Withdraws a submitted order; only its creator, its submitter or a manager may. */
export function withdrawPurchaseOrder(ctx: Context, id: number, { ifMatch }: IfMatch) {
  return runStep(ctx, id, { verb: 'withdraw', ifMatch })
}

/**
 * Receives goods on the posting date; the order becomes received when nothing is open. Issues after
 * the posting date were costed from the stock as it was then, so a date before the last stock
 * change is refused. Refuses counted goods that the other channel has already recorded, unless the
 * user confirms that they are different goods.
 */
export function receivePurchaseOrder(
  ctx: Context,
  id: number,
  { items, ...form }: IfMatch & ReceiptForm,
) {
  return runStep(ctx, id, { verb: 'receive', counted: items, ...form })
}

/**
 * Closes an approved order short: the open units are removed from on order. If the warehouse
 * expects the goods, sends it a request first, as for a cancellation.
 */
export function closePurchaseOrder(ctx: Context, id: number, { reason, ifMatch }: WithReason) {
  return runStep(ctx, id, { verb: 'close', reason, ifMatch })
}

/**
 * Cancels an order without receipts; an approved one needs a manager. If the warehouse expects its
 * goods, sends it a request, and the order is unchanged until the warehouse answers.
 */
export function cancelPurchaseOrder(ctx: Context, id: number, { reason, ifMatch }: WithReason) {
  return runStep(ctx, id, { verb: 'cancel', reason, ifMatch })
}

/**
 * Submits, approves or withdraws many orders in one transaction. Skips the orders that cannot
 * change and returns the reason for each.
 */
export async function changePurchaseOrders(
  ctx: Context,
  { action, ids }: ChangePurchaseOrders,
): Promise<BulkOutcome> {
  if (action === 'approve') requirePermission(ctx.user, 'purchaseOrders.approve')
  return inTransaction(ctx, async (inner) => {
    const { done, kept } = await changeEach(inner, { action, ids })
    const changed = done.map((id) => ({ id }))
    await rememberBulkEdit(inner, { table: purchaseOrders, action, done: changed, kept })
    return { done, kept }
  })
}

/**
 * Undoes a bulk submission: withdraws its orders. Orders that were approved or rejected since are
 * returned with the reason.
 */
export function undoBulkSubmission(ctx: Context, id: number): Promise<BulkOutcome> {
  return inTransaction(ctx, async (inner) => {
    await claimUndo(inner, { table: purchaseOrders }, { id, action: 'submit' })
    const ids = await changedRecordIds(inner.db, id)
    return changeEach(inner, { action: 'withdraw', ids })
  })
}

/** Changes each of the orders that can change, in the open transaction. */
async function changeEach(
  ctx: Context,
  { action, ids }: ChangePurchaseOrders,
): Promise<BulkOutcome> {
  const rules = await readSettings(ctx)
  const date = today(ctx.now, rules.businessTimeZone)
  const found = await lockOrders(ctx, [...new Set(ids)], action)
  const known = new Set(found.map(({ id }) => id))
  const decider = { user: ctx.user, rules, date, ...(await chainOf(ctx, action, date)) }
  const transitions: Transition[] = []
  const skipped: BulkOutcome['kept'] = []
  for (const order of found) {
    const reason = reasonNot(() => {
      guardOwnership(ctx, order, action)
      transitions.push(decide(order, { verb: action }, decider))
    })
    if (reason) skipped.push({ id: order.id, reason: `${order.orderNumber}: ${reason}` })
  }
  await applyTransitions(ctx, transitions)
  const lost = [...new Set(ids)].filter((id) => !known.has(id))
  const unknown = lost.map((id) => ({ id, reason: 'That record was not found' }))
  return { done: transitions.map(({ order }) => order.id), kept: [...skipped, ...unknown] }
}

async function runStep(
  ctx: Context,
  id: number,
  { ifMatch, postedOn, isAnother, ...request }: TransitionRequest & IfMatch & ReceiptOptions,
): Promise<PurchaseOrderDetails> {
  const { verb, reason = '', deliveryNote } = request
  const { settings: rules, date, posting } = await readPostingRules(ctx, { postedOn })
  const guardPeriod = async (inner: Context) => {
    if (verb === 'receive') await guardOpen(inner, [posting.postedOn])
  }
  const lock = async (inner: Context) => {
    const [order] = await lockOrders(inner, [id], verb)
    if (!order) throw missing('That purchase order')
    return { ...order, warnings: await listSimilarReceipts(inner, id, deliveryNote) }
  }
  const readCurrent = (inner: Context) => readPurchaseOrderDetails(inner, id, date)
  const read = async (inner: Context, _: number, { warnings }: { warnings: string[] }) => {
    return { ...(await readCurrent(inner)), ...(warnings.length > 0 && { warnings }) }
  }
  const subject = { id, ifMatch, guardPeriod, lock, readCurrent, read }
  return runTransition(ctx, subject, async (inner, order) => {
    guardOwnership(inner, order, verb)
    guardNoPendingCancellation(inner, order)
    const chain = await chainOf(inner, verb, date)
    const decider = { user: inner.user, rules, date: posting.postedOn, ...chain }
    const step = decide(order, request, decider)
    await guardArrival(inner, step, posting)
    if (request.counted && !isAnother) await refuseRepeatedReceipt(inner, step)
    const isEnded = verb === 'cancel' || verb === 'close'
    const isRequest = isEnded && (await isExpected(inner, order, verb))
    if (isRequest) return requestCancellation(inner, order, { verb, reason })
    return applyTransitions(inner, [step])
  })
}

/** Refuses a receipt dated before the order or before the last stock change of its goods. */
async function guardArrival(ctx: Context, { order, received }: Transition, posting: PostingDate) {
  if (received.size === 0 && order.lines.length > 0) return
  const receivedLines = order.lines.filter(({ id }) => (received.get(id) ?? 0) > 0)
  guardNotBefore(posting, [
    { day: order.orderDate, event: 'the order date' },
    await lastValued(
      ctx,
      receivedLines.map(({ skuId }) => skuId),
    ),
  ])
}

/**
 * Allows withdrawing and cancelling only for the creator, the submitter and managers. Cancelling an
 * approved order needs a manager. Throws 403.
 */
export function guardOwnership(
  { user }: Context,
  order: LockedOrder,
  verb: TransitionRequest['verb'],
): void {
  if (!user || (verb !== 'withdraw' && verb !== 'cancel')) return
  if (may(user, 'purchaseOrders.cancel')) return
  if (verb === 'cancel' && order.status === 'approved') {
    requirePermission(
      user,
      'purchaseOrders.cancel',
      'Only a manager can cancel an approved purchase order',
    )
  }
  if (user.id === order.createdBy || user.id === order.submittedBy) return
  const sentence = `Only the creator of ${order.orderNumber} or a manager can ${verb} it`
  throw new Refusal('forbidden', 'forbidden', sentence)
}

/** Runs the function and returns the message of its Refusal; undefined if it throws none. */
export function reasonNot(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
