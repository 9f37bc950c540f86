import type { EarliestDay } from '#features/journal/server/service.ts'
import { lastUnsettled } from '#features/payables/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { VendorPaymentDetails } from '../contract.ts'
import type { paymentKinds, PaymentStatus } from '../rules.ts'
import * as store from './store.ts'

/** A locked payment. */
export type LockedPayment = {
  id: number
  paymentNumber: string
  vendorId: number
  kind: (typeof paymentKinds)[number]
  status: PaymentStatus
  paidOn: Day
  postedOn: Day | null
  amount: string
  discount: string
  createdBy: number
  version: number
}
/** Locks a payment and returns its current state. */
export async function lock(ctx: Context, id: number): Promise<LockedPayment> {
  const [payment] = await rows<LockedPayment>(ctx.db, store.lockPayment, [id])
  if (!payment) throw missing('That payment')
  return payment
}

/**
 * The dates before which a posted payment cannot be voided: its posting date, its last application
 * and its refunds or their reversals.
 */
export async function voidNotBefore(
  ctx: Context,
  { id, kind, postedOn }: LockedPayment,
): Promise<EarliestDay[]> {
  const own = { day: postedOn, event: 'the posting date of the payment' }
  const source = kind === 'prepayment' ? 'prepayment' : 'payment'
  const refunds = await rows<VendorPaymentDetails['refunds'][number]>(ctx.db, store.readRefunds, [
    id,
  ])
  const event = 'when the vendor last refunded it'
  return [
    own,
    await lastUnsettled(ctx, { source, sourceId: id }),
    ...refunds.map((each) => ({ day: each.reversedOn ?? each.receivedOn, event })),
  ]
}

/** One outbox topic for all events of a payment. */
export function messageOf(payment: LockedPayment, verb: string) {
  const { id, paymentNumber, vendorId, status, amount, version } = payment
  return {
    topic: 'vendor-payment.changed',
    aggregate: 'vendor_payment',
    aggregateId: id,
    aggregateVersion: version,
    payload: { verb, paymentNumber, vendorId, status, amount },
  }
}
