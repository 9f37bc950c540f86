import * as z from 'zod/mini'
import { normalizePlace } from '#features/settings/countries-and-states.ts'
import { freeText } from '#platform/kernel/fields.ts'
import { type Cents, cents, isDecimal, decimal, zero } from '#platform/kernel/money.ts'
import { type FieldError, invalid } from '#platform/kernel/refusal.ts'
import type { Customer, CustomerForm } from './contract.ts'
import { isPrepaid } from './payment-terms.ts'

/** The payment terms fields: only roles with `customers.terms` may change them. */
type Terms = Pick<
  Customer,
  'creditLimit' | 'paymentTerms' | 'priceLevel' | 'taxExempt' | 'taxExemptNumber'
>

/** The default terms of a new customer. */
export const defaultTerms: Terms = {
  creditLimit: decimal(zero),
  paymentTerms: 'net-30',
  priceLevel: 'standard',
  taxExempt: false,
  taxExemptNumber: null,
}

/** True if the form changes the current terms. Undefined fields do not count as changes. */
export function changesTerms(form: Partial<CustomerForm>, before?: Terms): boolean {
  return changedTerms(form, before).length > 0
}

/** The terms that the form changes. */
export function changedTerms(
  form: Partial<CustomerForm>,
  before: Terms = defaultTerms,
): (keyof Terms)[] {
  const limit = form.creditLimit
  const isOther = limit !== undefined && cents(limit) !== cents(before.creditLimit)
  const otherTerms = (
    ['paymentTerms', 'priceLevel', 'taxExempt', 'taxExemptNumber'] as const
  ).filter((name) => {
    const newValue = form[name] === null ? defaultTerms[name] : form[name]
    return newValue !== undefined && newValue !== before[name]
  })
  return isOther ? ['creditLimit', ...otherTerms] : otherTerms
}

/**
 * Describes how a change of terms affects existing orders and debts, one sentence per changed
 * field. Empty if the terms do not change.
 */
export function termsNotice(before: Terms, terms: TermsForm): string[] {
  const isChanged = (name: keyof TermsForm) => terms[name] !== before[name]
  const isNumber = isDecimal(terms.creditLimit || '0')
  const limit = cents(isNumber ? terms.creditLimit || '0' : before.creditLimit)
  const sentences = [
    limit !== cents(before.creditLimit) &&
      'The new credit limit applies immediately. Orders already approved stay approved.',
    isChanged('paymentTerms') &&
      'New invoices use the new terms, also for open orders. ' +
        'Existing invoices keep their terms and due dates.',
    isChanged('priceLevel') && 'New orders use the new prices. Open orders keep their prices.',
    isChanged('taxExempt') &&
      'New orders use the new tax status. Open orders and invoices keep their tax.',
  ]
  return sentences.filter((sentence) => sentence !== false)
}

/** Terms as entered in the form; an empty credit limit counts as 0. */
type TermsForm = Pick<Terms, 'paymentTerms' | 'priceLevel' | 'taxExempt'> & { creditLimit: string }

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

type AddressPart = string | null | undefined

/** The parts of an address. `street` may have several lines, such as the recipient or a dock. */
type AddressParts = {
  street: AddressPart
  city: AddressPart
  state: AddressPart
  zipCode: AddressPart
  country: AddressPart
}

/**
 * Formats an address for printing: the street, `City, State ZIP` and the country on separate lines,
 * without empty lines. Truncates the street if the result exceeds `maxAddress`. Null if every part
 * is empty.
 */
export function formatAddress({
  street,
  city,
  state,
  zipCode,
  country,
}: AddressParts): string | null {
  const region = [trimmed(state), trimmed(zipCode)].filter(Boolean).join(' ')
  const cityLine = [trimmed(city), region].filter(Boolean).join(', ')
  const end = [cityLine, trimmed(country)].filter(Boolean).join('\n').slice(0, maxAddress)
  const maxStreet = Math.max(0, maxAddress - end.length - 1)
  const start = tidyLines(street ?? '').slice(0, maxStreet)
  return tidyLines(`${start}\n${end}`) || null
}

/**
 * The form with country and state normalized (`US`, `FL`) if recognized; `before` supplies the
 * fields that the form omits.
 */
export function withNormalizedPlace<F extends PlaceFields>(form: F, before?: PlaceFields): F {
  const { country = before?.country, state = before?.state } = form
  const place = normalizePlace({ country, state })
  return {
    ...form,
    ...(form.country !== undefined && { country: place.country }),
    ...(form.state !== undefined && { state: place.state }),
  }
}

type PlaceFields = { country?: AddressPart; state?: AddressPart }

/** The customer fields that form the addresses. */
type CustomerAddress = Omit<AddressParts, 'street'> & {
  address: AddressPart
  billingAddress: AddressPart
}

/** The default shipping and billing addresses of a customer's orders; null if unknown. */
export function addressesOf({ address, billingAddress, ...parts }: CustomerAddress): {
  shipping: string | null
  billing: string | null
} {
  const shipping = formatAddress({ ...parts, street: address })
  return { shipping, billing: tidyLines(billingAddress ?? '') || shipping }
}

const trimmed = (part: AddressPart) => part?.trim() ?? ''

/** Trims each line and removes empty lines. */
function tidyLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}
