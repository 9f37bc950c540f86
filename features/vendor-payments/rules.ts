import { advance, type Flow, statusesOf } from '#platform/kernel/flow.ts'

/** The life of a payment: prepared by one, released by another. */
export const vendorPaymentFlow = {
  draft: { release: 'posted', void: 'void' },
  posted: { void: 'void' },
  void: {},
} as const satisfies Flow
export const vendorPaymentStatuses = statusesOf(vendorPaymentFlow)
export type PaymentStatus = (typeof vendorPaymentStatuses)[number]

/** The status of a payment after a verb; refuses what the flow does not know. */
export function nextPaymentStatus(status: PaymentStatus, verb: 'release' | 'void'): PaymentStatus {
  return advance(vendorPaymentFlow, status, verb)
}

export const paymentMethods = ['check', 'ach', 'wire', 'card'] as const
