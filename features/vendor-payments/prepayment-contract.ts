import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { dayField, id, optionalText, price, text } from '#platform/kernel/fields.ts'
import { vendorPaymentDetails } from './contract.ts'
import { paymentMethods } from './rules.ts'

// Money that a vendor is paid before the bill: prepared and released like a payment, then applied.

const step = { returns: vendorPaymentDetails, permission: 'payables.pay' } as const

const prepaymentForm = z.object({
  vendorId: id('Please select a vendor'),
  /** The order it is for: the bills of the order are settled with it as they are posted. */
  purchaseOrderId: z.optional(z.nullable(id())),
  amount: price,
  paidOn: dayField,
  method: z.enum(paymentMethods, { error: 'Please select a method' }),
  reference: optionalText(50),
  notes: optionalText(2000),
})
export type PrepaymentForm = z.output<typeof prepaymentForm>

export const prepareVendorPrepayment = endpoint('POST', '/api/vendor-prepayments', {
  ...step,
  body: prepaymentForm,
  status: 201,
  summary: 'Prepares a payment before the bill; somebody else releases it',
})

/** The bills that a prepayment settles, or none: then the oldest due first. */
const applyForm = z.object({
  bills: z.optional(
    z
      .array(z.object({ billId: id(), amount: price }))
      .check(z.minLength(1, { error: 'Please select a bill' }), z.maxLength(500)),
  ),
})
export type ApplyPrepaymentForm = z.output<typeof applyForm>
export const applyVendorPrepayment = endpoint('POST', '/api/vendor-prepayments/:id/apply', {
  ...step,
  body: applyForm,
  summary: 'Settles bills of the vendor with a prepayment',
})
export const unapplyVendorPrepayment = endpoint('POST', '/api/vendor-prepayments/:id/unapply', {
  ...step,
  summary: 'Takes back what a prepayment settled; the bills are open again',
})
const refundForm = z.object({
  amount: price,
  receivedOn: z.optional(z.nullable(dayField)),
  reference: optionalText(50),
  reason: text(500),
})
export type PrepaymentRefundForm = z.output<typeof refundForm>
export const refundVendorPrepayment = endpoint('POST', '/api/vendor-prepayments/:id/refund', {
  ...step,
  body: refundForm,
  summary: 'Records money that a vendor gave back of a prepayment',
})

const reverseRefundForm = z.object({ refundId: id('Please select a refund'), reason: text(500) })
export type ReversePrepaymentRefundForm = z.output<typeof reverseRefundForm>
export const reversePrepaymentRefund = endpoint(
  'POST',
  '/api/vendor-prepayments/:id/reverse-refund',
  {
    ...step,
    body: reverseRefundForm,
    summary: 'Reverses a refund whose money never came: it is left of the prepayment again',
  },
)
