import { record } from '#features/audit/server/service.ts'
import { guardNotFuture, reversedLines, type PostingLine } from '#features/journal/rules.ts'
import { guardNotBefore, guardOpen, post } from '#features/journal/server/service.ts'
import {
  openBillsOf,
  applyPrepayment,
  openPrepayments,
  type Prepayment,
  unapplyPrepayment,
  lockPostedBills,
} from '#features/payables/server/service.ts'
import { oldestFirst } from '#features/payables/rules.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal, formatMoney, zero } from '#platform/kernel/money.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { nextNumbers } from '#platform/server/records/generate-document-numbers.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { guardVersion, type IfMatch } from '#platform/server/records/versions.ts'
import type {
  VendorPaymentDetails,
  ApplyPrepaymentForm,
  PrepaymentForm,
  PrepaymentRefundForm,
  ReversePrepaymentRefundForm,
} from '../contract.ts'
import { lock, messageOf } from './locked-payment.ts'
import { readVendorPayment } from './service.ts'
import * as store from './store.ts'

const lockOrder = {
  name: 'lock_order_to_prepay',
  text: `select order_number as "orderNumber", vendor_id as "vendorId", status
         from purchase_orders where id = $1 for share`,
}
type Order = { orderNumber: string; vendorId: number; status: string }

/**
 * Prepares a prepayment to a vendor, optionally for one of its orders. Nothing is posted until
 * another user releases it. Rejects an order of another vendor or a cancelled one, a zero amount,
 * and a future date.
 */
export async function prepareVendorPrepayment(
  ctx: Context,
  form: PrepaymentForm,
): Promise<VendorPaymentDetails> {
  const { businessTimeZone } = await readSettings(ctx)
  guardNotFuture('paidOn', form.paidOn, today(ctx.now, businessTimeZone))
  const amount = cents(form.amount)
  if (amount === 0) throw invalid([{ path: 'amount', message: 'Must be more than 0' }])
  const [number] = await nextNumbers(ctx.db, 'VP', { count: 1, now: ctx.now })
  return inTransaction(ctx, async (inner) => {
    const { vendorId, method, reference = null, paidOn, notes = null } = form
    const orderId = form.purchaseOrderId ?? null
    const [vendor] = await rows(inner.db, store.lockVendor, [vendorId])
    if (!vendor) throw invalid([{ path: 'vendorId', message: 'This vendor does not exist' }])
    if (orderId !== null) await guardOrder(inner, orderId, vendorId)
    const by = inner.user?.id ?? null
    const money = [decimal(amount), decimal(zero)]
    const values = [number, vendorId, method, reference, paidOn, ...money, notes, by]
    const [inserted] = await rows<{ id: number }>(inner.db, store.insertPayment, [
      ...values,
      'prepayment',
      orderId,
    ])
    const id = inserted?.id ?? 0
    const entryBase = { entity: 'vendor_payment', entityId: id, action: 'create' } as const
    await record(inner, [{ ...entryBase, toStatus: 'draft' }])
    await enqueue(inner, [messageOf(await lock(inner, id), 'create')])
    return readVendorPayment(inner, id)
  })
}

async function guardOrder(ctx: Context, id: number, vendorId: number): Promise<void> {
  const [order] = await rows<Order>(ctx.db, lockOrder, [id])
  const refuse = (message: string) => invalid([{ path: 'purchaseOrderId', message }])
  if (!order) throw refuse('This purchase order does not exist')
  if (order.vendorId !== vendorId) throw refuse(`${order.orderNumber} belongs to another vendor`)
  if (order.status === 'cancelled') throw refuse(`${order.orderNumber} is cancelled`)
}

/** Applies a prepayment to the vendor's bills: the chosen ones, or the oldest due first. */
export function applyVendorPrepayment(
  ctx: Context,
  id: number,
  { bills, ifMatch }: ApplyPrepaymentForm & IfMatch,
): Promise<VendorPaymentDetails> {
  return runPrepaymentStep(ctx, id, { ifMatch }, async (inner, prepayment, date) => {
    const chosen = bills?.map(({ billId, amount }) => {
      return { billId, amount: cents(amount), discount: zero }
    })
    const applied = chosen ?? (await oldestDue(inner, prepayment))
    if (applied.every(({ amount }) => amount === 0)) {
      const sentence = 'There are no open bills for this prepayment'
      throw new Refusal('refused', 'nothing-to-apply', sentence)
    }
    await applyPrepayment(inner, prepayment, { applied, date })
  })
}

async function oldestDue(ctx: Context, { vendorId, open }: Prepayment) {
  const found = await openBillsOf(ctx, vendorId)
  const locked = await lockPostedBills(
    ctx,
    found.map(({ id }) => id),
  )
  return oldestFirst(locked, open).applied
}

/** Reverses the applications of a prepayment: the bills are open again. */
export function unapplyVendorPrepayment(
  ctx: Context,
  id: number,
  request: IfMatch,
): Promise<VendorPaymentDetails> {
  return runPrepaymentStep(ctx, id, request, async (inner, prepayment, date) => {
    if (await unapplyPrepayment(inner, prepayment, date)) return
    throw new Refusal('refused', 'nothing-applied', 'This prepayment is not applied to any bill')
  })
}

const insertRefund = {
  name: 'insert_vendor_prepayment_refund',
  text: `insert into vendor_prepayment_refunds
           (payment_id, amount, received_on, reference, reason, created_by, reverses)
         values ($1, $2, $3, $4, $5, $6, $7)
         returning id`,
}

/**
 * Records a vendor's refund of a prepayment. Rejects more than its unapplied amount, and a date in
 * the future, before the prepayment, or before its last application or refund was reversed.
 */
export function refundVendorPrepayment(
  ctx: Context,
  id: number,
  { ifMatch, ...form }: PrepaymentRefundForm & IfMatch,
): Promise<VendorPaymentDetails> {
  const { receivedOn, reference = null, reason } = form
  const days = receivedOn ? [receivedOn] : []
  return runPrepaymentStep(ctx, id, { ifMatch, days }, async (inner, prepayment, date) => {
    const { paymentNumber, vendorId, open, postedOn, availableFrom } = prepayment
    const day = receivedOn ?? date
    guardNotFuture('receivedOn', day, date)
    guardNotBefore({ postedOn: day, today: date, path: 'receivedOn' }, [
      { day: postedOn, event: 'the posting date of the prepayment' },
      { day: availableFrom, event: 'when its last application or refund was reversed' },
    ])
    const amount = cents(form.amount)
    if (amount === 0) throw invalid([{ path: 'amount', message: 'Must be more than 0' }])
    if (amount > open) {
      const sentence = `Only ${formatMoney(open)} of prepayment ${paymentNumber} is open`
      throw new Refusal('refused', 'over-refunded', sentence)
    }
    const by = inner.user?.id ?? null
    const values = [id, decimal(amount), day, reference, reason, by, null]
    const [inserted] = await rows<{ id: number }>(inner.db, insertRefund, values)
    await post(inner, [
      {
        source: 'prepayment_refund',
        sourceId: inserted?.id ?? 0,
        postedOn: day,
        memo: `Refund of prepayment ${paymentNumber}`,
        lines: refundLines(amount, vendorId),
      },
    ])
    const entry = { entity: 'vendor_payment', entityId: id, action: 'refund', reason } as const
    await record(inner, [entry])
  })
}

function refundLines(amount: Cents, vendorId: number): PostingLine[] {
  return [
    { account: 'cash', debit: amount },
    { account: 'vendorPrepaid', credit: amount, vendorId },
  ]
}

/**
 * Reverses a refund that was never received, as of today: its amount is unapplied again. Rejects
 * one already reversed.
 */
export function reversePrepaymentRefund(
  ctx: Context,
  id: number,
  { ifMatch, refundId, reason }: ReversePrepaymentRefundForm & IfMatch,
): Promise<VendorPaymentDetails> {
  return runPrepaymentStep(
    ctx,
    id,
    { ifMatch },
    async (inner, { paymentNumber, vendorId }, date) => {
      const refunds = await rows<VendorPaymentDetails['refunds'][number]>(
        inner.db,
        store.readRefunds,
        [id],
      )
      const refund = refunds.find((each) => each.id === refundId)
      if (!refund) {
        throw invalid([{ path: 'refundId', message: `${paymentNumber} has no such refund` }])
      }
      if (refund.reversedOn !== null) {
        throw new Refusal('refused', 'reversed', 'This refund has already been reversed')
      }
      const by = inner.user?.id ?? null
      const values = [id, `-${refund.amount}`, date, refund.reference, reason, by, refundId]
      const [inserted] = await rows<{ id: number }>(inner.db, insertRefund, values)
      await post(inner, [
        {
          source: 'prepayment_refund',
          sourceId: inserted?.id ?? 0,
          postedOn: date,
          memo: `Reversed refund of prepayment ${paymentNumber}`,
          lines: reversedLines(refundLines(cents(refund.amount), vendorId)),
        },
      ])
      const action = 'reverse-refund' as const
      await record(inner, [{ entity: 'vendor_payment', entityId: id, action, reason }])
    },
  )
}

const touch = {
  name: 'touch_vendor_prepayment',
  text: `update vendor_payments set version = version + 1, updated_at = now() where id = $1`,
}

/**
 * Runs an action on a posted prepayment. Locks its months first, then the payment, then its bills.
 */
async function runPrepaymentStep(
  ctx: Context,
  id: number,
  { ifMatch, days = [] }: IfMatch & { days?: readonly Day[] },
  work: (ctx: Context, prepayment: Prepayment, date: Day) => Promise<void>,
): Promise<VendorPaymentDetails> {
  const { businessTimeZone } = await readSettings(ctx)
  const date = today(ctx.now, businessTimeZone)
  return inTransaction(ctx, async (inner) => {
    await guardOpen(inner, [date, ...days])
    const payment = await lock(inner, id)
    if (payment.kind !== 'prepayment') throw missing('That prepayment')
    guardVersion(payment, ifMatch)
    const [prepayment] = await openPrepayments(inner, [id])
    if (!prepayment) {
      const sentence = `This prepayment is ${payment.status}, so it cannot be changed`
      throw new Refusal('refused', 'illegal-transition', sentence)
    }
    await work(inner, prepayment, date)
    await rows(inner.db, touch, [id])
    await enqueue(inner, [messageOf({ ...payment, version: payment.version + 1 }, 'apply')])
    return readVendorPayment(inner, id)
  })
}
