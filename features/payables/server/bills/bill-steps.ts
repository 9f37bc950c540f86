import { applyStep } from '#features/audit/server/service.ts'
import { newRoleSkipped } from '#features/auth/server/service.ts'
import type { PostingForm } from '#features/journal/posting-form.ts'
import {
  guardNotBefore,
  guardOpen,
  post,
  type PostingDate,
  type PostingRules,
  readPostingRules,
} from '#features/journal/server/service.ts'
import { type PostingLine, reversedLines } from '#features/journal/rules.ts'
import type { Settings } from '#features/settings/contract.ts'
import {
  lastValued,
  type PriceDifference,
  stockLines,
  type ValueEntry,
  valueDifferences,
} from '#features/skus/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import { type AppliedTransition, runTransition } from '#platform/server/records/transition.ts'
import { changedSince, type IfMatch } from '#platform/server/records/versions.ts'
import * as sql from './bill-sql.ts'
import type { VendorBillDetails } from '../../contract.ts'
import { billKind, type LockedBill, lockBill } from './locked-bill.ts'
import { lockPrepaymentsOf, settleWithPrepayments } from '../apply-prepayments.ts'
import { readMatched } from './read-matched-lines.ts'
import { lockReturnCredits, updateReturnCredits } from '../credits/return-credits.ts'
import {
  differenceOf,
  expectedOf,
  type Finding,
  matchBill,
  type MatchedLine,
  needsSecondApproval,
  type Tolerances,
} from './matching.ts'
import {
  type BillVerb,
  nextBillStatus,
  postedAccount,
  type PayableControl,
  waivedBy,
} from '../../rules.ts'
import { readVendorBill } from './bill-details.ts'
import * as store from '../store.ts'

type Rules = { settings: Settings; date: Day }

/** Matches a draft against orders and receipts, then posts it, or blocks it with the findings. */
export function postVendorBill(ctx: Context, id: number, request: IfMatch) {
  return runBillStep(ctx, id, { ...request, isPosting: true }, matchAndPost)
}

/**
 * Releases a blocked bill. An amount without an order above the limit needs two users. A release by
 * the user who entered it, or who approved or received its goods, is refused or recorded as a
 * waiver, depending on the setting.
 */
export function releaseVendorBill(
  ctx: Context,
  id: number,
  { reason, ...request }: IfMatch & { reason: string },
) {
  return runBillStep(ctx, id, { ...request, isPosting: true }, (inner, bill, rules) =>
    release(inner, bill, { reason, rules }),
  )
}

/** Reopens a blocked bill as a draft for correction. */
export function reopenVendorBill(
  ctx: Context,
  id: number,
  { reason, ...request }: IfMatch & { reason: string },
) {
  return runBillStep(ctx, id, request, (inner, bill) =>
    applyBillStep(inner, bill, 'reopen', { reason, findings: [] }),
  )
}

/**
 * Runs a step of a bill. Throws 412 if the version, orders or posting date changed since the
 * request.
 */
export async function runBillStep(
  ctx: Context,
  id: number,
  { ifMatch, isPosting = false, ...form }: IfMatch & PostingForm & { isPosting?: boolean },
  step: (ctx: Context, bill: LockedBill, rules: PostingRules) => Promise<AppliedTransition>,
): Promise<VendorBillDetails> {
  const rules = await readPostingRules(ctx, form)
  const { date, posting } = rules
  const daysOf = (postingDate: Day | null) =>
    isPosting && postingDate ? [postingDate, date] : [posting.postedOn]
  const lock = (inner: Context) => lockBillWithOrders(inner, id, daysOf)
  const subject = { id, ifMatch, lock, read: readVendorBill }
  return runTransition(ctx, subject, (inner, bill) => step(inner, bill, rules))
}

/**
 * Locks the months first, then the orders of a bill with their SKUs, credits and prepayments, then
 * the bill. Throws 412 if its orders or posting date changed meanwhile.
 */
async function lockBillWithOrders(
  ctx: Context,
  id: number,
  daysOf: (postingDate: Day | null) => Day[],
): Promise<LockedBill> {
  const { orderIds, postingDate } = await keysOf(ctx, id)
  await guardOpen(ctx, daysOf(postingDate))
  await rows(ctx.db, sql.lockOrders, [orderIds, []])
  await rows(ctx.db, sql.lockSkusOfOrders, [orderIds])
  await lockReturnCredits(ctx, orderIds)
  await lockPrepaymentsOf(ctx, orderIds)
  const bill = await lockBill(ctx, id)
  const now = await ordersOf(ctx, id)
  const isOther = bill.postingDate !== postingDate
  if (isOther || now.some((each) => !orderIds.includes(each))) throw changedSince(bill)
  return bill
}

/** The order ids of a bill's lines. They may change until the bill is locked, if it is a draft. */
export async function ordersOf(ctx: Context, id: number): Promise<number[]> {
  return (await keysOf(ctx, id)).orderIds
}

async function keysOf(ctx: Context, id: number) {
  type Keys = { orderIds: number[]; postingDate: Day | null }
  const [keys] = await rows<Keys>(ctx.db, sql.readBillKeys, [id])
  if (!keys) throw missing('That bill')
  return keys
}

/**
 * Matches a draft and blocks it with the findings, or posts it. The caller holds the order locks.
 */
export async function matchAndPost(
  ctx: Context,
  bill: LockedBill,
  { settings, date }: Rules,
): Promise<AppliedTransition> {
  nextBillStatus(bill.status, 'match')
  const lines = await readMatched(ctx, bill.id)
  const findings = matchBill(lines, tolerancesOf(settings))
  const blocking = findings.filter(({ isBlocking }) => isBlocking)
  if (blocking.length > 0) {
    const reason = [...new Set(blocking.map(({ code }) => code))].join(', ')
    return applyBillStep(ctx, bill, 'block', { findings, reason })
  }
  const matched = await applyBillStep(ctx, bill, 'match', { findings })
  return postMatched(ctx, matched, { date, lines })
}

function tolerancesOf(settings: Settings): Tolerances {
  return {
    pricePercent: settings.billPricePercent,
    priceAmount: cents(settings.billPriceAmount),
    rounding: cents(settings.billRounding),
    approval: cents(settings.billApprovalLimit),
  }
}

async function release(
  ctx: Context,
  bill: LockedBill,
  { reason, rules: { settings, date } }: { reason: string; rules: Rules },
): Promise<AppliedTransition> {
  nextBillStatus(bill.status, 'release')
  const lines = await readMatched(ctx, bill.id)
  const earlier = await rows<{ approverId: number }>(ctx.db, store.readReleases, [bill.id])
  const buyers = await rows<{ id: number | null }>(ctx.db, sql.readBuyers, [bill.id])
  const authors = await rows<{ id: number | null }>(ctx.db, sql.readAuthors, [bill.id])
  const by = ctx.user?.id
  const broken: PayableControl[] = []
  if (authors.some(({ id }) => id === by)) broken.push('self-release')
  if (earlier.some(({ approverId }) => approverId === by)) broken.push('second-person')
  if (buyers.some(({ id }) => id === by)) broken.push('bill-by-buyer')
  const known = waivedBy(broken, settings.sodMode)
  const isOwn = broken.includes('self-release')
  const waived = [...known, ...(isOwn ? await newRoleSkipped(ctx, settings) : [])]
  const approval = { waived, reason, amount: bill.totalAmount }
  const needed = needsSecondApproval(lines, tolerancesOf(settings)) ? 2 : 1
  if (earlier.length + 1 < needed) {
    return applyBillStep(ctx, bill, undefined, { reason, approval })
  }
  const matched = await applyBillStep(ctx, bill, 'release', { reason, approval })
  return postMatched(ctx, matched, { date, lines })
}

/**
 * Posts a matched bill on its posting date. Throws 422 if that precedes the last change in value of
 * goods that the bill revalues. The caller ensures that the month is open.
 */
async function postMatched(ctx: Context, bill: LockedBill, { date, lines }: MatchedBill) {
  const postedOn = bill.postingDate ?? date
  await guardValued(ctx, lines, { postedOn, today: date, path: 'postingDate' })
  const posted = await applyBillStep(ctx, bill, 'post', { postedOn })
  await postBill(ctx, posted, { date: postedOn, lines })
  const prepayments = await lockPrepaymentsOf(ctx, await ordersOf(ctx, bill.id))
  await settleWithPrepayments(ctx, { ...bill, postedOn, today: date }, prepayments)
  return posted
}

async function guardValued(
  ctx: Context,
  lines: readonly MatchedLine[],
  posting: PostingDate,
): Promise<void> {
  const revalued = lines.flatMap((line) =>
    line.kind === 'item' && differenceOf(line) !== 0 ? [line.skuId] : [],
  )
  if (revalued.length > 0) guardNotBefore(posting, [await lastValued(ctx, revalued)])
}

type TransitionFacts = {
  reason?: string
  findings?: readonly Finding[]
  postedOn?: Day
  voidedOn?: Day
  /** The approval of a release. */
  approval?: { waived: readonly string[]; amount: string; reason: string }
}

/**
 * Transitions a bill, with its history and outbox message. Without a verb, records the first of two
 * releases.
 */
export function applyBillStep(
  ctx: Context,
  bill: LockedBill,
  verb: BillVerb | undefined,
  { reason, findings, postedOn, voidedOn, approval }: TransitionFacts,
): Promise<AppliedTransition<LockedBill>> {
  const to = verb ? nextBillStatus(bill.status, verb) : bill.status
  const action = verb ?? 'release'
  const found = findings ? JSON.stringify(findings) : null
  const values = [bill.id, to, found, postedOn ?? null, voidedOn ?? null]
  const write = () => send(ctx, sql.moveBill, values)
  return applyStep(ctx, bill, { ...billKind, action, to, reason, approval, write })
}

type MatchedBill = { date: Day; lines: readonly MatchedLine[] }
type PostedBill = { date: Day; lines?: readonly MatchedLine[]; isVoid?: boolean }

/** Posts a bill, or reverses its posting. */
export async function postBill(
  ctx: Context,
  bill: LockedBill,
  { date, isVoid = false, ...options }: PostedBill,
) {
  const lines = options.lines ?? (await readMatched(ctx, bill.id))
  const sides = sidesOf(bill, lines)
  const entry = {
    source: 'vendor_bill',
    sourceId: bill.id,
    event: isVoid ? 'void' : 'post',
    postedOn: date,
  } as const
  const valued = await valueDifferences(ctx, differencesOf(lines, { entry, isVoid }))
  await post(ctx, [
    {
      ...entry,
      memo: `${isVoid ? 'Void of bill' : 'Bill'} ${bill.billNumber}`,
      lines: [...(isVoid ? reversedLines(sides) : sides), ...stockLines(valued)],
    },
  ])
  if (!isVoid) await updateReturnCredits(ctx, await ordersOf(ctx, bill.id), { date })
}

/** The differences between billed and ordered prices, which change the value of the stock. */
export function differencesOf(
  lines: readonly MatchedLine[],
  { entry, isVoid }: { entry: ValueEntry; isVoid: boolean },
): PriceDifference[] {
  return lines.flatMap((line) => {
    const difference = differenceOf(line)
    if (line.kind !== 'item' || difference === 0) return []
    const amount = (isVoid ? 0 - difference : difference) as Cents
    return [{ entry, skuId: line.skuId, units: line.quantity, amount }]
  })
}

/**
 * The journal lines of a bill: received goods at their ordered price, orders without lines and tax
 * as cost, and other lines to their account. Price differences are posted separately.
 */
function sidesOf(bill: LockedBill, lines: readonly MatchedLine[]): PostingLine[] {
  const { vendorId } = bill
  const sides = lines.flatMap((line): PostingLine[] => {
    if (line.kind === 'free') return [{ account: postedAccount(line.account), debit: line.total }]
    if (line.kind === 'order') return [{ account: 'costOfGoods', debit: line.total }]
    return [{ account: 'notBilled', debit: expectedOf(line), vendorId }]
  })
  const tax: PostingLine = { account: 'costOfGoods', debit: cents(bill.taxAmount) }
  return [...sides, tax, { account: 'payable', credit: cents(bill.totalAmount), vendorId }]
}
