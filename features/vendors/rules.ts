import type { Vendor, VendorForm } from './contract.ts'

/** True where a form asks for other payment terms than those in force (rules 3g). */
export function isTermsTouched(
  form: Pick<VendorForm, 'paymentTerms'>,
  before: Pick<Vendor, 'paymentTerms'> = { paymentTerms: null },
): boolean {
  return form.paymentTerms !== undefined && form.paymentTerms !== before.paymentTerms
}

/** A lead time as staff read it: `1 day`, `12 days`; nothing where none is agreed. */
export function daysText(days: number | null): string {
  if (days === null) return ''
  return days === 1 ? '1 day' : `${days.toLocaleString('en-US')} days`
}
