import * as z from 'zod/mini'
import { normalizePlace } from '#features/settings/place-rules.ts'
import { freeText, squeezed } from '#platform/kernel/fields.ts'
import { type Cents, cents, isDecimal } from '#platform/kernel/money.ts'
import { type FieldError, invalid } from '#platform/kernel/refusal.ts'
import type { Terms } from './changed-terms.ts'
import type { CustomerForm } from './contract.ts'

/**
 * Describes how a change of terms affects existing orders and debts, one sentence per changed
 * field. Empty if the terms do not change.
 */
export function termsNotice(before: Terms, terms: TermsForm): string[] {
  const isOther = (name: keyof TermsForm) => terms[name] !== before[name]
  const isNumber = isDecimal(terms.creditLimit || '0')
  const limit = cents(isNumber ? terms.creditLimit || '0' : before.creditLimit)
  const said = [
    limit !== cents(before.creditLimit) &&
      'The new credit limit applies immediately. Orders already approved stay approved.',
    isOther('paymentTerms') &&
      'New invoices use the new terms, also for open orders. ' +
        'Existing invoices keep their terms and due dates.',
    isOther('priceLevel') && 'New orders use the new prices. Open orders keep their prices.',
    isOther('taxExempt') &&
      'New orders use the new tax status. Open orders and invoices keep their tax.',
  ]
  return said.filter((sentence) => sentence !== false)
}

/** Terms as entered in the form; an empty credit limit counts as 0. */
type TermsForm = Pick<Terms, 'creditLimit' | 'paymentTerms' | 'priceLevel' | 'taxExempt'>

/** Throws 422 if a tax-exempt customer has no exemption number. */
export function checkExemption(form: Exemption): void {
  const problems = exemptionProblems(form)
  if (problems.length > 0) throw invalid(problems)
}

type Exemption = Pick<CustomerForm, 'taxExempt' | 'taxExemptNumber'>

/** The field errors of a tax exemption. */
export function exemptionProblems(form: Exemption): FieldError[] {
  if (!form.taxExempt || form.taxExemptNumber) return []
  return [{ path: 'taxExemptNumber', message: 'Required for a tax-exempt customer' }]
}

/**
 * How a customer's credit is bounded: `limit`: by the credit limit (0 means no credit); `none`:
 * unlimited, if the settings define a limit of 0 that way; `prepaid`: the customer pays in advance.
 */
export type CreditBound = 'limit' | 'none' | 'prepaid'

/** The inputs of `creditBoundOf`; `zeroMeans` is the setting for a limit of 0. */
type CreditBounds = {
  creditLimit: Cents
  paymentTerms: string
  zeroMeans: 'none' | 'unlimited'
}

/** How a customer's credit is bounded: by the limit, by prepayment, or not at all. */
export function creditBoundOf(facts: CreditBounds): CreditBound {
  if (isPrepaid(facts.paymentTerms)) return 'prepaid'
  return facts.creditLimit === 0 && facts.zeroMeans === 'unlimited' ? 'none' : 'limit'
}

// The rules for shipping and billing addresses of every channel: each part is optional, the maximum
// is 500 characters, and the text is stored as printed lines.

/** Maximum length of an address. */
export const maxAddress = 500

/** An optional address: undefined stays undefined, empty and null become null. */
export const addressField = z.optional(
  z.pipe(
    z.nullable(freeText(maxAddress)),
    z.transform((value) => (value === null ? null : tidyLines(value) || null)),
  ),
)

type Part = string | null | undefined

/** The parts of an address. `street` may have several lines, such as the recipient or a dock. */
type AddressParts = {
  street: Part
  city: Part
  state: Part
  zipCode: Part
  country: Part
}

/**
 * Formats an address for printing: the street, `City, State ZIP` and the country on separate lines,
 * without empty lines. Truncates the street if the result exceeds `maxAddress`. Null if every part
 * is empty.
 */
export function foldAddress({
  street,
  city,
  state,
  zipCode,
  country,
}: AddressParts): string | null {
  const region = [trimmed(state), trimmed(zipCode)].filter(Boolean).join(' ')
  const place = [trimmed(city), region].filter(Boolean).join(', ')
  const end = [place, trimmed(country)].filter(Boolean).join('\n').slice(0, maxAddress)
  const room = Math.max(0, maxAddress - end.length - 1)
  const start = tidyLines(street ?? '').slice(0, room)
  return tidyLines(`${start}\n${end}`) || null
}

/**
 * The form with country and state normalized (`US`, `FL`) if recognized; `before` supplies the
 * fields that the form omits.
 */
export function withPlace<F extends PlaceFields>(form: F, before?: PlaceFields): F {
  const { country = before?.country, state = before?.state } = form
  const place = normalizePlace({ country, state })
  return {
    ...form,
    ...(form.country !== undefined && { country: place.country }),
    ...(form.state !== undefined && { state: place.state }),
  }
}

type PlaceFields = { country?: Part; state?: Part }

/** The customer fields that form the addresses. */
type CustomerAddress = Omit<AddressParts, 'street'> & {
  address: Part
  billingAddress: Part
}

/** The default shipping and billing addresses of a customer's orders; null if unknown. */
export function addressesOf({ address, billingAddress, ...parts }: CustomerAddress): {
  shipping: string | null
  billing: string | null
} {
  const shipping = foldAddress({ ...parts, street: address })
  return { shipping, billing: tidyLines(billingAddress ?? '') || shipping }
}

const trimmed = (part: Part) => part?.trim() ?? ''

/** Trims each line and removes empty lines. */
function tidyLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}

/** When an amount is due, as agreed with a customer or a vendor. */
export type PaymentTerms =
  | { kind: 'prepaid' | 'receipt' | 'eom' }
  | { kind: 'net'; days: number; isEom: boolean; discount?: { percent: string; days: number } }
  /** A day of the next month; its last day if that month is shorter. */
  | { kind: 'prox'; day: number }

/** Terms that require prepayment, as lowercase letters and digits; SQL compares with them, too. */
export const prepaidTerms: ReadonlySet<string> = new Set([
  'prepaid',
  'prepay',
  'prepayment',
  'paymentinadvance',
  'payinadvance',
  'advancepayment',
  'cia',
  'cashinadvance',
  'cwo',
  'cashwithorder',
])

/** Terms due on the document date, as lowercase letters and digits. */
const receiptTerms: ReadonlySet<string> = new Set([
  'dueonreceipt',
  'dueuponreceipt',
  'onreceipt',
  'uponreceipt',
  'payableonreceipt',
  'payableuponreceipt',
  'dueimmediately',
  'net0',
  'n0',
  'cod',
  'cashondelivery',
  'collectondelivery',
])

const early =
  /^(\d{1,2}(?:\.\d{1,2})?)(?: ?% ?\/? ?| ?\/ ?| )(\d{1,3})(?: ?days?)?(?:,? |,|(?=n))(.+)$/
const net = /^(?:net|n) ?[-/]? ?(\d{1,3})(?: ?days?)?$/
const days = /^(?:(?:in|within) )?(\d{1,3}) ?days?(?: net)?$/
const monthEnd = /^(?:net )?eom$/
const monthEndPlus = /^(?:net )?eom ?[-+/]? ?(\d{1,3})(?: ?days?)?$/
const beforeMonthEnd = /^(.*\d.*?)(?:,? ?(?:from |after )?)eom$/
const proximo =
  /^(\d{1,2})(?:st|nd|rd|th)? ?(?:prox(?:imo)?|mfi|of (?:the )?(?:next|following) month)$/

/**
 * Parses payment terms in their usual spellings: `net-30`, `Net60`, `n/30`, `60 days`, `30 days
 * EOM`, `2/10 net 30 eom`, `1%10 net 45`, `eom`, `10th prox`, `C.O.D.`, `Due upon receipt`,
 * `Prepay`. Ignores case, spaces, dashes and the dots of abbreviations. Returns undefined for any
 * other text.
 */
export function parseTerms(text: string): PaymentTerms | undefined {
  const letters = squeezed(text)
  if (prepaidTerms.has(letters)) return { kind: 'prepaid' }
  if (receiptTerms.has(letters)) return { kind: 'receipt' }
  const plain = plainOf(text)
  if (monthEnd.test(plain)) return { kind: 'eom' }
  const [, ofMonth] = proximo.exec(plain) ?? []
  if (ofMonth) {
    const day = Number(ofMonth)
    return day >= 1 && day <= 31 ? { kind: 'prox', day } : undefined
  }
  const [, percent, within, rest] = early.exec(plain) ?? []
  if (percent && within && rest) {
    const due = parseNet(rest)
    return due && { ...due, discount: { percent, days: Number(within) } }
  }
  return parseNet(plain)
}

/** True for payment terms that require payment before delivery (docs/rules.md, Credit). */
export function isPrepaid(paymentTerms: string): boolean {
  return prepaidTerms.has(squeezed(paymentTerms))
}

/** The error message for unrecognized payment terms, with the accepted forms. */
export const termsForms =
  'Unknown payment terms. Use one of: net-30, n/30, 30 days, net 30 eom, 2/10 net 30, eom, ' +
  '10th prox, due on receipt, cod, prepaid'

/**
 * The field error for payment terms that cannot be parsed. Terms already on the record are
 * accepted, so that its other fields can still be edited.
 */
export function termsProblems(
  form: { paymentTerms?: string | null | undefined },
  before?: { paymentTerms: string | null } | null,
): FieldError[] {
  const { paymentTerms } = form
  if (!paymentTerms || paymentTerms === before?.paymentTerms) return []
  return parseTerms(paymentTerms) ? [] : [{ path: 'paymentTerms', message: termsForms }]
}

/** Throws 422 with the accepted forms if the payment terms cannot be parsed. */
export function checkTerms(...args: Parameters<typeof termsProblems>): void {
  const problems = termsProblems(...args)
  if (problems.length > 0) throw invalid(problems)
}

/** Lowercases the text, normalizes spaces and dashes, and removes dots outside numbers. */
function plainOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/(?<!\d)\.|\.(?!\d)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(?:due|payable) (?!on |upon )/, '')
    .replace(/end of (?:the )?month/, 'eom')
}

/** Parses a number of days after the document date or after the end of its month. */
function parseNet(plain: string): (PaymentTerms & { kind: 'net' }) | undefined {
  const [, after] = monthEndPlus.exec(plain) ?? []
  if (after) return { kind: 'net', days: Number(after), isEom: true }
  const [, head] = beforeMonthEnd.exec(plain) ?? []
  const text = head ?? plain
  const count = (net.exec(text) ?? days.exec(text))?.[1]
  if (count === undefined) return undefined
  return { kind: 'net', days: Number(count), isEom: head !== undefined }
}
