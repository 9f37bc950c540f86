import { lettersAndDigits } from '#platform/kernel/fields.ts'
import {
  type Cents,
  cents,
  decimal,
  formatMoney,
  isDecimal,
  sum,
  zero,
} from '#platform/kernel/money.ts'
import type { Invoice, SuggestedApplications } from './contract.ts'
import { isSmallRemainder, type ShortPayReason } from './rules.ts'

/** An open invoice of the customer, with the discount allowed on the day of the payment. */
export type OpenInvoice = SuggestedApplications[number]
/** What the server knows of an invoice that is not open; null if it has none with the number. */
export type LookedUp = Pick<Invoice, 'customerId' | 'customerCode' | 'openAmount'> | null

/** A row of the allocation table as the user sees it. */
export type RemittanceLine = {
  number: string
  amount: string
  discount: string
  /** The discount that was filled in, which a new amount replaces. */
  filledDiscount: string
  shortPayReason: ShortPayReason | ''
  writesOff: boolean
  /** The key of the rows that were added with it at once, for their Undo. */
  added?: string | undefined
}

/** The invoices known to the form: open ones of the customer, and others by their full number. */
export type KnownInvoices = {
  customerId: number | undefined
  open: readonly OpenInvoice[]
  lookedUp: Readonly<Record<string, LookedUp>>
}

/** The invoice of a row; or why it has none; or the number to look up. */
export type InvoiceMatch =
  | { invoice: OpenInvoice; problem?: undefined; lookUp?: undefined }
  | { problem: string; invoice?: undefined; lookUp?: undefined }
  | { lookUp: string; invoice?: undefined; problem?: undefined }

const fewestDigits = 3

/**
 * Finds the open invoice of a typed number: `INV-1000042`, `inv 1000042`, `1000042` with or without
 * leading zeros, our order number, the customer's PO number, or the last three or more digits if
 * one open invoice ends in them. Other numbers are looked up, to tell why they are not open.
 */
export function matchInvoice(typed: string, known: KnownInvoices): InvoiceMatch {
  const name = lettersAndDigits(typed)
  if (name === '') return { problem: 'Enter an invoice number' }
  const digits = /^(?:invoice|inv)?(?:no)?(\d+)$/.exec(name)?.[1]
  const full = digits === undefined ? undefined : `INV-${digits.replace(/^0+/, '')}`
  const exact = known.open.find(({ invoiceNumber }) => invoiceNumber === full)
  if (exact) return { invoice: exact }
  const named = known.open.filter(({ orderNumber, customerPO }) => {
    return [orderNumber, customerPO].some(
      (each) => each !== null && lettersAndDigits(each) === name,
    )
  })
  if (named.length > 0) return onlyOne(named, `belong to ${typed.trim()}`)
  if (full === undefined || digits === undefined) return { problem: unknownText(name) }
  const canEnd = digits.length >= fewestDigits
  const ending = known.open.filter(({ invoiceNumber }) => canEnd && invoiceNumber.endsWith(digits))
  if (ending.length > 0) return onlyOne(ending, `end in ${digits}`)
  const found = known.lookedUp[full]
  return found === undefined ? { lookUp: full } : { problem: whyNotOpen(found, known.customerId) }
}

function onlyOne(invoices: readonly OpenInvoice[], why: string): InvoiceMatch {
  const [first] = invoices
  if (first && invoices.length === 1) return { invoice: first }
  const some = invoices.slice(0, 3).map(({ invoiceNumber }) => invoiceNumber)
  const more = invoices.length > 3 ? ' …' : ''
  return { problem: `${invoices.length} open invoices ${why}: ${some.join(', ')}${more}` }
}

function unknownText(name: string): string {
  if (name.startsWith('cm')) return 'This is a credit memo. Apply it under Credit memos'
  return 'No open invoice has this number'
}

function whyNotOpen(found: LookedUp, customerId: number | undefined): string {
  if (!found) return 'No invoice has this number'
  if (found.customerId !== customerId) return `Belongs to customer ${found.customerCode}`
  return cents(found.openAmount) === 0
    ? 'Already paid'
    : 'This invoice is now open. Type the number again'
}

/** The matches of all rows; an invoice that an earlier row has is a problem. */
export function matchLines(
  lines: readonly Pick<RemittanceLine, 'number' | 'amount' | 'discount'>[],
  known: KnownInvoices,
): (InvoiceMatch | undefined)[] {
  const rowOf = new Map<number, number>()
  return lines.map((line, index) => {
    if (isEmptyLine(line)) return undefined
    const match = matchInvoice(line.number, known)
    if (!match.invoice) return match
    const { invoiceId, invoiceNumber } = match.invoice
    const earlier = rowOf.get(invoiceId)
    if (earlier !== undefined) return { problem: `${invoiceNumber} is also in row ${earlier + 1}` }
    rowOf.set(invoiceId, index)
    return match
  })
}

/** True for a row without any input, which is not part of the remittance. */
export function isEmptyLine({
  number,
  amount,
  discount,
}: Pick<RemittanceLine, 'number' | 'amount' | 'discount'>): boolean {
  return [number, amount, discount].every((text) => text.trim() === '')
}

/** The cents of a typed amount; 0 while it is none. */
export function typedCents(text: string): Cents {
  return isDecimal(text.trim()) ? cents(text.trim()) : zero
}

/**
 * The amount and the discount to fill in after the invoice or the amount of a row was entered: what
 * is open less the allowed discount; and as discount what is missing, if the terms allow it.
 */
export function filledAmounts(
  line: Pick<RemittanceLine, 'amount' | 'discount' | 'filledDiscount'>,
  invoice: OpenInvoice,
): Pick<RemittanceLine, 'amount' | 'discount' | 'filledDiscount'> {
  const open = cents(invoice.openAmount)
  const allowed = cents(invoice.discountAllowed)
  const isFilled = line.amount.trim() === '' && allowed < open
  const amount = isFilled ? decimal((open - allowed) as Cents) : line.amount
  const isOwn = line.discount.trim() !== '' && line.discount !== line.filledDiscount
  if (isOwn || !isDecimal(amount.trim())) return { ...line, amount }
  const missing = (open - cents(amount.trim())) as Cents
  const discount = missing > 0 && missing <= allowed ? decimal(missing) : ''
  return { amount, discount, filledDiscount: discount }
}

/** What a row does to its invoice. */
type Allocation = {
  /** The amount of the row, and the part of it that the invoice takes. */
  paid: Cents
  applied: Cents
  discount: Cents
  /** What is open on the invoice afterwards, unless it is written off. */
  rest: Cents
  writtenOff: Cents
  problem: string | undefined
}

const nothing = { applied: zero, discount: zero, rest: zero, writtenOff: zero }

/**
 * Allocates a row: the invoice takes at most what is open, the excess stays unapplied. Returns as
 * problem what the server would refuse: an amount of 0 or less, a discount that the terms do not
 * allow, and a large write-off without a reason.
 */
export function allocate(line: RemittanceLine, match: InvoiceMatch): Allocation {
  const paid = typedCents(line.amount)
  if (!match.invoice) return { ...nothing, paid, problem: match.problem }
  const open = cents(match.invoice.openAmount)
  const discount = typedCents(line.discount)
  const applied = Math.min(Math.max(paid, 0), Math.max(open - discount, 0)) as Cents
  const left = Math.max(open - discount - applied, 0) as Cents
  const writtenOff = line.writesOff ? left : zero
  const problem = problemOf(line, match.invoice, { paid, discount, writtenOff })
  return { paid, applied, discount, rest: (left - writtenOff) as Cents, writtenOff, problem }
}

function problemOf(
  line: RemittanceLine,
  invoice: OpenInvoice,
  amounts: Pick<Allocation, 'paid' | 'discount' | 'writtenOff'>,
): string | undefined {
  const { paid, discount, writtenOff } = amounts
  const isReadable = (text: string) => text.trim() === '' || isDecimal(text.trim())
  if (!isReadable(line.amount) || !isReadable(line.discount)) return 'Enter an amount such as 98.00'
  if (paid <= 0) return 'Enter an amount above 0'
  const allowed = cents(invoice.discountAllowed)
  if (discount < 0 || discount > allowed) {
    if (allowed === 0) return 'No discount is allowed for payments of that day'
    return `The discount can be at most ${formatMoney(allowed)}`
  }
  if (discount >= cents(invoice.openAmount)) return 'The discount must be less than the open amount'
  const needsReason = !line.shortPayReason && !isSmallRemainder(writtenOff, cents(invoice.total))
  if (writtenOff > 0 && needsReason) return 'Choose a reason for the write-off'
  return undefined
}

/** The sums of a remittance. */
type RemittanceTotals = {
  /** The sum of the rows. */
  paid: Cents
  applied: Cents
  discount: Cents
  writtenOff: Cents
  /** What stays unapplied on the payment; negative if the rows apply more than was paid. */
  unapplied: Cents
}

/** Adds up the rows of a payment. */
export function remittanceTotals(
  payment: Cents,
  allocations: readonly Allocation[],
): RemittanceTotals {
  const sumOf = (name: 'paid' | 'applied' | 'discount' | 'writtenOff') =>
    sum(allocations.map((each) => each[name]))
  const applied = sumOf('applied')
  return {
    paid: sumOf('paid'),
    applied,
    discount: sumOf('discount'),
    writtenOff: sumOf('writtenOff'),
    unapplied: (payment - applied) as Cents,
  }
}

/** The running difference between a payment and its rows, in words. */
export function differenceText(payment: string, totals: RemittanceTotals): string {
  if (payment.trim() === '') return `The rows add up to ${formatMoney(totals.paid)}`
  const { unapplied } = totals
  if (unapplied === 0) return 'Fully applied'
  if (unapplied > 0) return `${formatMoney(unapplied)} stays unapplied`
  return `The rows apply ${formatMoney((0 - unapplied) as Cents)} more than was paid`
}

/** What a row leaves, in words: `$5.00 more than is open`, `$20.00 left`. */
export function restText({ paid, applied, rest, writtenOff }: Allocation): string {
  if (paid > applied) return `${formatMoney((paid - applied) as Cents)} stays unapplied`
  if (writtenOff > 0) return `${formatMoney(writtenOff)} written off`
  return rest > 0 ? `${formatMoney(rest)} left` : ''
}
