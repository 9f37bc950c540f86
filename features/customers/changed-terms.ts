import { cents } from '#platform/kernel/money.ts'
import type { Customer, CustomerForm } from './contract.ts'

/** The payment terms fields: only roles with `customers.terms` may change them. */
export type Terms = Pick<
  Customer,
  'creditLimit' | 'paymentTerms' | 'priceLevel' | 'taxExempt' | 'taxExemptNumber'
>

/** The default terms of a new customer. */
export const defaultTerms: Terms = {
  creditLimit: '0.00',
  paymentTerms: 'net-30',
  priceLevel: 'standard',
  taxExempt: false,
  taxExemptNumber: null,
}

/** True if the form changes the current terms. Undefined fields do not count as changes. */
export function isTermsTouched(form: Partial<CustomerForm>, before?: Terms): boolean {
  return changedTerms(form, before).length > 0
}

/** The terms that the form changes. */
export function changedTerms(
  form: Partial<CustomerForm>,
  before: Terms = defaultTerms,
): (keyof Terms)[] {
  const limit = form.creditLimit
  const isOther = limit !== undefined && cents(limit) !== cents(before.creditLimit)
  const others = (['paymentTerms', 'priceLevel', 'taxExempt', 'taxExemptNumber'] as const).filter(
    (name) => {
      const wanted = form[name] === null ? defaultTerms[name] : form[name]
      return wanted !== undefined && wanted !== before[name]
    },
  )
  return isOther ? ['creditLimit', ...others] : others
}
