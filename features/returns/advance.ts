import { record, recordApprovals } from '#features/audit/service.ts'
import { currentSettings } from '#features/settings/service.ts'
import type { Settings } from '#features/settings/contract.ts'
import { fillBackorders } from '#features/sales-orders/backorders.ts'
import { book, type Move } from '#features/skus/ledger.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { advance } from '#platform/kernel/flow.ts'
import { cents } from '#platform/kernel/money.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/db.ts'
import { enqueue } from '#platform/server/outbox.ts'
import { guardVersion } from '#platform/server/versions.ts'
import type { ReturnDetails } from './contract.ts'
import { creditGoods, lockBooks, postRestocked, postVendorGoods } from './money.ts'
import {
  type Condition,
  type Disposition,
  refusalOf,
  returnFlow,
  type ReturnStatus,
  type ReturnType,
  type ReturnVerb,
  selfControl,
  whyNotStep,
} from './rules.ts'
import { readReturn } from './service.ts'
import * as store from './store.ts'

type Asked = { ifMatch: number | undefined }
type Settled = {
  itemId: number
  disposition: Disposition
  condition?: Condition | null | undefined
}
type Step = {
  verb: ReturnVerb
  reason?: string | undefined
  /** What the warehouse found and does with each line; as planned where nothing is said. */
  items?: readonly Settled[] | undefined
  /** What is kept of the credit of a completed return. */
  restockingFee?: string | undefined
}

/** Approves a return; goods for a vendor are set aside. Refused where they are not free. */
export function approveReturn(ctx: Context, id: number, asked: Asked): Promise<ReturnDetails> {
  return take(ctx, id, { verb: 'approve', ...asked })
}

/** Turns a return down. */
export function rejectReturn(
  ctx: Context,
  id: number,
  asked: Asked & { reason: string },
): Promise<ReturnDetails> {
  return take(ctx, id, { verb: 'reject', ...asked })
}

/** Cancels a return whose goods have not moved; what it had set aside is free again. */
export function cancelReturn(
  ctx: Context,
  id: number,
  asked: Asked & { reason: string },
): Promise<ReturnDetails> {
  return take(ctx, id, { verb: 'cancel', ...asked })
}

/** Takes a customer's goods in: what is restocked is on hand again, the rest is not. */
export function receiveReturn(
  ctx: Context,
  id: number,
  asked: Asked & Pick<Step, 'items'>,
): Promise<ReturnDetails> {
  return take(ctx, id, { verb: 'receive', ...asked })
}

/** Sends goods back to a vendor: on hand and reserved fall. */
export function shipReturn(ctx: Context, id: number, asked: Asked): Promise<ReturnDetails> {
  return take(ctx, id, { verb: 'ship', ...asked })
}

/**
 * Ends a return whose goods have moved. A customer's goods are credited as they were charged, less
 * a fee for putting them back where one is asked.
 */
export function completeReturn(
  ctx: Context,
  id: number,
  asked: Asked & Pick<Step, 'restockingFee'>,
): Promise<ReturnDetails> {
  return take(ctx, id, { verb: 'complete', ...asked })
}

type LockedReturn = {
  id: number
  returnNumber: string
  type: ReturnType
  status: ReturnStatus
  customerId: number | null
  vendorId: number | null
  reason: string
  totalAmount: string
  createdBy: number
  version: number
}

async function take(
  ctx: Context,
  id: number,
  { ifMatch, ...step }: Asked & Step,
): Promise<ReturnDetails> {
  const settings = await currentSettings(ctx)
  const date = today(ctx.now, settings.businessTimeZone)
  return inTransaction(ctx, async (inner) => {
    await lockBooks(inner, id, { verb: step.verb, date })
    const [goods] = await rows<LockedReturn>(inner.db, store.lockReturn, [id])
    if (!goods) throw missing('That return')
    guardVersion(goods, ifMatch)
    await takeStep(inner, goods, { step, settings, date })
    return readReturn(inner, id)
  })
}

async function takeStep(
  ctx: Context,
  goods: LockedReturn,
  { step, settings, date }: { step: Step; settings: Settings; date: Day },
): Promise<void> {
  const { verb, reason } = step
  const status = advance(returnFlow, goods.status, verb)
  const whyNot = whyNotStep(goods, verb)
  if (whyNot) throw new Refusal('refused', 'illegal-transition', whyNot)
  const waived = guardPerson(ctx, goods, { verb, settings })
  await effects(ctx, goods, step)
  await settleBooks(ctx, goods, { step, date })
  const { id, version, returnNumber, type, totalAmount } = goods
  await send(ctx, store.changeStatus, [id, status])
  const act = { entity: 'return', entityId: id, action: verb } as const
  await record(ctx, [
    { ...act, fromStatus: goods.status, toStatus: status, reason: reason ?? null },
  ])
  const approval = { ...act, isWaiver: waived !== undefined, control: waived }
  await recordApprovals(ctx, verb === 'approve' || waived ? [approval] : [])
  await enqueue(ctx, [
    {
      topic: 'return.changed',
      aggregate: 'return',
      aggregateId: id,
      aggregateVersion: version + 1,
      payload: { returnNumber, type, totalAmount, action: verb, from: goods.status, status },
    },
  ])
}

type Guarded = { verb: ReturnVerb; settings: Settings }

/** Refuses who may not take the step; answers the control that is only put on record. */
function guardPerson(ctx: Context, goods: LockedReturn, { verb, settings }: Guarded) {
  const { type, createdBy, totalAmount } = goods
  const decided = { type, createdBy, total: cents(totalAmount) }
  const facts = { goods: decided, limit: cents(settings.returnApprovalLimit) }
  const refusal = refusalOf(ctx.user, verb, facts)
  if (refusal) throw refusal
  const control = selfControl(ctx.user, verb, facts)
  if (control && settings.sodMode === 'enforce') {
    const sentence = 'You made this return, so somebody else has to do this'
    throw new Refusal('forbidden', control, sentence)
  }
  return control
}

/** What a step of a return posts. */
async function settleBooks(
  ctx: Context,
  goods: LockedReturn,
  { step, date }: { step: Step; date: Day },
): Promise<void> {
  const { id, customerId, returnNumber, reason } = goods
  if (customerId === null) return postVendorGoods(ctx, goods, { verb: step.verb, date })
  if (step.verb === 'receive') await postRestocked(ctx, { id, returnNumber }, date)
  if (step.verb !== 'complete') return
  const restockingFee = cents(step.restockingFee ?? '0')
  await creditGoods(ctx, { id, customerId, reason }, { date, restockingFee })
}

type Line = {
  id: number
  lineNo: number
  skuId: number
  quantity: number
  disposition: Disposition | null
}

/** What a step does to the stock. The SKUs are locked first, in the order of their ids. */
async function effects(ctx: Context, goods: LockedReturn, step: Step): Promise<void> {
  const isHeld = goods.type === 'rtv' && goods.status === 'approved'
  const { verb } = step
  if (verb === 'receive') return receive(ctx, goods, step.items ?? [])
  if (verb === 'approve' && goods.type === 'rtv') return reserve(ctx, goods)
  if (verb === 'ship') {
    const moved = ({ quantity }: Line) => ({ onHand: -quantity, reserved: -quantity })
    return move(ctx, goods, { kind: 'ship', of: moved })
  }
  if (verb === 'cancel' && isHeld) {
    const freed = ({ quantity }: Line) => ({ reserved: -quantity })
    return move(ctx, goods, { kind: 'release', of: freed })
  }
}

async function receive(
  ctx: Context,
  goods: LockedReturn,
  settled: readonly Settled[],
): Promise<void> {
  const lines = await lockedLines(ctx, goods.id)
  settled.forEach(({ itemId }, index) => {
    if (lines.some(({ id }) => id === itemId)) return
    throw invalid([{ path: `items.${index}.itemId`, message: 'This return has no such line' }])
  })
  await send(ctx, store.settleItems, [
    goods.id,
    settled.map(({ itemId }) => itemId),
    settled.map(({ disposition }) => disposition),
    settled.map(({ condition }) => condition ?? null),
  ])
  const endOf = (line: Line) =>
    settled.findLast(({ itemId }) => itemId === line.id)?.disposition ?? line.disposition
  const restocked = lines.filter((line) => endOf(line) === 'restock')
  await bookLines(ctx, goods, {
    lines: restocked,
    kind: 'return',
    of: ({ quantity }) => ({ onHand: quantity }),
  })
  await fillBackorders(ctx, [...new Set(restocked.map(({ skuId }) => skuId))])
}

async function reserve(ctx: Context, goods: LockedReturn): Promise<void> {
  const lines = await lockedLines(ctx, goods.id)
  const free = await rows<{ id: number; sku: string; available: number }>(ctx.db, store.readFree, [
    goods.id,
  ])
  const short = free.flatMap(({ id, sku, available }) => {
    const own = lines.filter(({ skuId }) => skuId === id)
    const asked = own.reduce((sum, { quantity }) => sum + quantity, 0)
    const there = Math.max(0, available)
    return asked > there ? [`${sku} is ${asked - there} short (${there} available)`] : []
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
  const lines = await lockedLines(ctx, goods.id)
  await bookLines(ctx, goods, { ...moving, lines })
}

async function bookLines(
  ctx: Context,
  goods: LockedReturn,
  { lines, kind, of }: Moving & { lines: readonly Line[] },
): Promise<void> {
  await book(
    ctx,
    lines.map((line) => ({
      skuId: line.skuId,
      kind,
      ...of(line),
      refType: 'return',
      refId: goods.id,
      refLine: line.lineNo,
      dedupeKey: `return:${goods.id}:${line.lineNo}:${kind}`,
      by: ctx.user?.id ?? null,
    })),
  )
}

async function lockedLines(ctx: Context, id: number): Promise<Line[]> {
  await rows(ctx.db, store.lockSkus, [id])
  return rows<Line>(ctx.db, store.readLines, [id])
}
