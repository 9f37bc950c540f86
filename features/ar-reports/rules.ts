import { type Aging, agingColumns, bucketIds } from '#features/receivables/rules.ts'
import { parseTerms } from '#features/customers/payment-terms.ts'
import { levelNames } from '#features/dunning/rules.ts'
import { type Cents, decimal, sum, zero } from '#platform/kernel/money.ts'

type AgingAmounts = Omit<Aging, 'total'>

/** One customer's aging, unapplied amount and invoice counts. */
export type CustomerFigures = {
  id: number
  customerCode: string
  customerName: string
  aging: AgingAmounts
  pastDue: Cents
  openInvoices: number
  overdueInvoices: number
}

/** An aging row with its total, which equals the balance. */
function withTotal(aging: AgingAmounts): Aging {
  return { ...aging, total: sum(agingColumns.map((id) => aging[id])) }
}

/** Sums the customers into the figures for the cards and the aging of all customers. */
export function figuresOf(customers: readonly CustomerFigures[]) {
  const ages = { notDue: zero, days0to30: zero, days31to60: zero, days61to90: zero, over90: zero }
  const all = { ...ages, unapplied: zero }
  for (const id of agingColumns) all[id] = sum(customers.map(({ aging }) => aging[id]))
  const count = (pick: (customer: CustomerFigures) => number) =>
    customers.reduce((total, customer) => total + pick(customer), 0)
  const aging = withTotal(all)
  const byCustomer = customers
    .map(({ aging: amounts, ...customer }) => ({ ...customer, aging: withTotal(amounts) }))
    .filter(({ aging: amounts }) => agingColumns.some((id) => amounts[id] !== 0))
  return {
    receivable: aging.total,
    aging,
    /** The open amount that is not past due yet. */
    current: sum([...bucketIds.map((id) => aging[id]), negative(pastDueOf(customers))]),
    overdueCustomers: customers.filter(({ overdueInvoices }) => overdueInvoices > 0).length,
    overdueInvoices: count(({ overdueInvoices }) => overdueInvoices),
    openInvoices: count(({ openInvoices }) => openInvoices),
    pastDue: pastDueOf(customers),
    byCustomer: byCustomer.sort((a, b) => b.aging.total - a.aging.total || a.id - b.id),
  }
}

function pastDueOf(customers: readonly CustomerFigures[]): Cents {
  return sum(customers.map(({ pastDue }) => pastDue))
}

function negative(amount: Cents): Cents {
  return (0 - amount) as Cents
}

/** True for terms that extend credit, that is, neither prepaid nor due on receipt. */
export function isOnCredit(terms: string): boolean {
  const kind = parseTerms(terms)?.kind
  return kind !== 'prepaid' && kind !== 'receipt'
}

/** The inputs of the collection figures. All amounts in cents. */
export type CollectionInputs = {
  balance: Cents
  /** The open amount that is not past due on the day. */
  current: Cents
  /** The balance at the start of the month. */
  opening: Cents
  /** Credit sales less credit memos. */
  quarterSales: Cents
  monthSales: Cents
  /** Cash received in the month. */
  cash: Cents
}

/** Returns the days sales outstanding (DSO); null if there were no credit sales in 90 days. */
export function collectionPeriod({ balance, quarterSales }: CollectionInputs): number | null {
  return periodOf(balance, quarterSales)
}

/** Returns the DSO of any balance, given the net credit sales of the 90 days before it. */
export function periodOf(balance: Cents, quarterSales: Cents): number | null {
  if (quarterSales <= 0) return null
  return Math.round((balance / quarterSales) * 9000) / 100
}

/**
 * Returns cash in percent of opening balance plus month's sales; null if these are not positive.
 */
export function collectionRate({ cash, opening, monthSales }: CollectionInputs): string | null {
  return opening + monthSales <= 0 ? null : percentOf(cash, opening + monthSales)
}

/**
 * Returns the collection effectiveness index (CEI): percent of the collectible amount of the month
 * that was collected; 100.00 if nothing was collectible.
 */
export function collectionEffectiveness(collected: CollectionInputs): string {
  const { opening, monthSales, balance, current } = collected
  const due = opening + monthSales - current
  return due <= 0 ? '100.00' : percentOf(opening + monthSales - balance, due)
}

/** Returns a ratio in percent with two decimals. */
export function percentOf(part: number, total: number): string {
  return decimal(Math.round((part / total) * 10_000) as Cents)
}

/** The figures whose documents can be listed; the first one is the default. */
export const figures = [
  'balance',
  'sales',
  'monthSales',
  'received',
  'invoiced',
  'openOrders',
] as const
export type Figure = (typeof figures)[number]

/** The kinds of documents behind a figure. */
export const documentKinds = ['invoice', 'payment', 'memo', 'refund', 'order'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** The explanation that each card shows of its formula. */
export const formulas = {
  receivable:
    'Open invoices less unapplied payments and credit memos as of the day: the ' +
    'balance of account 1100. Without any payments it is the total of shipped and delivered ' +
    'sales orders.',
  overdue:
    'Customers with at least one open invoice that was due before the day, by the ' +
    'payment terms of the invoice.',
  collectionPeriod:
    'Receivables ÷ net credit sales of the last 90 days × 90. Sales are invoices on terms other ' +
    'than prepaid and due on receipt, less credit memos.',
  collectionRate:
    'Cash received in the month ÷ (opening balance + net credit sales of the month) × 100.',
} as const

/** Credit usage bands, highest first. Exactly at the limit does not count as over it. */
export const creditUses = ['over', 'high', 'medium', 'low', 'none'] as const

export const creditUseNames: Readonly<Record<(typeof creditUses)[number], string>> = {
  over: 'Over the limit',
  high: '80% or more',
  medium: '50 to 80%',
  low: 'Less than 50%',
  none: 'No limit set',
}

/** The highest reminder level sent for an invoice of a customer. */
export const dunningLevelNames: Readonly<Record<string, string>> = {
  0: 'No reminder',
  ...levelNames,
}
