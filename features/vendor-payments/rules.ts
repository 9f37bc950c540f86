import { may } from '#features/auth/rules.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import { advance, type Flow, statusesOf, verbsFrom } from '#platform/kernel/flow.ts'

/** The status flow of a payment: prepared by one user, released by another. */
export const vendorPaymentFlow = {
  draft: { release: 'posted', void: 'void' },
  posted: { void: 'void' },
  void: {},
} as const satisfies Flow
export const vendorPaymentStatuses = statusesOf(vendorPaymentFlow)
export type PaymentStatus = (typeof vendorPaymentStatuses)[number]

/** The status after a verb; throws if the flow does not allow it. */
export function nextPaymentStatus(status: PaymentStatus, verb: 'release' | 'void'): PaymentStatus {
  return advance(vendorPaymentFlow, status, verb)
}

type Payable = { id: number; vendorId: number; openAmount: string; plannedAmount: string }

/** The amount of a bill that is neither settled nor in a prepared payment. */
export function amountToPay({ openAmount, plannedAmount }: Payable): Cents {
  return Math.max(0, cents(openAmount) - cents(plannedAmount)) as Cents
}

/** The bills with an amount left to pay, grouped by vendor in list order. */
export function groupByVendor<Bill extends Payable & { standing: string }>(
  bills: readonly Bill[],
): Bill[][] {
  const vendors = new Map<number, Bill[]>()
  for (const bill of bills.filter(isPayable)) {
    vendors.set(bill.vendorId, [...(vendors.get(bill.vendorId) ?? []), bill])
  }
  return [...vendors.values()]
}

const payable: readonly string[] = ['open', 'part-paid']

function isPayable(bill: Payable & { standing: string }): boolean {
  return payable.includes(bill.standing) && amountToPay(bill) > 0
}

/** Payments for bills, and prepayments. */
export const paymentKinds = ['bills', 'prepayment'] as const

export const paymentMethods = ['check', 'ach', 'wire', 'card'] as const

type Person = { id: number; role: string }

/** Why a step of a payment is disabled; undefined if it is enabled. */
export function whyNotPaymentStep(
  { status }: { status: PaymentStatus },
  step: 'release' | 'void',
  user: Person | undefined,
): string | undefined {
  if (!verbsFrom(vendorPaymentFlow, status).includes(step)) return `This payment is ${status}`
  const right = step === 'release' ? 'payables.releasePayment' : 'payables.pay'
  return user && may(user, right) ? undefined : 'You do not have permission for this'
}

type Prepaid = {
  status: PaymentStatus
  openAmount: string
  bills: readonly { reversedOn: string | null }[]
  refunds: readonly { reversedOn: string | null }[]
}

/** Why an action on a prepayment is disabled; undefined if it is enabled. */
export function whyNotPrepaymentAction(
  { status, openAmount, bills, refunds }: Prepaid,
  action: 'apply' | 'unapply' | 'refund' | 'reverse-refund',
  user: Person | undefined,
): string | undefined {
  if (status !== 'posted') return `This prepayment is ${status}`
  if (action === 'unapply' && bills.every(({ reversedOn }) => reversedOn !== null)) {
    return 'It is not applied to any bill'
  }
  if (action === 'reverse-refund' && refunds.every(({ reversedOn }) => reversedOn !== null)) {
    return 'This prepayment has no refund to reverse'
  }
  const usesPrepayment = action === 'apply' || action === 'refund'
  if (usesPrepayment && cents(openAmount) === 0) return 'It has no open amount'
  return user && may(user, 'payables.pay') ? undefined : 'You do not have permission for this'
}
