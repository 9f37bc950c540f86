import { cents } from '#platform/kernel/money.ts'
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
