import type { EventEntity } from '#features/audit/audited-entities.ts'
import { may } from '#features/auth/rules.ts'
import { addDays, type Day, day } from '#platform/kernel/days.ts'
import type { Flow } from '#platform/kernel/flow.ts'
import { type Cents, maxCents, sum, zero } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'

/**
 * The fixed chart of accounts that the documents post to. Anything beyond it belongs in the
 * accounting system, which imports the journal as a file.
 */
export const accounts = {
  cash: { number: '1000', name: 'Cash' },
  receivable: { number: '1100', name: 'Accounts receivable' },
  inventory: { number: '1200', name: 'Inventory' },
  vendorPrepaid: { number: '1300', name: 'Vendor prepayments' },
  payable: { number: '2000', name: 'Accounts payable' },
  notBilled: { number: '2050', name: 'Goods received, not billed' },
  salesTax: { number: '2100', name: 'Sales tax' },
  accrued: { number: '2200', name: 'Accrued expenses' },
  openingEquity: { number: '3000', name: 'Opening equity' },
  sales: { number: '4000', name: 'Sales' },
  freight: { number: '4100', name: 'Freight income' },
  lateFees: { number: '4200', name: 'Late fees' },
  returns: { number: '4900', name: 'Returns' },
  discountsGiven: { number: '4950', name: 'Discounts given' },
  costOfGoods: { number: '5000', name: 'Cost of goods sold' },
  discountsTaken: { number: '5050', name: 'Discounts taken' },
  priceVariance: { number: '5100', name: 'Price variance' },
  revaluation: { number: '5150', name: 'Stock revaluation' },
  scrap: { number: '5200', name: 'Scrap and adjustments' },
  expenses: { number: '6000', name: 'Operating expenses' },
  badDebt: { number: '6100', name: 'Bad debt' },
} as const

export type Account = keyof typeof accounts

/** The account numbers, used to filter the journal. */
export const accountNumbers = Object.values(accounts).map(({ number }) => number)
type AccountNumber = (typeof accountNumbers)[number]

/** The accounts with their names, by number: `1000 Cash`. */
export const accountLabels = Object.fromEntries(
  Object.values(accounts).map(({ number, name }) => [number, `${number} ${name}`]),
) as Record<AccountNumber, string>

/** The document types that post to the journal. */
export const journalSources = [
  'receipt',
  'invoice',
  'customer_payment',
  'credit_memo',
  'refund',
  'return',
  'vendor_bill',
  'vendor_credit',
  'vendor_payment',
  'prepayment',
  'prepayment_refund',
  'stock_adjustment',
  'stock_revaluation',
  'discount',
  'write_off',
  'manual_entry',
  'sales_tax_payment',
] as const
export type JournalSource = (typeof journalSources)[number]

/** The kinds of records that open as the document of an entry. */
export const entryDocumentEntities = [
  'purchase_order',
  'invoice',
  'customer_payment',
  'credit_memo',
  'refund',
  'return',
  'vendor_bill',
  'vendor_credit',
  'vendor_payment',
  'sku',
  'manual_entry',
  'sales_tax_payment',
] as const satisfies readonly EventEntity[]
export type EntryDocumentEntity = (typeof entryDocumentEntities)[number]

/** A debit or credit of a posting, with the customer or vendor on control accounts. */
export type PostingLine = {
  account: Account
  debit?: Cents
  credit?: Cents
  customerId?: number | undefined
  vendorId?: number | undefined
}

/**
 * Drops lines without an amount, and splits amounts that exceed the maximum of one journal line.
 */
export function linesWithAmounts(lines: readonly PostingLine[]): PostingLine[] {
  return lines
    .filter(({ debit = zero, credit = zero }) => debit !== 0 || credit !== 0)
    .flatMap((line) => {
      const { debit, credit, ...rest } = line
      if (Math.max(debit ?? 0, credit ?? 0) <= maxCents) return [line]
      return [
        ...splitAmount(debit ?? zero).map((amount) => ({ ...rest, debit: amount })),
        ...splitAmount(credit ?? zero).map((amount) => ({ ...rest, credit: amount })),
      ]
    })
}

function splitAmount(amount: Cents): Cents[] {
  const count = Math.ceil(amount / maxCents)
  return Array.from({ length: count }, (_, index) => {
    return Math.min(amount - index * maxCents, maxCents) as Cents
  })
}

/** Debits minus credits: 0 for every entry that may be posted. */
export function imbalanceOf(lines: readonly PostingLine[]): Cents {
  const debits = sum(lines.map(({ debit = zero }) => debit))
  const credits = sum(lines.map(({ credit = zero }) => credit))
  return (debits - credits) as Cents
}

/** A posting line for a signed amount: positive as debit, negative as credit. */
export function signedLine(account: Account, amount: Cents, vendorId?: number): PostingLine {
  const line = { account, vendorId }
  return amount < 0 ? { ...line, credit: (0 - amount) as Cents } : { ...line, debit: amount }
}

/** The reversing lines of an entry: debits become credits and credits become debits. */
export function reversedLines(lines: readonly PostingLine[]): PostingLine[] {
  return lines.map(({ debit, credit, ...line }) => ({
    ...line,
    ...(credit !== undefined && { debit: credit }),
    ...(debit !== undefined && { credit: debit }),
  }))
}

/** The status flow of a month: open to all, then to finance only, then closed. */
export const accountingPeriodFlow = {
  open: { 'soft-close': 'soft_closed' },
  soft_closed: { close: 'closed', reopen: 'open', 'cancel-closing': 'open' },
  closed: { reopen: 'open' },
} as const satisfies Flow

export type PeriodStatus = keyof typeof accountingPeriodFlow
export const periodStatuses = ['open', 'soft_closed', 'closed'] as const

/** The month of a day as a number: 202603 for every day of March 2026. */
export function periodOf(date: Day): number {
  return Number(date.slice(0, 7).replace('-', ''))
}

/** The first day of a month: `2026-03-01` for 202603. Throws if the number is not a month. */
function firstDayOf(period: number): Day {
  const text = String(period)
  return day(`${text.slice(0, 4)}-${text.slice(4, 6)}-01`)
}

/** The last day of a month: `2026-02-28` for 202602. */
export function lastDayOf(period: number): Day {
  const next = period % 100 === 12 ? period + 89 : period + 1
  return addDays(firstDayOf(next), -1)
}

/** The checklist for closing a month, in display order; the first two items block it. */
export const closingChecks = [
  'earlier',
  'books',
  'draftBills',
  'blockedBills',
  'draftEntries',
  'cash',
  'drift',
  'exports',
] as const
export type ClosingCheck = (typeof closingChecks)[number]

/** True if an open item of this kind blocks closing a month. */
export function blocksClosing(name: ClosingCheck): boolean {
  return name === 'earlier' || name === 'books'
}

/** Bills for goods should be posted within this many days of the receipt. */
export const unbilledAfterDays = 5

/** The texts of each item: with nothing open, and for a count of one or more. */
const closingTexts: Record<ClosingCheck, readonly [none: string, one: string, many: string]> = {
  earlier: [
    'Every earlier month is closed',
    'earlier month is not closed',
    'earlier months are not closed',
  ],
  books: ['All data checks pass', 'record fails a data check', 'records fail a data check'],
  draftBills: [
    'Goods received more than 5 days ago have no draft bills',
    'draft bill of goods received more than 5 days ago',
    'draft bills of goods received more than 5 days ago',
  ],
  blockedBills: ['There are no blocked bills', 'blocked bill', 'blocked bills'],
  draftEntries: [
    'There are no unposted journal entries',
    'journal entry not posted',
    'journal entries not posted',
  ],
  cash: [
    'Every payment is fully applied',
    'payment not fully applied',
    'payments not fully applied',
  ],
  drift: ['There are no open stock differences', 'open stock difference', 'open stock differences'],
  exports: [
    'Every document is at the warehouse',
    'document not yet at the warehouse',
    'documents not yet at the warehouse',
  ],
}

/** The texts of the open items, such as `2 blocked bills`. */
export function openItemTexts(items: readonly { name: ClosingCheck; count: number }[]): string[] {
  return items.filter(({ count }) => count > 0).map(closingItemText)
}

/** The text of an item for display. */
export function closingItemText({ name, count }: { name: ClosingCheck; count: number }): string {
  const [none, one, many] = closingTexts[name]
  return count === 0 ? none : `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** Returns why a user may not post into a month, or undefined if allowed. */
export function whyNotPost(
  user: { role: string } | undefined,
  period: { id: number; status: PeriodStatus },
): string | undefined {
  const name = periodName(period.id)
  if (period.status === 'closed') return `The books of ${name} are closed`
  if (period.status === 'open' || !user || may(user, 'ledger.softClose')) return undefined
  return `The books of ${name} are being closed. Only finance can post now`
}

/** The name of an account number: `Cash` for `1000`; the number itself if unknown. */
export function accountName(number: string): string {
  return Object.values(accounts).find((account) => account.number === number)?.name ?? number
}

/** Throws 422 on the field `path` if the typed posting day is after today. */
export function guardNotFuture(path: string, date: Day, today: Day): void {
  if (date > today) throw invalid([{ path, message: 'Must not be in the future' }])
}

/** True if the number is a month of the years 1900 to 2999. */
export function isPeriod(period: number): boolean {
  const month = period % 100
  return period >= 190_001 && period <= 299_912 && month >= 1 && month <= 12
}

/** Throws 409 if the month is not over; such a month cannot be closed or soft-closed. */
export function guardPeriodOver(period: number, today: Day): void {
  if (period < periodOf(today)) return
  const name = periodName(period)
  const sentence = `${name} has not ended yet. A month can be closed after its last day`
  throw new Refusal('refused', 'period-not-over', sentence)
}

/** A month for display, in the format of `formatMonth`: `3/2026` for 202603. */
export function periodName(period: number): string {
  return `${period % 100}/${Math.floor(period / 100)}`
}
