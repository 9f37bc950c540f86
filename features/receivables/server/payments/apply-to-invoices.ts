import { record } from '#features/audit/server/service.ts'
import { behalfChange } from '#features/auth/authority-rules.ts'
import { requirePermission } from '#features/auth/rules.ts'
import { addBalances } from '#features/customers/server/service.ts'
import { post } from '#features/journal/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal, formatMoney, sum, zero } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { insertManyReturning, updateMany } from '#platform/server/records/write-many.ts'
import type { ApplicationForm } from '../../contract.ts'
import { remainingDiscount } from '../credit-memos/creditable-amounts.ts'
import { creditedGoods, discountsAllowed, unitsReduced } from '../credit-memos/creditable-lines.ts'
import { shortPayReasonNames } from '../../labels.ts'
import { discountOn, isSmallRemainder, type OpenInvoice, type ShortPayReason } from '../../rules.ts'
import { invoices, receivableApplications } from '../tables.ts'
import { lossPostings } from './discount-and-write-off-postings.ts'
import { guardShortPays } from './guard-short-pays.ts'
import { openAmountChanges } from './change-open-amount.ts'

// The only place that settles invoices: by payments, credit memos and write-offs. Every caller must
// hold the customer lock, so that nothing is applied twice.

type InvoiceRow = Omit<OpenInvoice, 'discountAmount' | 'total' | 'openAmount'> & {
  customerId: number
  terms: string
  goods: string
  creditedGoods: string
  discountsGiven: string
  unitsReduced: string
  total: string
  openAmount: string
}

const openColumns = `i.id, i.invoice_number as "invoiceNumber", i.customer_id as "customerId",
  o.order_number as "orderNumber", o.customer_po as "customerPO", i.doc_date as "docDate",
  i.due_date as "dueDate", i.discount_date as "discountDate", i.payment_terms as terms, i.goods,
  case when i.discount_date is null then 0 else ${creditedGoods} end as "creditedGoods",
  case when i.discount_date is null then 0 else ${discountsAllowed} end as "discountsGiven",
  case when i.discount_date is null then 0 else ${unitsReduced} end as "unitsReduced",
  i.total, i.open_amount as "openAmount"`

const openOfCustomer = {
  name: 'open_invoices_of_customer',
  text: `select ${openColumns} from invoices i left join sales_orders o on o.id = i.sales_order_id
         where i.customer_id = $1 and i.open_amount > 0 order by i.due_date, i.id`,
}

const invoicesById = {
  name: 'invoices_to_settle',
  text: `select ${openColumns} from invoices i left join sales_orders o on o.id = i.sales_order_id
         where i.id = any($1::int[]) order by i.id for no key update of i`,
}

type Settled = OpenInvoice & { customerId: number }

function inCents(row: InvoiceRow): Settled {
  const {
    terms,
    goods,
    creditedGoods: credited,
    discountsGiven,
    unitsReduced: reduced,
    ...invoice
  } = row
  const facts = {
    goods: cents(goods),
    creditedGoods: cents(credited),
    discount: cents(discountsGiven),
    unitsReduced: cents(reduced),
  }
  return {
    ...invoice,
    discountAmount: remainingDiscount(terms, facts),
    total: cents(row.total),
    openAmount: cents(row.openAmount),
  }
}

/** Returns a customer's open invoices, the oldest due first. */
export async function openInvoicesOf(ctx: Context, customerId: number): Promise<Settled[]> {
  return (await rows<InvoiceRow>(ctx.db, openOfCustomer, [customerId])).map(inCents)
}

/** Locks invoices and returns them by id. */
export async function lockInvoices(
  ctx: Context,
  ids: readonly number[],
): Promise<Map<number, Settled>> {
  const found = await rows<InvoiceRow>(ctx.db, invoicesById, [ids])
  return new Map(found.map((row) => [row.id, inCents(row)]))
}

/** The payment or credit memo that settles invoices, with its open amount. */
export type Source = {
  kind: 'payment' | 'credit'
  id: number
  number: string
  customerId: number
  openAmount: Cents
  /** The day the money arrived; it determines the discount. */
  receivedOn: Day
  /** The day it is applied, unless an invoice is dated later. */
  appliedOn: Day
}

type Part = {
  invoice: Settled
  kind: 'payment' | 'credit' | 'write-off'
  amount: Cents
  discount: Cents
  appliedOn: Day
  reason: string | null
  shortPayReason: ShortPayReason | null
  /** A write-off that the limits of the role decide, because it is no small difference. */
  isLimited?: boolean
  /** The name of the person in whose name it is written off, if that is another than the user. */
  behalf?: string | undefined
}

/**
 * Applies a payment or credit memo to the customer's invoices. Throws if that exceeds the open
 * amount on either side, if the terms do not allow the discount, or if the remainder to write off
 * is too large: without a short-pay reason a small difference, with one the limits of the role.
 * Returns the amount used.
 */
export async function settle(
  ctx: Context,
  source: Source,
  applications: readonly ApplicationForm[],
): Promise<Cents> {
  const locked = await lockInvoices(
    ctx,
    applications.map(({ invoiceId }) => invoiceId),
  )
  const parts = applications.flatMap((each, index) => partsOf(ctx, { source, locked, each, index }))
  refuseTwice(applications)
  const used = sum(parts.filter(({ kind }) => kind !== 'write-off').map(({ amount }) => amount))
  if (used > source.openAmount) {
    const sentence = `Only ${formatMoney(source.openAmount)} of ${source.number} is open`
    throw new Refusal('refused', 'over-applied', sentence)
  }
  const limited = parts.filter(({ isLimited }) => isLimited)
  const behalf = await guardShortPays(ctx, limited)
  const decided = parts.map((part) => (part.isLimited ? { ...part, behalf } : part))
  await writeParts(ctx, decided, source)
  return used
}

function refuseTwice(applications: readonly ApplicationForm[]): void {
  const ids = applications.map(({ invoiceId }) => invoiceId)
  const twice = ids.findIndex((id, index) => ids.indexOf(id) < index)
  if (twice < 0) return
  throw invalid([
    { path: `applications.${twice}.invoiceId`, message: 'This invoice is listed twice' },
  ])
}

type ApplicationRequest = {
  source: Source
  locked: ReadonlyMap<number, Settled>
  each: ApplicationForm
  index: number
}

function partsOf(ctx: Context, { source, locked, each, index }: ApplicationRequest): Part[] {
  const invoice = locked.get(each.invoiceId)
  if (!invoice || invoice.customerId !== source.customerId) {
    const message = invoice ? 'This invoice belongs to another customer' : 'No such invoice'
    throw invalid([{ path: `applications.${index}.invoiceId`, message }])
  }
  const amount = cents(each.amount)
  const discount = cents(each.discount ?? '0')
  refuseDiscount(source, invoice, discount)
  const remainder = (invoice.openAmount - amount - discount) as Cents
  if (remainder < 0) {
    const sentence = `${invoice.invoiceNumber} has only ${formatMoney(invoice.openAmount)} open`
    throw new Refusal('refused', 'over-applied', sentence)
  }
  const appliedOn = source.appliedOn > invoice.docDate ? source.appliedOn : invoice.docDate
  // An invoice that is paid in full was not paid short, whatever the caller says.
  const shortPayReason = (remainder > 0 && each.shortPayReason) || null
  const settled = { invoice, appliedOn, shortPayReason }
  const part = { ...settled, kind: source.kind, amount, discount, reason: null }
  if (!each.writeOffRest || remainder === 0) return [part]
  requirePermission(ctx.user, 'receivables.writeOff')
  return [part, { ...settled, kind: 'write-off', discount: zero, ...writeOffOf(part, remainder) }]
}

/** The write-off of what a payment leaves open. Throws if that is large and has no reason. */
function writeOffOf({ invoice, shortPayReason }: Part, amount: Cents) {
  const isSmall = isSmallRemainder(amount, invoice.total)
  if (!isSmall && shortPayReason === null) {
    const sentence =
      `${formatMoney(amount)} of ${invoice.invoiceNumber} is not a small difference. ` +
      'Choose a short-pay reason to write it off'
    throw new Refusal('refused', 'over-limit', sentence)
  }
  const reason = shortPayReason && `Short pay: ${shortPayReasonNames[shortPayReason]}`
  return { amount, reason: reason ?? 'Small payment difference', isLimited: !isSmall }
}

function refuseDiscount(source: Source, invoice: OpenInvoice, discount: Cents): void {
  if (discount === 0) return
  const allowed = source.kind === 'payment' ? discountOn(invoice, source.receivedOn) : zero
  if (discount <= allowed) return
  const sentence =
    allowed === 0
      ? `${invoice.invoiceNumber} allows no discount for payments on that day`
      : `${invoice.invoiceNumber} allows a discount of at most ${formatMoney(allowed)}`
  throw new Refusal('refused', 'discount-not-allowed', sentence)
}

/** Writes off part of an invoice. The caller has already checked that this is allowed. */
export async function writeOff(
  ctx: Context,
  invoice: Settled,
  writtenOff: { amount: Cents; reason: string; appliedOn: Day; behalf: string | undefined },
): Promise<void> {
  const part = { invoice, kind: 'write-off', discount: zero, shortPayReason: null } as const
  await writeParts(ctx, [{ ...part, ...writtenOff }], undefined)
}

async function writeParts(
  ctx: Context,
  parts: readonly Part[],
  source: Source | undefined,
): Promise<void> {
  if (parts.length === 0) return
  const applications = parts.map(({ invoice, kind, amount, discount, appliedOn, ...why }) => ({
    kind,
    invoiceId: invoice.id,
    paymentId: kind === 'payment' ? (source?.id ?? null) : null,
    creditMemoId: kind === 'credit' ? (source?.id ?? null) : null,
    amount: decimal(amount),
    discount: decimal(discount),
    appliedOn,
    restOfPaymentId: source?.kind === 'payment' && kind === 'write-off' ? source.id : null,
    reason: why.reason,
    shortPayReason: why.shortPayReason,
    createdBy: ctx.user?.id ?? null,
  }))
  const returned = ['id'] as const
  const inserted = await insertManyReturning(ctx, receivableApplications, applications, {
    returned,
  })
  const settled = openAmountChanges(
    parts.map(({ invoice, amount, discount }) => {
      return { id: invoice.id, change: (0 - amount - discount) as Cents }
    }),
  )
  await updateMany(ctx, invoices, settled, { increments: ['openAmount'], isNewVersion: true })
  const postings = parts.flatMap((part, index) => lossPostings(part, inserted[index]?.id ?? 0))
  await post(ctx, postings)
  await lowerBalance(ctx, postings)
  await record(
    ctx,
    parts.map(({ invoice, kind, amount, reason, behalf }) => ({
      entity: 'invoice' as const,
      entityId: invoice.id,
      action: kind === 'write-off' ? 'write-off' : 'apply',
      reason: reason ?? `${formatMoney(amount)} of ${source?.number ?? ''}`,
      ...(behalf !== undefined && { changes: behalfChange(behalf) }),
    })),
  )
}

async function lowerBalance(
  ctx: Context,
  losses: readonly { customerId: number; loss: Cents }[],
): Promise<void> {
  const [first] = losses
  if (!first) return
  const all = sum(losses.map(({ loss }) => loss))
  await addBalances(ctx, new Map([[first.customerId, (0 - all) as Cents]]))
}
