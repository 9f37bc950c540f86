import { record } from '#features/audit/server/service.ts'
import { addBalances } from '#features/customers/server/service.ts'
import { reversedLines, type PostingLine } from '#features/journal/rules.ts'
import type { ReasonedPostingForm } from '#features/journal/posting-form.ts'
import { guardNotBefore, postingDateOf, guardOpen, post } from '#features/journal/server/service.ts'
import { businessDay } from '#features/settings/server/service.ts'
import { type Day } from '#platform/kernel/days.ts'
import { advance } from '#platform/kernel/flow.ts'
import { type Cents, cents, decimal } from '#platform/kernel/money.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { guardVersion, type IfMatch } from '#platform/server/records/versions.ts'
import type { PaymentDetails, PaymentForm, ApplicationForm } from '../../contract.ts'
import { chargeRefunds } from '../refunds/charge-refunds-of-void-payment.ts'
import { lastUsed } from './last-application-day.ts'
import { reverseAll } from './reverse-application.ts'
import { customerPaymentFlow, suggestedApplicationsOf } from '../../rules.ts'
import { readPayment } from '../read-documents.ts'
import { openInvoicesOf, settle } from './apply-to-invoices.ts'
import { changeOpenAmount } from './change-open-amount.ts'
import { lockCustomer } from '../lock-customers.ts'

const insertPayment = {
  name: 'insert_customer_payment',
  text: `insert into customer_payments
           (customer_id, received_on, method, reference, amount, open_amount, notes, created_by)
         values ($1, $2, $3, $4, $5, $5, $6, $7)
         returning id, payment_number as "paymentNumber", customer_id as "customerId",
                   received_on as "receivedOn", amount, open_amount as "openAmount", status,
                   version`,
}

const lockPaymentRow = {
  name: 'lock_customer_payment',
  text: `select id, payment_number as "paymentNumber", customer_id as "customerId",
                received_on as "receivedOn", amount, open_amount as "openAmount", status, version
         from customer_payments where id = $1 for no key update`,
}

const customerOf = {
  name: 'customer_of_payment',
  text: `select customer_id as "customerId", received_on as "receivedOn"
         from customer_payments where id = $1`,
}

type LockedPayment = {
  id: number
  paymentNumber: string
  customerId: number
  receivedOn: Day
  amount: string
  openAmount: string
  status: string
  version: number
}

/**
 * Records a customer payment and applies it as requested; the remainder is left open on the
 * payment. Throws if the date is in the future, or if an application exceeds the open amount on
 * either side.
 */
export async function recordPayment(ctx: Context, form: PaymentForm): Promise<PaymentDetails> {
  const date = await businessDay(ctx)
  const receivedOn = form.receivedOn ?? date
  if (receivedOn > date) {
    throw invalid([{ path: 'receivedOn', message: 'Must not be in the future' }])
  }
  return inTransaction(ctx, async (inner) => {
    await guardOpen(inner, [receivedOn])
    await lockCustomer(inner, form.customerId)
    const [inserted] = await rows<LockedPayment>(inner.db, insertPayment, [
      form.customerId,
      receivedOn,
      form.method,
      form.reference ?? null,
      form.amount,
      form.notes ?? null,
      inner.user?.id ?? null,
    ])
    const payment = inserted as LockedPayment
    await postPayment(inner, payment)
    const { applications: entered = [], applyAsOffered = false } = form
    const isOffered = applyAsOffered && entered.length === 0
    const applications = isOffered ? await suggestedApplications(inner, payment, form) : entered
    await use(inner, payment, { applications, appliedOn: receivedOn })
    await record(inner, [
      { entity: 'customer_payment', entityId: payment.id, action: 'create', toStatus: 'posted' },
    ])
    await publishPaymentChanged(inner, payment, 'recorded')
    return readPayment(inner, payment.id)
  })
}

/** Suggests applications for the payment. The caller must hold the customer lock. */
async function suggestedApplications(
  ctx: Context,
  { customerId, amount, receivedOn }: LockedPayment,
  { reference = null }: PaymentForm,
): Promise<ApplicationForm[]> {
  const invoices = await openInvoicesOf(ctx, customerId)
  const offered = suggestedApplicationsOf(invoices, {
    amount: cents(amount),
    reference,
    receivedOn,
  })
  return offered.map((part) => ({
    invoiceId: part.invoiceId,
    amount: decimal(part.amount),
    discount: decimal(part.discount),
  }))
}

/** The journal lines of a payment. */
function linesOf({ amount, customerId }: LockedPayment): PostingLine[] {
  return [
    { account: 'cash', debit: cents(amount) },
    { account: 'receivable', credit: cents(amount), customerId },
  ]
}

async function postPayment(ctx: Context, payment: LockedPayment): Promise<void> {
  const { id, paymentNumber, customerId, receivedOn, amount } = payment
  const memo = `Payment ${paymentNumber}`
  const entry = { source: 'customer_payment' as const, sourceId: id, postedOn: receivedOn, memo }
  await addBalances(ctx, new Map([[customerId, (0 - cents(amount)) as Cents]]))
  await post(ctx, [{ ...entry, lines: linesOf(payment) }])
}

type Use = { applications: readonly ApplicationForm[]; appliedOn: Day }

async function use(
  ctx: Context,
  payment: LockedPayment,
  { applications, appliedOn }: Use,
): Promise<void> {
  if (applications.length === 0) return
  const { id, paymentNumber: number, customerId, receivedOn } = payment
  const openAmount = cents(payment.openAmount)
  const source = { kind: 'payment', id, number, customerId, openAmount, receivedOn } as const
  const used = await settle(ctx, { ...source, appliedOn }, applications)
  await changeOpenAmount(ctx, source, (0 - used) as Cents)
}

async function publishPaymentChanged(
  ctx: Context,
  payment: LockedPayment,
  action: string,
): Promise<void> {
  const { id, paymentNumber, customerId, amount } = payment
  await enqueue(ctx, [
    {
      topic: `payment.${action}`,
      aggregate: 'customer_payment',
      aggregateId: id,
      aggregateVersion: 1,
      payload: { paymentNumber, customerId, amount },
    },
  ])
}

/** Locks the customer of a payment, then the payment, and returns its current state. */
async function lockPayment(ctx: Context, id: number, change: IfMatch): Promise<LockedPayment> {
  const [owner] = await rows<{ customerId: number }>(ctx.db, customerOf, [id])
  if (!owner) throw missing('That payment')
  await lockCustomer(ctx, owner.customerId)
  const [payment] = await rows<LockedPayment>(ctx.db, lockPaymentRow, [id])
  if (!payment) throw missing('That payment')
  guardVersion(payment, change.ifMatch)
  return payment
}

/** Applies the open amount of a payment to the customer's invoices, as of today. */
export async function applyPayment(
  ctx: Context,
  id: number,
  { applications, ifMatch }: IfMatch & { applications: readonly ApplicationForm[] },
): Promise<PaymentDetails> {
  const appliedOn = await businessDay(ctx)
  return inTransaction(ctx, async (inner) => {
    await guardOpen(inner, [appliedOn])
    const payment = await lockPayment(inner, id, { ifMatch })
    await use(inner, payment, { applications, appliedOn })
    await record(inner, [{ entity: 'customer_payment', entityId: id, action: 'apply' }])
    return readPayment(inner, id)
  })
}

const voidRow = {
  name: 'void_customer_payment',
  text: `update customer_payments
         set status = 'void', voided_on = $2, open_amount = 0, updated_at = now(),
             version = version + 1
         where id = $1`,
}

const preparedRefund = {
  name: 'prepared_refund_of_payment',
  text: `select refund_number as "refundNumber" from refunds
         where payment_id = $1 and status = 'prepared' order by id limit 1`,
}

/**
 * Voids a payment that bounced or was a mistake: its invoices are open again, and the books show
 * the payment and its reversal. Amounts already refunded from it are charged to the customer.
 * Throws 409 if a refund of it is prepared, so that no money is paid out for an unpaid invoice. The
 * posting date must not be before the money was last used.
 */
export async function voidPayment(
  ctx: Context,
  id: number,
  { reason, postedOn, ifMatch }: IfMatch & ReasonedPostingForm,
): Promise<PaymentDetails> {
  const posting = postingDateOf(postedOn, await businessDay(ctx))
  const date = posting.postedOn
  return inTransaction(ctx, async (inner) => {
    await guardOpen(inner, [date])
    const payment = await lockPayment(inner, id, { ifMatch })
    const status = advance(customerPaymentFlow, payment.status, 'void')
    const [prepared] = await rows<{ refundNumber: string }>(inner.db, preparedRefund, [id])
    if (prepared) {
      const { refundNumber } = prepared
      const pending = `This payment has the pending refund ${refundNumber}`
      const sentence = `${pending}. Cancel the refund first`
      throw new Refusal('refused', 'refunded', sentence)
    }
    guardNotBefore(posting, [
      { day: payment.receivedOn, event: 'the payment date' },
      await lastUsed(inner, { kind: 'payment', id }),
    ])
    await reverseAll(inner, { paymentId: id, reason, date })
    await send(inner, voidRow, [id, date])
    await unapplyAll(inner, payment, date)
    await chargeRefunds(inner, { paymentId: id, date, reason })
    await record(inner, [
      {
        entity: 'customer_payment',
        entityId: id,
        action: 'void',
        fromStatus: payment.status,
        toStatus: status,
        reason,
      },
    ])
    return readPayment(inner, id)
  })
}

async function unapplyAll(ctx: Context, payment: LockedPayment, date: Day): Promise<void> {
  const { id, paymentNumber, customerId, amount } = payment
  const memo = `Payment ${paymentNumber} voided`
  const entry = { source: 'customer_payment' as const, sourceId: id, event: 'void', memo }
  await addBalances(ctx, new Map([[customerId, cents(amount)]]))
  await post(ctx, [{ ...entry, postedOn: date, lines: reversedLines(linesOf(payment)) }])
}
