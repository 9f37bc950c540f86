import * as z from 'zod/mini'
import { freeText } from '#platform/kernel/fields.ts'
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
export function termsNotice(before: Terms, wanted: Wanted): string[] {
  const isOther = (name: keyof Wanted) => wanted[name] !== before[name]
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
type Wanted = Pick<Terms, 'creditLimit' | 'paymentTerms' | 'priceLevel' | 'taxExempt'>

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

/** The terms that ask for the money first, folded. */
export const prepaidTerms: ReadonlySet<string> = new Set([
  'prepaid',
  'cia',
  'cash in advance',
  'cwo',
])

/** True for payment terms that ask for the money first (docs/rules.md, Credit). */
export function isPrepaid(paymentTerms: string): boolean {
  return prepaidTerms.has(paymentTerms.trim().toLowerCase())
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
