import { parseTerms } from '#features/customers/payment-terms.ts'
import { termsText } from '#features/customers/labels.ts'
import type { Segment } from '../../x12.ts'

// Compares the payment terms of an 850 (ITD) with the customer's terms.

/** The terms of an ITD; `text` is undefined if we have no equivalent terms. */
export type ExpectedTerms = { segment: string; text: string | undefined }

/** ITD01 (element 336): basic, end of month, discount not applicable, basic with discount. */
const netTypes = new Set(['', '01', '05', '08', '14'])
const endOfMonth = '02'
const onReceipt = '10'
/** ITD02 (element 333): the days count from the invoice or the shipment, the same day for us. */
const fromInvoice = new Set(['', '1', '3'])

/**
 * Reads an ITD: its days and discount (ITD03, 05, 07) if present, else its description (ITD12).
 * Terms that count from receipt or delivery, or that name fixed dates (ITD04, 06), have no
 * equivalent.
 */
export function readTerms(segment: Segment): ExpectedTerms {
  const segmentText = segment.join('*').replace(/\*+$/, '')
  const text = textOf(segment)
  return { segment: segmentText, text: text && parseTerms(text) ? text : undefined }
}

function textOf(segment: Segment): string | undefined {
  const [, type = '', basis = '', percent = '', discountDay = '', discountDays = ''] = segment
  const [, , , , , , dueDay = '', netDays = '', amount = ''] = segment
  const description = segment[12] ?? ''
  if (!fromInvoice.has(basis) || discountDay || dueDay || amount) return undefined
  if (type === onReceipt) return 'due on receipt'
  if (!netDays) return description || undefined
  if (!netTypes.has(type) && type !== endOfMonth) return undefined
  const eom = type === endOfMonth ? ' EOM' : ''
  const hasDiscount = Number(percent) > 0 && type !== '05'
  if (hasDiscount && !discountDays) return undefined
  const discountText = hasDiscount ? `${trimZeros(percent)}% ${Number(discountDays)} ` : ''
  return `${discountText}net ${Number(netDays)}${eom}`
}

/** Removes trailing zeros of a percentage: `2.00` becomes `2`. */
function trimZeros(percent: string): string {
  return percent.includes('.') ? percent.replace(/0+$/, '').replace(/\.$/, '') : percent
}

/** Formats expected terms for the notes of an order. */
export function termsNote({ segment, text }: ExpectedTerms): string {
  return `Terms ${text ? termsText(text) : segment}`
}

/** Returns one hold reason for each of the terms that differ from the customer's. */
export function termsHolds(expected: readonly ExpectedTerms[], customerTerms: string): string[] {
  const customerKey = normalizeTerms(customerTerms)
  return expected.flatMap(({ segment, text }) => {
    if (text === undefined) return [`The partner’s terms (${segment}) are unknown`]
    if (normalizeTerms(text) === customerKey) return []
    return [`The partner expects ${termsText(text)}; the customer has ${termsText(customerTerms)}`]
  })
}

/** Normalizes terms for comparison: `2/10 net 30` and `2% 10, n/30` are equal. */
function normalizeTerms(terms: string): string {
  const parsed = parseTerms(terms)
  if (parsed?.kind !== 'net') return JSON.stringify(parsed ?? terms)
  const { days, isEom, discount } = parsed
  const discountKey = discount ? [Number(discount.percent), discount.days] : []
  return JSON.stringify([days, isEom, ...discountKey])
}
