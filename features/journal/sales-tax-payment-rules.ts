import { may } from '#features/auth/rules.ts'
import { placeOf } from '#features/settings/countries-and-states.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { advance, type Flow, statusesOf } from '#platform/kernel/flow.ts'
import { type Cents, formatMoney } from '#platform/kernel/money.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import type { PostingLine } from './rules.ts'

/** The status flow of a sales tax payment: posted on entry, then possibly void. */
export const taxPaymentFlow = { posted: { void: 'void' }, void: {} } as const satisfies Flow
export const taxPaymentStatuses = statusesOf(taxPaymentFlow)
export type TaxPaymentStatus = (typeof taxPaymentStatuses)[number]

/** Returns the status after voiding a payment. Throws 409 if it is already void. */
export function statusAfterVoid(status: TaxPaymentStatus): TaxPaymentStatus {
  return advance(taxPaymentFlow, status, 'void')
}

/** Returns why a user cannot void a sales tax payment, or undefined if allowed. */
export function whyNotVoidTaxPayment(
  { status }: { status: TaxPaymentStatus },
  user: { role: string } | undefined,
): string | undefined {
  if (!user || !may(user, 'ledger.payTax')) return 'Your role does not allow this'
  return status === 'void' ? 'This payment is already void' : undefined
}

/** A tax jurisdiction; both are empty if it is not known. */
export type Place = { country: string; state: string }

/** The display name of a jurisdiction: `US, FL`. */
export function jurisdictionName(place: Place): string {
  return placeOf(place) || 'Jurisdiction not known'
}

/** The posting lines of a payment; a void posts the reversed lines. */
export function linesOfTaxPayment(amount: Cents): PostingLine[] {
  return [
    { account: 'salesTax', debit: amount },
    { account: 'cash', credit: amount },
  ]
}

/** Throws 422 if the period ends before it begins, or the payment date precedes its end. */
export function guardTaxPeriod(days: { periodFrom: Day; periodTo: Day; paidOn: Day }): void {
  if (days.periodTo < days.periodFrom) {
    throw invalid([{ path: 'periodTo', message: 'Must not be before the first day' }])
  }
  if (days.paidOn >= days.periodTo) return
  throw invalid([{ path: 'paidOn', message: 'Must not be before the last day of the period' }])
}

/** Returns why an amount exceeds the unpaid balance, or undefined if it does not. */
export function whyOverpaid(
  { amount, unpaidAmount: unpaid, to }: { amount: Cents; unpaidAmount: Cents; to: Day },
  place: Place,
): string | undefined {
  if (amount <= unpaid) return undefined
  const jurisdiction = jurisdictionName(place)
  const day = formatDay(to, 'en-US')
  return unpaid > 0
    ? `Only ${formatMoney(unpaid)} of the sales tax of ${jurisdiction} up to ${day} is still due`
    : `No sales tax of ${jurisdiction} is due up to ${day}`
}
