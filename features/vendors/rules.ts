import type { Vendor, VendorForm } from './contract.ts'

/** True if a form changes the payment terms. */
export function isTermsTouched(
  form: Pick<VendorForm, 'paymentTerms'>,
  before: Pick<Vendor, 'paymentTerms'> = { paymentTerms: null },
): boolean {
  return form.paymentTerms !== undefined && form.paymentTerms !== before.paymentTerms
}

/** A lead time as text: `1 day`, `12 days`; empty if none is agreed. */
export function daysText(days: number | null): string {
  if (days === null) return ''
  return days === 1 ? '1 day' : `${days.toLocaleString('en-US')} days`
}
