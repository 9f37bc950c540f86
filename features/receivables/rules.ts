import { parseTerms, type PaymentTerms } from '#features/customers/payment-terms.ts'
import { addDays, type Day, day } from '#platform/kernel/days.ts'
import { lettersAndDigits } from '#platform/kernel/fields.ts'
import { type Flow, statusesOf } from '#platform/kernel/flow.ts'
import {
  type Amount,
  type Cents,
  cents,
  decimal,
  percentageOf,
  sum,
  zero,
} from '#platform/kernel/money.ts'

const defaultTerms: PaymentTerms = { kind: 'net', days: 30, isEom: false }

/**
 * Returns the due date by the payment terms, counted from the document date, without moving
 * weekends. End-of-month terms count from the last day of the month. Terms that cannot be parsed
 * are rejected on save; older records that have them count as net 30 and are listed on the health
 * page.
 */
export function dueDate(terms: string, documentDate: Day): Day {
  const agreed = parseTerms(terms) ?? defaultTerms
  if (agreed.kind === 'net') return addDays(baseOf(agreed, documentDate), agreed.days)
  if (agreed.kind === 'eom') return lastOfMonth(documentDate)
  if (agreed.kind === 'prox') return dayOfNextMonth(documentDate, agreed.day)
  return documentDate
}

/** Returns the last day for the early-payment discount; undefined if the terms have none. */
export function discountDate(terms: string, documentDate: Day): Day | undefined {
  const agreed = parseTerms(terms)
  if (agreed?.kind !== 'net' || !agreed.discount) return undefined
  return addDays(baseOf(agreed, documentDate), agreed.discount.days)
}

function baseOf({ isEom }: { isEom: boolean }, documentDate: Day): Day {
  return isEom ? lastOfMonth(documentDate) : documentDate
}

function firstOfNextMonth(date: Day): Day {
  const [year, month] = date.split('-').map(Number) as [number, number]
  const next = month === 12 ? [year + 1, 1] : [year, month + 1]
  // Years outside the supported range can occur, because a bound may precede the first valid date.
  return day(`${next[0]}-${String(next[1]).padStart(2, '0')}-01`)
}

function lastOfMonth(date: Day): Day {
  return addDays(firstOfNextMonth(date), -1)
}

function dayOfNextMonth(date: Day, ofMonth: number): Day {
  const first = firstOfNextMonth(date)
  const last = lastOfMonth(first)
  const day = addDays(first, ofMonth - 1)
  return day < last ? day : last
}

/** Aging buckets by days past due. The due date itself is in 0-30, day 90 in 61-90. */
export const agingBuckets = [
  { id: 'notDue', label: 'Not due', from: undefined, to: -1 },
  { id: 'days0to30', label: '0-30 days', from: 0, to: 30 },
  { id: 'days31to60', label: '31-60 days', from: 31, to: 60 },
  { id: 'days61to90', label: '61-90 days', from: 61, to: 90 },
  { id: 'over90', label: 'Over 90 days', from: 91, to: undefined },
] as const
export type BucketId = (typeof agingBuckets)[number]['id']
export const bucketIds = agingBuckets.map(({ id }) => id) as [BucketId, ...BucketId[]]
/** The labels of the buckets. */
export const bucketLabels = Object.fromEntries(
  agingBuckets.map(({ id, label }) => [id, label]),
) as Record<BucketId, string>

/** The columns of an aging besides its total. */
export const agingColumns = [...bucketIds, 'unapplied'] as const
/** Amounts by age, and their total: the balance. Unapplied money is negative. */
export type Aging = Record<(typeof agingColumns)[number] | 'total', Cents>

/** An aging with amounts as decimal text. */
export function agingToWire(aging: Aging): Record<keyof Aging, Amount> {
  const amounts = [...agingColumns, 'total' as const].map((id) => [id, decimal(aging[id])])
  // Object.fromEntries loses the key types; the keys are unchanged.
  return Object.fromEntries(amounts) as Record<keyof Aging, Amount>
}

/** The bucket names, oldest first: what an aging can be grouped by. */
export const oldestAges = [...agingBuckets.map(({ label }) => label).toReversed(), 'Nothing open']

/** Returns the oldest bucket with an amount; unapplied money belongs to no bucket. */
export function oldestAgeOf(aging: Readonly<Record<BucketId, string>>): string {
  const oldest = agingBuckets.toReversed().find(({ id }) => cents(aging[id]) !== 0)
  return oldest?.label ?? 'Nothing open'
}

/**
 * Returns the latest document date that has been due for at least `days` under these terms. A later
 * document is never due earlier, so all documents up to that date qualify.
 */
export function lastDueDocumentDate(terms: string, asOf: Day, days: number): Day {
  const limit = addDays(asOf, -days)
  let date = limit
  while (dueDate(terms, date) > limit) date = addDays(date, -1)
  return date
}

export const paymentMethods = ['check', 'ach', 'wire', 'card', 'cash'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** Why a customer paid less than is open. The rest stays open, or is written off. */
export const shortPayReasons = [
  'pricing',
  'shortage',
  'damaged',
  'returned',
  'freight',
  'tax',
  'late-discount',
  'other',
] as const
export type ShortPayReason = (typeof shortPayReasons)[number]

/** State machine of a payment. A bounced payment becomes void and its invoices are open again. */
export const customerPaymentFlow = { posted: { void: 'void' }, void: {} } as const satisfies Flow
export const paymentStatuses = statusesOf(customerPaymentFlow)

/**
 * State machine of a refund: one user prepares it, another releases it. A refund that never arrived
 * is reversed.
 */
export const refundFlow = {
  prepared: { release: 'released', cancel: 'cancelled' },
  released: { reverse: 'reversed' },
  cancelled: {},
  reversed: {},
} as const satisfies Flow
export const refundStatuses = statusesOf(refundFlow)

/** Invoice states in lists, derived from the open amount and the due date. */
export const invoiceStates = ['open', 'part-paid', 'overdue', 'paid'] as const

/** An invoice with the fields needed to apply money to it. */
export type OpenInvoice = {
  id: number
  invoiceNumber: string
  /** Other numbers that a payment reference may name: our order number and the customer PO. */
  orderNumber: string | null
  customerPO: string | null
  docDate: Day
  dueDate: Day
  discountDate: Day | null
  /** The remaining early-payment discount: see `discountLeft`. */
  discountAmount: Cents
  total: Cents
  openAmount: Cents
}

/** Returns the early-payment discount on the goods, by the terms. */
export function earlyDiscount(terms: string, goods: Cents): Cents {
  const agreed = parseTerms(terms)
  if (agreed?.kind !== 'net' || !agreed.discount) return zero
  const [integer = '0', fraction = ''] = agreed.discount.percent.split('.')
  const digits = integer.padStart(2, '0') + fraction.padEnd(2, '0')
  return percentageOf(goods, `0.${digits}`)
}

/** Returns the discount allowed for money of this day; 0 after the discount date. */
export function discountOn(invoice: OpenInvoice, receivedOn: Day): Cents {
  const { discountDate, discountAmount, openAmount } = invoice
  if (!discountDate || receivedOn > discountDate) return zero
  return Math.min(discountAmount, openAmount) as Cents
}

/** A requested application to an invoice. */
export type RequestedApplication = { invoiceId: number; amount: Cents; discount: Cents }

/**
 * Suggests how to apply a payment: first to the invoice its reference names, then to the oldest
 * due. Includes the discount if the money arrived in time and clears the invoice with it.
 */
export function suggestedApplicationsOf(
  invoices: readonly OpenInvoice[],
  money: { amount: Cents; reference: string | null; receivedOn: Day },
): RequestedApplication[] {
  const { reference, receivedOn } = money
  const isNamed = (one: OpenInvoice) => reference !== null && isReference(one, reference)
  const inOrder = [...invoices].sort(
    (a, b) =>
      Number(isNamed(b)) - Number(isNamed(a)) || a.dueDate.localeCompare(b.dueDate) || a.id - b.id,
  )
  let remaining = money.amount
  return inOrder.flatMap((invoice) => {
    if (remaining <= 0 || invoice.openAmount <= 0) return []
    const availableDiscount = discountOn(invoice, receivedOn)
    const clears =
      remaining >= invoice.openAmount - availableDiscount && availableDiscount < invoice.openAmount
    const discount = clears ? availableDiscount : zero
    const amount = Math.min(remaining, invoice.openAmount - discount) as Cents
    remaining = (remaining - amount) as Cents
    return [{ invoiceId: invoice.id, amount, discount }]
  })
}

/** True if a payment reference names the invoice number, its order number or the customer PO. */
function isReference(invoice: OpenInvoice, reference: string): boolean {
  const named = lettersAndDigits(reference)
  const numbers = [invoice.invoiceNumber, invoice.orderNumber, invoice.customerPO]
  return (
    named !== '' && numbers.some((number) => number !== null && lettersAndDigits(number) === named)
  )
}

const smallRemainder = 100

/** True if the remainder of an invoice is small enough to write off with its payment. */
export function isSmallRemainder(remainder: Cents, total: Cents): boolean {
  return remainder > 0 && remainder <= smallRemainder && remainder * 200 <= total
}

/** The write-off limits in the settings. */
type WriteOffLimits = { writeOffLimitFinance: string; writeOffLimitManager: string }

const monthlyFinance = 20
const monthlyManager = 5

/**
 * Returns the write-off limits of a person per invoice and per month; undefined if there is no
 * limit. A limit of the person's own comes first. Otherwise managers have a higher one than finance
 * and own roles, and administrators have none.
 */
export function writeOffLimit(
  person: { role: string; limits?: { writeOffLimit?: Cents } } | undefined,
  limits: WriteOffLimits,
): { invoice: Cents; month: Cents } | undefined {
  if (!person) return undefined
  const own = person.limits?.writeOffLimit
  if (own === undefined && person.role === 'admin') return undefined
  const isManager = person.role === 'manager'
  const ofRole = cents(isManager ? limits.writeOffLimitManager : limits.writeOffLimitFinance)
  const invoice = own ?? ofRole
  return { invoice, month: (invoice * (isManager ? monthlyManager : monthlyFinance)) as Cents }
}

type Aged = { daysLate: number | null; open: string }

/** Sums open items by aging bucket; items without a due date are unapplied. */
export function agesOf(items: readonly Aged[]) {
  const between = (minDays: number, maxDays: number) => {
    const found = items.filter(({ daysLate }) => {
      return daysLate !== null && daysLate >= minDays && daysLate <= maxDays
    })
    return decimal(sum(found.map(({ open }) => cents(open))))
  }
  const free = items.filter(({ daysLate }) => daysLate === null)
  return {
    notDue: between(-Infinity, -1),
    days0to30: between(0, 30),
    days31to60: between(31, 60),
    days61to90: between(61, 90),
    over90: between(91, Infinity),
    unapplied: decimal(sum(free.map(({ open }) => cents(open)))),
  }
}

/**
 * True if an open item is owed after its due date; an invoice that was settled twice as of a day is
 * below 0 there and not past due (docs/rules.md, Receivables).
 */
export function isItemPastDue({ daysLate, open }: Aged): boolean {
  return daysLate !== null && daysLate > 0 && cents(open) > 0
}

type Settled = { id: number; invoiceId: number; reversedOn: string | null }

/** Returns, for each of these invoices, the id of its last application that is not reversed. */
export function lastApplicationIds(
  applications: readonly Settled[],
  invoiceIds: readonly number[],
) {
  const latest = new Map<number, number>()
  for (const { id, invoiceId, reversedOn } of applications) {
    if (reversedOn !== null || !invoiceIds.includes(invoiceId)) continue
    latest.set(invoiceId, Math.max(id, latest.get(invoiceId) ?? 0))
  }
  return [...latest.values()]
}
