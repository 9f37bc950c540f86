import { applyStep, record } from '#features/audit/server/service.ts'
import { newRoleSkipped } from '#features/auth/server/service.ts'
import type { PostingForm, ReasonedPostingForm } from '#features/journal/posting-form.ts'
import {
  guardNotBefore,
  post,
  type PostingRules,
  readPostingRules,
  rejectPostingDate,
} from '#features/journal/server/service.ts'
import { guardNotFuture } from '#features/journal/rules.ts'
import {
  openBillsOf,
  earliestOfBills,
  unapplyPrepayment,
  type BillToSettle,
  lockBillsToSettle,
  applyToBills,
  reverseApplications,
} from '#features/payables/server/service.ts'
import {
  type BillApplication,
  oldestFirst,
  openOf,
  type PayableControl,
  refuseOverApplication,
  waivedBy,
} from '#features/payables/rules.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal, fitsMoney, sum, zero } from '#platform/kernel/money.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import {
  type Context,
  inTransaction,
  onOneConnection,
  rows,
  send,
} from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import { readOne } from '#platform/server/lists/list.ts'
import { nextNumbers } from '#platform/server/records/generate-document-numbers.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { type AppliedTransition, runTransition } from '#platform/server/records/transition.ts'
import type { IfMatch } from '#platform/server/records/versions.ts'
import type { VendorPayment, VendorPaymentDetails, VendorPaymentForm } from '../contract.ts'
import { voidNotBefore, lock, type LockedPayment, messageOf } from './locked-payment.ts'
import { nextPaymentStatus } from '../rules.ts'
import * as store from './store.ts'
import { vendorPaymentLines } from './tables.ts'

/** One payment with its bills, and the controls waived at its release. */
export async function readVendorPayment(ctx: Context, id: number): Promise<VendorPaymentDetails> {
  return onOneConnection(ctx, async ({ db }) => {
    const payment = await readOne<VendorPayment>(db, store.list, { id })
    if (!payment) throw missing('That payment')
    const bills = await rows<VendorPaymentDetails['bills'][number]>(db, store.readBills, [id])
    const waivers = await rows<VendorPaymentDetails['waivers'][number]>(db, store.readWaivers, [id])
    const refunds = await rows<VendorPaymentDetails['refunds'][number]>(db, store.readRefunds, [id])
    return { ...payment, bills, waivers, refunds }
  })
}

/**
 * Prepares a payment: for chosen bills, for an amount over the oldest due, or for everything due by
 * its date. Nothing is posted yet. Rejects bills of other vendors, more than the open and
 * unprepared amount, a late or excessive discount, and a future date.
 */
export async function prepareVendorPayment(
  ctx: Context,
  form: VendorPaymentForm,
): Promise<VendorPaymentDetails> {
  const { businessTimeZone } = await readSettings(ctx)
  guardNotFuture('paidOn', form.paidOn, today(ctx.now, businessTimeZone))
  const [number] = await nextNumbers(ctx.db, 'VP', { count: 1, now: ctx.now })
  return inTransaction(ctx, async (inner) => {
    const { vendorId, method, reference = null, paidOn, notes = null } = form
    const [vendor] = await rows(inner.db, store.lockVendor, [vendorId])
    if (!vendor) throw invalid([{ path: 'vendorId', message: 'This vendor does not exist' }])
    const applied = await plan(inner, form)
    const amount = sum(applied.map((each) => each.amount))
    const discount = sum(applied.map((each) => each.discount))
    if (!fitsMoney(amount)) throw invalid([{ path: 'bills', message: 'The amount is too large' }])
    const money = [decimal(amount), decimal(discount)]
    const by = inner.user?.id ?? null
    const values = [number, vendorId, method, reference, paidOn, ...money, notes, by]
    const [inserted] = await rows<{ id: number }>(inner.db, store.insertPayment, [
      ...values,
      'bills',
      null,
    ])
    const id = inserted?.id ?? 0
    const lines = applied.map(({ billId, amount, discount }) => {
      return { paymentId: id, billId, amount: decimal(amount), discount: decimal(discount) }
    })
    await insertMany(inner, vendorPaymentLines, lines)
    const entryBase = { entity: 'vendor_payment', entityId: id, action: 'create' } as const
    await record(inner, [{ ...entryBase, toStatus: 'draft' }])
    await enqueue(inner, [messageOf(await lock(inner, id), 'create')])
    return readVendorPayment(inner, id)
  })
}

/** The amounts to pay per bill, with the bills locked. */
async function plan(ctx: Context, form: VendorPaymentForm): Promise<BillApplication[]> {
  const { vendorId, paidOn } = form
  const chosen = form.bills?.map(({ billId, amount, discount }) => {
    return { billId, amount: cents(amount), discount: cents(discount ?? '0') }
  })
  const open = chosen ? [] : await openBillsOf(ctx, vendorId)
  const ids = (chosen ?? open.map(({ id }) => ({ billId: id }))).map(({ billId }) => billId)
  const bills = await lockBillsToSettle(ctx, vendorId, ids)
  if (chosen) {
    chosen.forEach((part, index) => guardPart(part, { bills, paidOn, index, all: chosen }))
    return chosen
  }
  const due = bills.filter(({ dueDate }) => form.amount !== undefined || dueDate <= paidOn)
  const all = sum(due.map(openOf))
  const { applied, unallocated } = oldestFirst(due, form.amount ? cents(form.amount) : all)
  if (applied.length === 0) {
    throw new Refusal('refused', 'nothing-to-pay', 'This vendor has no open bills')
  }
  if (unallocated > 0) {
    const sentence = `The amount exceeds the bills' open total of ${decimal(all)}`
    throw new Refusal('refused', 'over-application', sentence)
  }
  return applied
}

type Guarded = {
  bills: BillToSettle[]
  paidOn: Day
  index: number
  all: readonly BillApplication[]
}

function guardPart(part: BillApplication, { bills, paidOn, index, all }: Guarded): void {
  const refuse = (name: string, message: string) =>
    invalid([{ path: `bills.${index}.${name}`, message }])
  if (part.amount === 0) throw refuse('amount', 'Must be more than 0')
  if (all.findIndex(({ billId }) => billId === part.billId) < index) {
    throw refuse('billId', 'This bill is already selected')
  }
  const bill = bills.find(({ id }) => id === part.billId)
  if (!bill) return
  refuseOverApplication(bill, part)
  if (part.discount === 0) return
  const { billNumber, discountDate } = bill
  if (!discountDate || paidOn > discountDate) {
    throw refuse('discount', `Bill ${billNumber} has no early-payment discount left`)
  }
  const maxDiscount = Math.max(0, bill.discountRemaining - bill.discountPlanned) as Cents
  if (part.discount > maxDiscount) {
    throw refuse(
      'discount',
      `The early-payment discount of bill ${billNumber} is ${decimal(maxDiscount)}`,
    )
  }
}

/**
 * Posts a prepared payment: its bills are settled as of the posting date. The preparer, and a user
 * who recently changed the vendor's terms, are rejected or recorded as a waiver. Rejects amounts no
 * longer open, and a posting date before the check date or before its bills.
 */
export function releaseVendorPayment(ctx: Context, id: number, form: IfMatch & PostingForm) {
  return runPaymentStep(ctx, id, form, async (inner, payment, { posting, settings }) => {
    const date = posting.postedOn
    const { vendorId, amount } = payment
    const to = nextPaymentStatus(payment.status, 'release')
    const known = waivedBy(await brokenBy(inner, payment), settings.sodMode)
    const isOwn = known.includes('self-release')
    const waived = [...known, ...(isOwn ? await newRoleSkipped(inner, settings) : [])]
    const write = async () => {
      type Row = { billId: number; amount: string; discount: string }
      const lines = await rows<Row>(inner.db, store.readLines, [id])
      const applied = lines.map((line): BillApplication => {
        return { ...line, amount: cents(line.amount), discount: cents(line.discount) }
      })
      const billIds = applied.map(({ billId }) => billId)
      if (payment.kind === 'bills') {
        await applyToBills(inner, { source: 'payment', sourceId: id, vendorId, date }, applied)
      }
      guardNotBefore(posting, [
        { day: payment.paidOn, event: 'the pay date' },
        ...(await earliestOfBills(inner, billIds)),
      ])
      const by = inner.user?.id ?? payment.createdBy
      await send(inner, store.movePayment, [id, to, by, date, null])
      await postPayment(inner, payment, { date })
    }
    const approval = { waived, amount }
    return applyStep(inner, payment, { ...paymentKind, action: 'release', to, approval, write })
  })
}

/**
 * Voids a payment: its bills are open again and its posting is reversed as of the posting date,
 * which may not precede the payment or its last application. A draft has no posting date.
 */
export function voidVendorPayment(ctx: Context, id: number, form: IfMatch & ReasonedPostingForm) {
  return runPaymentStep(ctx, id, form, async (inner, payment, { posting }) => {
    const { vendorId } = payment
    const { reason } = form
    const date = posting.postedOn
    const to = nextPaymentStatus(payment.status, 'void')
    if (payment.status === 'posted') guardNotBefore(posting, await voidNotBefore(inner, payment))
    else
      rejectPostingDate(
        form.postedOn,
        'This payment was not posted, so it can only be voided as of today',
      )
    const write = async () => {
      await send(inner, store.movePayment, [id, to, null, null, date])
      if (payment.status !== 'posted') {
        await send(inner, store.freeBillsOfDraft, [id])
        return
      }
      if (payment.kind === 'prepayment') await unapplyFromBills(inner, payment, date)
      else await reverseApplications(inner, { source: 'payment', sourceId: id, vendorId, date })
      await postPayment(inner, payment, { date, isVoid: true })
    }
    return applyStep(inner, payment, { ...paymentKind, action: 'void', to, reason, write })
  })
}

const paymentKind = { entity: 'vendor_payment', messageOf } as const

async function runPaymentStep(
  ctx: Context,
  id: number,
  { ifMatch, ...form }: IfMatch & PostingForm,
  step: (ctx: Context, payment: LockedPayment, rules: PostingRules) => Promise<AppliedTransition>,
): Promise<VendorPaymentDetails> {
  const rules = await readPostingRules(ctx, form)
  const { guardPeriod } = rules
  const subject = { id, ifMatch, guardPeriod, lock, read: readVendorPayment }
  return runTransition(ctx, subject, (inner, payment) => step(inner, payment, rules))
}

/** Reverses the applications of a prepayment. Rejected if the vendor refunded part of it. */
async function unapplyFromBills(ctx: Context, payment: LockedPayment, date: Day): Promise<void> {
  type Refund = VendorPaymentDetails['refunds'][number]
  const refunds = await rows<Refund>(ctx.db, store.readRefunds, [payment.id])
  if (refunds.some(({ reversedOn }) => reversedOn === null)) {
    const { paymentNumber } = payment
    const sentence = `The vendor refunded part of ${paymentNumber}. Reverse that refund first`
    throw new Refusal('refused', 'refunded', sentence)
  }
  await unapplyPrepayment(ctx, payment, date)
}

async function brokenBy(ctx: Context, payment: LockedPayment): Promise<PayableControl[]> {
  if (!ctx.user) return []
  const broken: PayableControl[] = []
  if (ctx.user.id === payment.createdBy) broken.push('self-release')
  const values = [payment.vendorId, ctx.user.id, ctx.now.toISOString()]
  const edits = await rows(ctx.db, store.readVendorEdits, values)
  if (edits.length > 0) broken.push('vendor-edited')
  return broken
}

async function postPayment(
  ctx: Context,
  { id, paymentNumber, vendorId, ...payment }: LockedPayment,
  { date, isVoid = false }: { date: Day; isVoid?: boolean },
): Promise<void> {
  const amount = cents(payment.amount)
  const discount = cents(payment.discount)
  const own = payment.kind === 'prepayment' ? 'vendorPrepaid' : 'payable'
  const side = (value: Cents, isDebit: boolean) =>
    isDebit === isVoid ? { credit: value } : { debit: value }
  await post(ctx, [
    {
      source: 'vendor_payment',
      sourceId: id,
      event: isVoid ? 'void' : 'post',
      postedOn: date,
      memo: `${isVoid ? 'Void of payment' : 'Payment'} ${paymentNumber}`,
      lines: [
        { account: own, vendorId, ...side(sum([amount, discount]), true) },
        { account: 'cash', ...side(amount, false) },
        { account: 'discountsTaken', ...side(discount === 0 ? zero : discount, false) },
      ],
    },
  ])
}
