import { parseTerms, type PaymentTerms } from '#features/customers/rules.ts'
import { addDays, type Day } from '#platform/kernel/days.ts'
import { squeezed } from '#platform/kernel/fields.ts'
import { type Flow, statusesOf } from '#platform/kernel/flow.ts'
import { type Cents, cents, decimal, percentageOf, sum, zero } from '#platform/kernel/money.ts'

const usual: PaymentTerms = { kind: 'net', days: 30, isEom: false }

/**
 * The day an amount is due by its terms, counted from the day of its document, without a shift for
 * weekends. Terms end of month count from its last day. Terms that cannot be parsed are refused on
 * save; records that have them from earlier are net 30 and listed on the health page.
 */
export function dueDate(terms: string, documentDate: Day): Day {
  const agreed = parseTerms(terms) ?? usual
  if (agreed.kind === 'net') return addDays(baseOf(agreed, documentDate), agreed.days)
  if (agreed.kind === 'eom') return lastOfMonth(documentDate)
  if (agreed.kind === 'prox') return dayOfNextMonth(documentDate, agreed.day)
  return documentDate
}

/** The last day on which an early payment may take its discount; undefined where none is agreed. */
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
  // Beyond the calendar's years too: a bound may lie before the first day anybody can type.
  return `${next[0]}-${String(next[1]).padStart(2, '0')}-01` as Day
}

function lastOfMonth(date: Day): Day {
  return addDays(firstOfNextMonth(date), -1)
}

function dayOfNextMonth(date: Day, ofMonth: number): Day {
  const first = firstOfNextMonth(date)
  const last = lastOfMonth(first)
  const wanted = addDays(first, ofMonth - 1)
  return wanted < last ? wanted : last
}

/**
 * How long receivables have been due: not yet, or for so many days. The due day itself is in the
 * first bucket, 90 in the third (specification, section 9).
 */
export const buckets = [
  { id: 'notDue', label: 'Not due', from: undefined },
  { id: 'days0to30', label: '0-30 days', from: 0 },
  { id: 'days31to60', label: '31-60 days', from: 31 },
  { id: 'days61to90', label: '61-90 days', from: 61 },
  { id: 'over90', label: 'Over 90 days', from: 91 },
] as const
export type BucketId = (typeof buckets)[number]['id']
export const bucketIds = buckets.map(({ id }) => id) as [BucketId, ...BucketId[]]

/** The names of the oldest buckets, the oldest first: what an aging may be grouped by. */
export const oldestAges = [...buckets.map(({ label }) => label).toReversed(), 'Nothing open']

/** The oldest bucket that somebody has something in; unapplied money alone is in none. */
export function oldestAgeOf(aging: Readonly<Record<BucketId, string>>): string {
  const oldest = buckets.toReversed().find(({ id }) => cents(aging[id]) !== 0)
  return oldest?.label ?? 'Nothing open'
}

/**
 * The last document day whose amount has been due for at least `days` on a day, by its terms. A
 * later document is never due earlier, so that everything up to that day has been due as long.
 */
export function lastDocumentDue(terms: string, asOf: Day, days: number): Day {
  const limit = addDays(asOf, -days)
  let date = limit
  while (dueDate(terms, date) > limit) date = addDays(date, -1)
  return date
}

export const paymentMethods = ['check', 'ach', 'wire', 'card', 'cash'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** The life of a payment: a bounced one is void, what it had settled is open again. */
export const customerPaymentFlow = { posted: { void: 'void' }, void: {} } as const satisfies Flow
export const paymentStatuses = statusesOf(customerPaymentFlow)

/**
 * The life of a refund: one person prepares it, another lets the money go. Money that never arrived
 * is reversed.
 */
export const refundFlow = {
  prepared: { release: 'released', cancel: 'cancelled' },
  released: { reverse: 'reversed' },
  cancelled: {},
  reversed: {},
} as const satisfies Flow
export const refundStatuses = statusesOf(refundFlow)

/** What an invoice is called in lists: its open amount and its due date say it. */
export const invoiceStates = ['open', 'part-paid', 'overdue', 'paid'] as const

/** An invoice as settling looks at it. */
export type OpenInvoice = {
  id: number
  invoiceNumber: string
  /** Other numbers that a customer may name: the order's and their own. */
  orderNumber: string | null
  customerPO: string | null
  docDate: Day
  dueDate: Day
  discountDate: Day | null
  /** What may still be kept back for paying early: see `discountLeft`. */
  discountAmount: Cents
  total: Cents
  openAmount: Cents
}

/** The share of the goods that may be kept back for paying early, by the terms. */
export function earlyDiscount(terms: string, goods: Cents): Cents {
  const agreed = parseTerms(terms)
  if (agreed?.kind !== 'net' || !agreed.discount) return zero
  const [whole = '0', fraction = ''] = agreed.discount.percent.split('.')
  const digits = whole.padStart(2, '0') + fraction.padEnd(2, '0')
  return percentageOf(goods, `0.${digits}`)
}

/** What may be kept back of an invoice that is settled with money of a day; none after its date. */
export function discountOn(invoice: OpenInvoice, receivedOn: Day): Cents {
  const { discountDate, discountAmount, openAmount } = invoice
  if (!discountDate || receivedOn > discountDate) return zero
  return Math.min(discountAmount, openAmount) as Cents
}

/** So much of an invoice is to be settled. */
export type RequestedApplication = { invoiceId: number; amount: Cents; discount: Cents }

/**
 * What a payment is best applied to: first the invoice that its reference names, then the oldest
 * due. A discount is taken where the money came in time and clears the invoice with it.
 */
export function offerOf(
  invoices: readonly OpenInvoice[],
  money: { amount: Cents; reference: string | null; receivedOn: Day },
): RequestedApplication[] {
  const { reference, receivedOn } = money
  const isNamed = (one: OpenInvoice) => reference !== null && isReference(one, reference)
  const inOrder = [...invoices].sort(
    (a, b) =>
      Number(isNamed(b)) - Number(isNamed(a)) || a.dueDate.localeCompare(b.dueDate) || a.id - b.id,
  )
  let left = money.amount
  return inOrder.flatMap((invoice) => {
    if (left <= 0 || invoice.openAmount <= 0) return []
    const kept = discountOn(invoice, receivedOn)
    const clears = left >= invoice.openAmount - kept && kept < invoice.openAmount
    const discount = clears ? kept : zero
    const amount = Math.min(left, invoice.openAmount - discount) as Cents
    left = (left - amount) as Cents
    return [{ invoiceId: invoice.id, amount, discount }]
  })
}

/** Whether a text on a payment names an invoice: its number, its order's or the customer's own. */
function isReference(invoice: OpenInvoice, reference: string): boolean {
  const named = squeezed(reference)
  const numbers = [invoice.invoiceNumber, invoice.orderNumber, invoice.customerPO]
  return named !== '' && numbers.some((number) => number !== null && squeezed(number) === named)
}

const smallRest = 100

/** Whether what is left of an invoice is so little that it may be written off with its payment. */
export function isSmallRest(rest: Cents, total: Cents): boolean {
  return rest > 0 && rest <= smallRest && rest * 200 <= total
}

/** The limits of giving debts up, as settings have them. */
type WriteOffLimits = { writeOffLimitFinance: string; writeOffLimitManager: string }

const monthlyFinance = 20
const monthlyManager = 5

/**
 * What a user may give up of one invoice and in a month; undefined where there is no limit. Finance
 * clears small differences, managers more, administrators any.
 */
export function writeOffLimit(
  user: { role: string } | undefined,
  limits: WriteOffLimits,
): { invoice: Cents; month: Cents } | undefined {
  if (!user || user.role === 'admin') return undefined
  const isManager = user.role === 'manager'
  const invoice = cents(isManager ? limits.writeOffLimitManager : limits.writeOffLimitFinance)
  return { invoice, month: (invoice * (isManager ? monthlyManager : monthlyFinance)) as Cents }
}

type Aged = { daysLate: number | null; open: string }

/** Open items by age, as the aging report has them; what is no invoice is unapplied. */
export function agesOf(items: readonly Aged[]) {
  const between = (least: number, most: number) => {
    const found = items.filter(({ daysLate }) => {
      return daysLate !== null && daysLate >= least && daysLate <= most
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

type Settled = { id: number; invoiceId: number; reversedOn: string | null }

/** What an act has just settled of these invoices: of each the last that was not taken back. */
export function lastSettled(applications: readonly Settled[], invoiceIds: readonly number[]) {
  const latest = new Map<number, number>()
  for (const { id, invoiceId, reversedOn } of applications) {
    if (reversedOn !== null || !invoiceIds.includes(invoiceId)) continue
    latest.set(invoiceId, Math.max(id, latest.get(invoiceId) ?? 0))
  }
  return [...latest.values()]
}
