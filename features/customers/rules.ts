import * as z from 'zod/mini'
import { normalizePlace } from '#features/settings/place-rules.ts'
import { freeText, squeezed } from '#platform/kernel/fields.ts'
import { type Cents, cents, isDecimal } from '#platform/kernel/money.ts'
import { type FieldError, invalid } from '#platform/kernel/refusal.ts'
import type { Customer, CustomerForm } from './contract.ts'

/** What decides how a customer pays: changed by roles with `customers.terms` alone (rules 3g). */
type Terms = Pick<
  Customer,
  'creditLimit' | 'paymentTerms' | 'priceLevel' | 'taxExempt' | 'taxExemptNumber'
>

/** The terms of a new customer for whom none are given. */
export const defaultTerms: Terms = {
  creditLimit: '0.00',
  paymentTerms: 'net-30',
  priceLevel: 'standard',
  taxExempt: false,
  taxExemptNumber: null,
}

/** True where a form asks for other terms than those in force. What is left out asks for none. */
export function isTermsTouched(form: CustomerForm, before: Terms = defaultTerms): boolean {
  const limit = form.creditLimit
  if (limit !== undefined && cents(limit) !== cents(before.creditLimit)) return true
  return (['paymentTerms', 'priceLevel', 'taxExempt', 'taxExemptNumber'] as const).some((name) => {
    const wanted = form[name] === null ? defaultTerms[name] : form[name]
    return wanted !== undefined && wanted !== before[name]
  })
}

/**
 * What other terms change of what a customer has ordered and owes already, and what they leave, one
 * sentence for each; none where the terms are those in force.
 */
export function termsNotice(before: Terms, wanted: TermsForm): string[] {
  const isOther = (name: keyof TermsForm) => wanted[name] !== before[name]
  const isNumber = isDecimal(wanted.creditLimit || '0')
  const limit = cents(isNumber ? wanted.creditLimit || '0' : before.creditLimit)
  const said = [
    limit !== cents(before.creditLimit) &&
      'The credit limit counts at once; orders that were let through stay so.',
    isOther('paymentTerms') &&
      'What is invoiced from now on has the new terms, for open orders too. ' +
        'Invoices keep their terms and due dates.',
    isOther('priceLevel') && 'New orders have the new prices. Open orders keep theirs.',
    isOther('taxExempt') && 'New orders are taxed anew. Open orders and invoices keep their tax.',
  ]
  return said.filter((sentence) => sentence !== false)
}

/** Terms as they are typed; an emptied credit limit is none. */
type TermsForm = Pick<Terms, 'creditLimit' | 'paymentTerms' | 'priceLevel' | 'taxExempt'>

/** Refuses a tax-exempt customer without the number that proves it. */
export function checkExemption(form: Exemption): void {
  const problems = exemptionProblems(form)
  if (problems.length > 0) throw invalid(problems)
}

type Exemption = Pick<CustomerForm, 'taxExempt' | 'taxExemptNumber'>

/** What is missing of a tax exemption. */
export function exemptionProblems(form: Exemption): FieldError[] {
  if (!form.taxExempt || form.taxExemptNumber) return []
  return [{ path: 'taxExemptNumber', message: 'Required for a tax-exempt customer' }]
}

/**
 * What bounds the credit of a customer: their limit, where one of 0 is no credit at all; nothing,
 * where a setting makes a limit of 0 none; or their own money, where they pay before.
 */
export type CreditBound = 'limit' | 'none' | 'prepaid'

/** What decides what bounds a credit: `zeroMeans` is the setting on a limit of 0. */
type CreditBounds = {
  creditLimit: Cents
  paymentTerms: string
  zeroMeans: 'none' | 'unlimited'
}

/** What bounds a customer's credit, wherever it is shown or decided. */
export function creditBoundOf(facts: CreditBounds): CreditBound {
  if (isPrepaid(facts.paymentTerms)) return 'prepaid'
  return facts.creditLimit === 0 && facts.zeroMeans === 'unlimited' ? 'none' : 'limit'
}

// One rule for the addresses goods and invoices go to, whichever way they come: no part of one is
// required, it has at most 500 characters, and it is kept line by line as it is written on paper.

/** The most characters of an address. */
export const maxAddress = 500

/** An address that may be left out: absent stays absent, empty and null mean none. */
export const addressField = z.optional(
  z.pipe(
    z.nullable(freeText(maxAddress)),
    z.transform((value) => (value === null ? null : tidyLines(value) || null)),
  ),
)

type Part = string | null | undefined

/** The parts of an address. `street` may have lines of its own: who is there, and where. */
type AddressParts = {
  street: Part
  city: Part
  state: Part
  zipCode: Part
  country: Part
}

/**
 * An address on paper: the street, `City, State ZIP` and the country, a line each, with no empty
 * ones. Where that is longer than an address may be the street is cut. Null where there is no part.
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
 * What a form says of a customer, its country and state in normal form (`US`, `FL`) as far as they
 * can be read; `before` has what the form leaves out.
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

/** What is known of a customer that addresses are made of. */
type CustomerAddress = Omit<AddressParts, 'street'> & {
  address: Part
  billingAddress: Part
}

/** Where a customer's goods and invoices go where an order does not say; null is nowhere known. */
export function addressesOf({ address, billingAddress, ...parts }: CustomerAddress): {
  shipping: string | null
  billing: string | null
} {
  const shipping = foldAddress({ ...parts, street: address })
  return { shipping, billing: tidyLines(billingAddress ?? '') || shipping }
}

const trimmed = (part: Part) => part?.trim() ?? ''

/** The lines of a text that say something, without the room around them. */
function tidyLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}

/** When an amount is due, as it was agreed with a customer or a vendor. */
export type PaymentTerms =
  | { kind: 'prepaid' | 'receipt' | 'eom' }
  | { kind: 'net'; days: number; isEom: boolean; discount?: { percent: string; days: number } }
  /** A day of the next month, its last day where that month is shorter. */
  | { kind: 'prox'; day: number }

/** Payment before delivery, as letters and digits in lower case; SQL compares with them too. */
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

/** Due on the day of the document, as letters and digits in lower case. */
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
 * Payment terms as people write them: `net-30`, `Net60`, `n/30`, `60 days`, `30 days EOM`,
 * `2/10 net 30 eom`, `1%10 net 45`, `eom`, `10th prox`, `C.O.D.`, `Due upon receipt`, `Prepay`.
 * Case, blanks, dashes and abbreviation dots make no difference. Undefined for any other text.
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

/** True for payment terms that ask for the money before delivery (docs/rules.md, Credit). */
export function isPrepaid(paymentTerms: string): boolean {
  return prepaidTerms.has(squeezed(paymentTerms))
}

/** The forms that payment terms may have, as the refusal of any other text lists them. */
export const termsForms =
  'Not understood. Use one of: net-30, n/30, 30 days, net 30 eom, 2/10 net 30, eom, 10th prox, ' +
  'due on receipt, cod, prepaid'

/**
 * An error for payment terms that cannot be parsed, with the forms they may have. Terms that a
 * record has already are accepted, so that its other fields can still be edited.
 */
export function termsProblems(
  form: { paymentTerms?: string | null | undefined },
  before?: { paymentTerms: string | null } | null,
): FieldError[] {
  const { paymentTerms } = form
  if (!paymentTerms || paymentTerms === before?.paymentTerms) return []
  return parseTerms(paymentTerms) ? [] : [{ path: 'paymentTerms', message: termsForms }]
}

/** Refuses payment terms that cannot be parsed, with the list of forms. */
export function checkTerms(...asked: Parameters<typeof termsProblems>): void {
  const problems = termsProblems(...asked)
  if (problems.length > 0) throw invalid(problems)
}

/** Lower case, single blanks, plain dashes, and dots within numbers only. */
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

/** So many days after the document, or after the last day of its month. */
function parseNet(plain: string): (PaymentTerms & { kind: 'net' }) | undefined {
  const [, after] = monthEndPlus.exec(plain) ?? []
  if (after) return { kind: 'net', days: Number(after), isEom: true }
  const [, head] = beforeMonthEnd.exec(plain) ?? []
  const text = head ?? plain
  const count = (net.exec(text) ?? days.exec(text))?.[1]
  if (count === undefined) return undefined
  return { kind: 'net', days: Number(count), isEom: head !== undefined }
}
