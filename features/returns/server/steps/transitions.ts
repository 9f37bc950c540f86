import { applyStep } from '#features/audit/server/service.ts'
import { newRoleSkipped } from '#features/auth/server/service.ts'
import type { PostingForm } from '#features/journal/posting-form.ts'
import {
  guardNotBefore,
  type PostingRules,
  readPostingRules,
} from '#features/journal/server/service.ts'
import type { Settings } from '#features/settings/contract.ts'
import { voidCreditOfReturn } from '#features/receivables/server/service.ts'
import { postMoves, type Move } from '#features/skus/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { advance } from '#platform/kernel/flow.ts'
import { cents } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import { type AppliedTransition, runTransition } from '#platform/server/records/transition.ts'
import type { IfMatch } from '#platform/server/records/versions.ts'
import * as acts from './transition-store.ts'
import type { CountedLine } from '../../receipt-and-inspection-rules.ts'
import { requestCancellation, isExpected } from './request-cancellation.ts'
import type { ReturnDetails } from '../../contract.ts'
import { lastMoved } from '../goods/last-movement-day.ts'
import { type LockedReturn, lockReturn, returnKind } from './locked-return.ts'
import {
  creditGoods,
  lockBooks,
  postVendorGoods,
  returnMoveKey,
} from '../post-return-credits-and-shipments.ts'
import { type Line, lockReturnLines, receiveGoods } from '../goods/receive-and-inspect.ts'
import {
  type ReceiptProgress,
  refusalOf,
  returnFlow,
  type ReturnVerb,
  selfControl,
  whyNotStep,
} from '../../rules.ts'
import { readReturn } from '../read-return.ts'

type Step = {
  verb: ReturnVerb
  reason?: string | undefined
  /** The warehouse's count and dispositions; everything open as planned if omitted. */
  items?: readonly CountedLine[] | undefined
  /** True if a user confirms that the goods are not those already received. */
  isAnother?: boolean | undefined
  /** The restocking fee deducted from the credit on completion. */
  restockingFee?: string | undefined
}

/** Approves a return; a return to a vendor reserves its goods. Throws if they are not available. */
export function approveReturn(ctx: Context, id: number, request: IfMatch): Promise<ReturnDetails> {
  return runReturnStep(ctx, id, { verb: 'approve', ...request })
}

/** Rejects a return. */
export function rejectReturn(
  ctx: Context,
  id: number,
  request: IfMatch & { reason: string },
): Promise<ReturnDetails> {
  return runReturnStep(ctx, id, { verb: 'reject', ...request })
}

/**
 * Cancels a return whose goods have not moved and releases its reservation. If the warehouse
 * expects the goods, requests cancellation there, and the return is unchanged until it answers.
 */
export function cancelReturn(
  ctx: Context,
  id: number,
  request: IfMatch & { reason: string },
): Promise<ReturnDetails> {
  return runReturnStep(ctx, id, { verb: 'cancel', ...request })
}

/**
 * Receives a customer's goods: restocked units are on hand again, others are not. The status
 * becomes received when everything has arrived.
 */
export function receiveReturn(
  ctx: Context,
  id: number,
  request: IfMatch & Pick<Step, 'items' | 'isAnother'>,
): Promise<ReturnDetails> {
  return runReturnStep(ctx, id, { verb: 'receive', ...request })
}

/**
 * Closes the open rest of a customer's return that will not arrive, so it can be returned anew. If
 * the warehouse expects it, requests cancellation there first.
 */
export function closeReturn(
  ctx: Context,
  id: number,
  request: IfMatch & { reason: string },
): Promise<ReturnDetails> {
  return runReturnStep(ctx, id, { verb: 'close', ...request })
}

/** Ships goods back to a vendor: on hand and reserved decrease. */
export function shipReturn(ctx: Context, id: number, request: IfMatch): Promise<ReturnDetails> {
  return runReturnStep(ctx, id, { verb: 'ship', ...request })
}

/**
 * Completes a return whose goods have moved. A customer's goods are credited as charged, less any
 * restocking fee, as of the posting date. Throws if that is before the day the goods last moved or
 * were charged.
 */
export function completeReturn(
  ctx: Context,
  id: number,
  request: IfMatch & Pick<Step, 'restockingFee'> & PostingForm,
): Promise<ReturnDetails> {
  return runReturnStep(ctx, id, { verb: 'complete', ...request })
}

/**
 * Reopens a customer's completed return because its credit was wrong: voids its credit memo, and
 * the next completion credits the goods again.
 */
export async function reopenReturn(
  ctx: Context,
  id: number,
  request: IfMatch & { reason: string },
): Promise<ReturnDetails> {
  return runReturnStep(ctx, id, { verb: 'reopen', ...request })
}

async function runReturnStep(
  ctx: Context,
  id: number,
  { ifMatch, postedOn, ...step }: IfMatch & Step & PostingForm,
): Promise<ReturnDetails> {
  const rules = await readPostingRules(ctx, { postedOn })
  const date = rules.posting.postedOn
  const guardPeriod = (inner: Context) => lockBooks(inner, id, { verb: step.verb, date })
  const subject = { id, ifMatch, guardPeriod, lock: lockReturn, read: readReturn }
  return runTransition(ctx, subject, (inner, goods) =>
    advanceReturn(inner, goods, { ...rules, step }),
  )
}

async function advanceReturn(
  ctx: Context,
  goods: LockedReturn,
  { step, settings, posting }: PostingRules & { step: Step },
): Promise<AppliedTransition> {
  const { verb, reason = '' } = step
  const date = posting.postedOn
  const next = advance(returnFlow, goods.status, verb)
  const [arrived] = await rows<ReceiptProgress>(ctx.db, acts.readArrived, [goods.id])
  // A pending cancellation request or a hold does not block the warehouse: goods that arrived are
  // there.
  const facts = ctx.channel === 'wms' ? { ...goods, cancelRequest: null, holdReason: null } : goods
  const whyNot = whyNotStep({ ...facts, ...(arrived as ReceiptProgress) }, verb)
  if (whyNot) throw new Refusal('refused', 'illegal-transition', whyNot)
  if (verb === 'complete') guardNotBefore(posting, [await lastMoved(ctx, goods.id)])
  const waived = await guardPerson(ctx, goods, { verb, settings })
  const isEnded = verb === 'cancel' || verb === 'close'
  if (isEnded && (await isExpected(ctx, goods, verb))) {
    return requestCancellation(ctx, goods, { verb, reason })
  }
  const isPart = await effects(ctx, goods, { step, date })
  await settleBooks(ctx, goods, { step, date })
  // A partial receipt does not change the status.
  const to = isPart ? goods.status : next
  const isApproval = verb === 'approve' || waived.length > 0
  const approval = isApproval ? { waived, amount: goods.totalAmount } : undefined
  const write = () => send(ctx, acts.changeStatus, [goods.id, to])
  const change = { action: verb, to, reason: reason || null, approval, write }
  return applyStep(ctx, goods, { ...returnKind, ...change })
}

type Guarded = { verb: ReturnVerb; settings: Settings }

/** Throws if the user may not perform the transition; returns the bypassed controls to record. */
async function guardPerson(
  ctx: Context,
  goods: LockedReturn,
  { verb, settings }: Guarded,
): Promise<string[]> {
  const { type, createdBy, totalAmount } = goods
  const decided = { type, createdBy, total: cents(totalAmount) }
  const facts = { goods: decided, limit: cents(settings.returnApprovalLimit) }
  const refusal = refusalOf(ctx.user, verb, facts)
  if (refusal) throw refusal
  const control = selfControl(ctx.user, verb, facts)
  if (control && settings.sodMode === 'enforce') {
    const sentence = 'You created this return. Another person must complete this step'
    throw new Refusal('forbidden', control, sentence)
  }
  const isOwn = ctx.user?.id === createdBy && (verb === 'approve' || verb === 'complete')
  const newRoleWaivers = isOwn ? await newRoleSkipped(ctx, settings) : []
  return control ? [control, ...newRoleWaivers] : newRoleWaivers
}

/** Posts the journal entries of a transition. */
async function settleBooks(
  ctx: Context,
  goods: LockedReturn,
  { step, date }: { step: Step; date: Day },
): Promise<void> {
  const { id, customerId, reason } = goods
  if (customerId === null) return postVendorGoods(ctx, goods, { verb: step.verb, date })
  if (step.verb === 'reopen') {
    await voidCreditOfReturn(ctx, { returnId: id, reason: step.reason ?? reason, date })
  }
  if (step.verb !== 'complete') return
  const restockingFee = cents(step.restockingFee ?? '0')
  await creditGoods(ctx, { id, customerId, reason }, { date, restockingFee })
}

/** Applies a transition to the goods; returns true if more goods are still expected. */
async function effects(
  ctx: Context,
  goods: LockedReturn,
  { step: { verb, items, isAnother }, date }: { step: Step; date: Day },
): Promise<boolean> {
  if (verb === 'receive') return receiveGoods(ctx, goods, { counted: items, isAnother, date })
  if (verb === 'close') await send(ctx, acts.closeLines, [goods.id])
  // Customer goods sent on to a vendor never went back to stock.
  if (goods.type === 'rtv' && goods.sourceReturnId === null) await moveStock(ctx, goods, verb)
  return false
}

/** Posts the stock moves of a return to a vendor. Locks the SKUs first, in id order. */
async function moveStock(ctx: Context, goods: LockedReturn, verb: ReturnVerb): Promise<void> {
  if (verb === 'approve') return reserveReturnStock(ctx, goods)
  if (verb === 'ship') {
    const moved = ({ quantity }: Line) => ({ onHand: -quantity, reserved: -quantity })
    return move(ctx, goods, { kind: 'ship', of: moved })
  }
  if (verb === 'cancel' && goods.status === 'approved') {
    const freed = ({ quantity }: Line) => ({ reserved: -quantity })
    return move(ctx, goods, { kind: 'release', of: freed })
  }
}

async function reserveReturnStock(ctx: Context, goods: LockedReturn): Promise<void> {
  const lines = await lockReturnLines(ctx, goods.id)
  const free = await rows<{ id: number; sku: string; available: number }>(ctx.db, acts.readFree, [
    goods.id,
  ])
  const short = free.flatMap(({ id, sku, available }) => {
    const own = lines.filter(({ skuId }) => skuId === id)
    const totalUnits = own.reduce((sum, { quantity }) => sum + quantity, 0)
    const availableUnits = Math.max(0, available)
    return totalUnits > availableUnits
      ? [`${sku} is ${totalUnits - availableUnits} short (${availableUnits} available)`]
      : []
  })
  if (short.length > 0) {
    const sentence = `Not enough stock: ${short.slice(0, 3).join('; ')}`
    throw new Refusal('refused', 'insufficient-stock', sentence)
  }
  const of = ({ quantity }: Line) => ({ reserved: quantity })
  await bookLines(ctx, goods, { lines, kind: 'reserve', of })
}

type Moving = { kind: Move['kind']; of: (line: Line) => Pick<Move, 'onHand' | 'reserved'> }

async function move(ctx: Context, goods: LockedReturn, moving: Moving): Promise<void> {
  const lines = await lockReturnLines(ctx, goods.id)
  await bookLines(ctx, goods, { ...moving, lines })
}

async function bookLines(
  ctx: Context,
  goods: LockedReturn,
  { lines, kind, of }: Moving & { lines: readonly Line[] },
): Promise<void> {
  await postMoves(
    ctx,
    lines.map((line) => ({
      skuId: line.skuId,
      kind,
      ...of(line),
      refType: 'return',
      refId: goods.id,
      refLine: line.lineNo,
      dedupeKey: returnMoveKey(goods.id, line.lineNo, kind),
      by: ctx.user?.id ?? null,
    })),
  )
}
