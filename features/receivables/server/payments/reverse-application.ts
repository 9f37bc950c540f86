import { record } from '#features/audit/server/service.ts'
import { addBalances } from '#features/customers/server/service.ts'
import type { ReasonedPostingForm } from '#features/journal/posting-form.ts'
import { guardNotBefore, postingDateOf, guardOpen, post } from '#features/journal/server/service.ts'
import { reversedLines } from '#features/journal/rules.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { type Cents, cents, sum } from '#platform/kernel/money.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { updateMany } from '#platform/server/records/write-many.ts'
import type { InvoiceDetails } from '../../contract.ts'
import { readInvoice } from '../read-documents.ts'
import { lossPostings } from './discount-and-write-off-postings.ts'
import { creditMemos, customerPayments, invoices } from '../tables.ts'
import { lockCustomer } from '../lock-customers.ts'
import { openAmountChanges } from './change-open-amount.ts'

type Row = {
  id: number
  kind: 'payment' | 'credit' | 'write-off'
  invoiceId: number
  invoiceNumber: string
  customerId: number
  paymentId: number | null
  creditMemoId: number | null
  amount: string
  discount: string
  appliedOn: Day
  reversedOn: Day | null
}

const columns = `a.id, a.kind, a.invoice_id as "invoiceId", i.invoice_number as "invoiceNumber",
  i.customer_id as "customerId", a.payment_id as "paymentId",
  a.credit_memo_id as "creditMemoId", a.amount, a.discount, a.applied_on as "appliedOn",
  a.reversed_on as "reversedOn"`

const readOne = {
  name: 'application_to_reverse',
  text: `select ${columns} from receivable_applications a
         join invoices i on i.id = a.invoice_id where a.id = $1`,
}
const readOfSource = {
  name: 'applications_to_reverse',
  text: `select ${columns} from receivable_applications a
         join invoices i on i.id = a.invoice_id
         where (a.payment_id = $1 or a.rest_of_payment = $1 or a.credit_memo_id = $2)
           and a.reversed_on is null
         order by a.invoice_id, a.id`,
}

/**
 * Reverses one application: the invoice is open again, and so is the payment or credit memo. A
 * discount or write-off is owed again. The posting date must not be before the application.
 */
export async function reverseApplication(
  ctx: Context,
  id: number,
  { reason, postedOn }: ReasonedPostingForm,
): Promise<InvoiceDetails> {
  const { businessTimeZone } = await readSettings(ctx)
  const posting = postingDateOf(postedOn, today(ctx.now, businessTimeZone))
  const date = posting.postedOn
  return inTransaction(ctx, async (inner) => {
    await guardOpen(inner, [date])
    const [found] = await rows<Row>(inner.db, readOne, [id])
    if (!found) throw missing('That application')
    await lockCustomer(inner, found.customerId)
    const [row] = await rows<Row>(inner.db, readOne, [id])
    if (!row) throw missing('That application')
    if (row.reversedOn) {
      throw new Refusal('refused', 'illegal-transition', 'This has already been reversed')
    }
    guardNotBefore(posting, [{ day: row.appliedOn, event: 'the settlement date' }])
    await reverseRows(inner, [row], { reason, date })
    return readInvoice(inner, row.invoiceId)
  })
}

type SettledBy = { paymentId: number } | { creditMemoId: number }

/**
 * Reverses all applications of a payment or memo, and the write-offs of what a payment left open.
 * The caller must hold the customer lock.
 */
export async function reverseAll(
  ctx: Context,
  { reason, date, ...source }: SettledBy & { reason: string; date: Day },
): Promise<void> {
  const [paymentId, creditMemoId] =
    'paymentId' in source ? [source.paymentId, null] : [null, source.creditMemoId]
  const found = await rows<Row>(ctx.db, readOfSource, [paymentId, creditMemoId])
  await reverseRows(ctx, found, { reason, date })
}

const markReversed = {
  name: 'mark_applications_reversed',
  text: `update receivable_applications
         set reversed_on = greatest($2::date, applied_on) where id = any($1::int[])`,
}
async function reverseRows(
  ctx: Context,
  found: readonly Row[],
  { reason, date }: { reason: string; date: Day },
): Promise<void> {
  if (found.length === 0) return
  await send(ctx, markReversed, [found.map(({ id }) => id), date])
  const owed = found.map(({ invoiceId, amount, discount }) => {
    return { id: invoiceId, change: sum([cents(amount), cents(discount)]) }
  })
  const paid = found.flatMap(({ paymentId: id, amount }) => {
    return id === null ? [] : [{ id, change: cents(amount) }]
  })
  const credited = found.flatMap(({ creditMemoId: id, amount }) => {
    return id === null ? [] : [{ id, change: cents(amount) }]
  })
  const options = { increments: ['openAmount'], isNewVersion: true } as const
  await updateMany(ctx, invoices, openAmountChanges(owed), options)
  await updateMany(ctx, customerPayments, openAmountChanges(paid), options)
  await updateMany(ctx, creditMemos, openAmountChanges(credited), options)
  await reopenInvoices(ctx, found, date)
  await record(
    ctx,
    found.map(({ invoiceId }) => {
      return { entity: 'invoice', entityId: invoiceId, action: 'unapply', reason }
    }),
  )
}

/** Posts the reversal of discounts and write-offs, which are owed again. */
async function reopenInvoices(ctx: Context, found: readonly Row[], date: Day): Promise<void> {
  const losses = found.flatMap((row) => {
    const { customerId, invoiceNumber, kind, appliedOn } = row
    const amounts = { amount: cents(row.amount), discount: cents(row.discount) }
    const invoice = { customerId, invoiceNumber }
    return lossPostings({ invoice, kind, appliedOn, ...amounts }, row.id)
  })
  const [first] = losses
  if (!first) return
  await post(
    ctx,
    losses.map((posting) => ({
      ...posting,
      event: 'void',
      postedOn: date > posting.postedOn ? date : posting.postedOn,
      memo: `${posting.memo} reversed`,
      lines: reversedLines(posting.lines),
    })),
  )
  const lossTotal: Cents = sum(losses.map(({ loss }) => loss))
  await addBalances(ctx, new Map([[first.customerId, lossTotal]]))
}
