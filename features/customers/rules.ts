import { normalizePlace } from '#features/settings/countries-and-states.ts'
import { type Cents, cents, isDecimal, decimal, zero } from '#platform/kernel/money.ts'
import { type FieldError, invalid } from '#platform/kernel/refusal.ts'
import type { AddressPart } from './address-rules.ts'
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
