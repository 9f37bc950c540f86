import * as z from 'zod/mini'
import { postingForm, reasonedPostingForm } from '#features/journal/posting-contract.ts'
import { recordedControls } from '#features/payables/rules.ts'
import { bulkOutcome, stepIds } from '#platform/kernel/bulk.ts'
import { choiceQuery, endpoint, listQuery, textQuery } from '#platform/kernel/endpoint.ts'
import { dayField, id, idParameter, optionalText, price } from '#platform/kernel/fields.ts'
import { paymentKinds, paymentMethods, vendorPaymentStatuses } from './rules.ts'

const maxBills = 500
const nullableText = z.nullable(z.string())

/** Money to a vendor as lists answer it. */
export const vendorPayment = z.object({
  id: z.int(),
  paymentNumber: z.string(),
  vendorId: z.int(),
  vendorCode: z.string(),
  vendorName: z.string(),
  /** For bills, or before the bill; then `openAmount` has settled nothing yet. */
  kind: z.enum(paymentKinds),
  purchaseOrderId: z.nullable(z.int()),
  orderNumber: nullableText,
  openAmount: z.string(),
  status: z.enum(vendorPaymentStatuses),
  method: z.enum(paymentMethods),
  reference: nullableText,
  paidOn: z.string(),
  postedOn: z.nullable(z.string()),
  amount: z.string(),
  discount: z.string(),
  billNumbers: z.string(),
  notes: nullableText,
  createdBy: z.int(),
  createdByName: z.string(),
  releasedByName: nullableText,
  createdAt: z.string(),
  version: z.int(),
})
export type VendorPayment = z.infer<typeof vendorPayment>

const paidBill = z.object({
  id: z.int(),
  billId: z.int(),
  billNumber: z.string(),
  dueDate: z.string(),
  totalAmount: z.string(),
  amount: z.string(),
  discount: z.string(),
  appliedOn: nullableText,
  reversedOn: nullableText,
})

export const vendorPaymentDetails = z.extend(vendorPayment, {
  /** What the vendor gave back of a prepayment. */
  refunds: z.array(
    z.object({
      id: z.int(),
      amount: z.string(),
      receivedOn: z.string(),
      reference: nullableText,
      reason: z.string(),
      /** The day on which it was taken back; null where it counts. */
      reversedOn: nullableText,
    }),
  ),
  bills: z.array(paidBill),
  waivers: z.array(
    z.object({ by: z.string(), at: z.string(), controls: z.array(z.enum(recordedControls)) }),
  ),
})
export type VendorPaymentDetails = z.infer<typeof vendorPaymentDetails>

export const vendorPaymentQuery = z.object({
  ...listQuery,
  /** The day it is told as of; today where it is left out. */
  asOf: z.optional(dayField),
  status: choiceQuery(vendorPaymentStatuses),
  method: choiceQuery(paymentMethods),
  kind: choiceQuery(paymentKinds),
  /** Prepayments of which something is left. */
  left: z.optional(z.enum(['true'])),
  vendorId: idParameter,
  vendorCode: textQuery,
  paymentNumber: textQuery,
  from: z.optional(dayField),
  to: z.optional(dayField),
})
export type VendorPaymentQuery = z.output<typeof vendorPaymentQuery>

export const listVendorPayments = endpoint('GET', '/api/vendor-payments', {
  permission: 'payables.read',
  query: vendorPaymentQuery,
  returns: z.array(vendorPayment),
  summary: 'Payments to vendors, prepared, posted and void',
})
export const readVendorPayment = endpoint('GET', '/api/vendor-payments/:id', {
  permission: 'payables.read',
  returns: vendorPaymentDetails,
  summary: 'One payment with the bills that it settles',
})

/**
 * A payment to prepare: for the bills chosen, each with what is paid and taken as early discount;
 * for an amount, the oldest due first; or for all that is due by the day it is paid.
 */
const paymentForm = z.object({
  vendorId: id('Please select a vendor'),
  paidOn: dayField,
  method: z.enum(paymentMethods, { error: 'Please select a method' }),
  reference: optionalText(50),
  notes: optionalText(2000),
  amount: z.optional(price),
  bills: z.optional(
    z
      .array(z.object({ billId: id(), amount: price, discount: z.optional(price) }))
      .check(z.minLength(1, { error: 'Please select a bill' }), z.maxLength(maxBills)),
  ),
})
export type VendorPaymentForm = z.output<typeof paymentForm>

const step = { returns: vendorPaymentDetails }
export const prepareVendorPayment = endpoint('POST', '/api/vendor-payments', {
  ...step,
  permission: 'payables.pay',
  body: paymentForm,
  status: 201,
  summary: 'Prepares a payment; somebody else releases it',
})
export const releaseVendorPayment = endpoint('POST', '/api/vendor-payments/:id/release', {
  ...step,
  permission: 'payables.releasePayment',
  body: postingForm,
  summary: 'Posts a prepared payment: its bills are settled from its posting date on',
})
export const releaseVendorPayments = endpoint('POST', '/api/vendor-payments/bulk', {
  permission: 'payables.releasePayment',
  body: z.object({ action: z.enum(['release']), ids: stepIds }),
  returns: bulkOutcome,
  summary: 'Releases many prepared payments; those that cannot be are named with the reason',
})
export const voidVendorPayment = endpoint('POST', '/api/vendor-payments/:id/void', {
  ...step,
  permission: 'payables.pay',
  body: reasonedPostingForm,
  summary: 'Takes a payment back: its bills are open again, its posting is reversed',
})
