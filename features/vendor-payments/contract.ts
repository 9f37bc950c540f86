// One file: the calls of vendor payments are read as one list.

import * as z from 'zod/mini'
import { postingDate, postingForm, reasonedPostingForm } from '#features/journal/posting-form.ts'
import { billApplication } from '#features/payables/contract.ts'
import { recordedControls } from '#features/payables/rules.ts'
import { bulkOutcome, stepIds } from '#platform/kernel/bulk.ts'
import { endpoint, listSums } from '#platform/kernel/endpoint.ts'
import { defineList, field, sumsQueryOf } from '#platform/kernel/list.ts'
import {
  amountText,
  dayField,
  dayText,
  id,
  momentText,
  optionalText,
  price,
  text,
} from '#platform/kernel/fields.ts'
import { methodNames } from './labels.ts'
import { paymentKinds, paymentMethods, vendorPaymentStatuses } from './rules.ts'

const maxBills = 500
const nullableText = z.nullable(z.string())

/** A payment to a vendor as returned in lists. */
export const vendorPayment = z.object({
  id: z.int(),
  paymentNumber: z.string(),
  vendorId: z.int(),
  vendorCode: z.string(),
  vendorName: z.string(),
  /** For bills, or a prepayment; `openAmount` is then its unapplied amount. */
  kind: z.enum(paymentKinds),
  purchaseOrderId: z.nullable(z.int()),
  orderNumber: nullableText,
  openAmount: amountText,
  status: z.enum(vendorPaymentStatuses),
  method: z.enum(paymentMethods),
  reference: nullableText,
  paidOn: dayText,
  postedOn: z.nullable(dayText),
  amount: amountText,
  discount: amountText,
  billNumbers: z.string(),
  notes: nullableText,
  createdBy: z.int(),
  createdByName: z.string(),
  releasedByName: nullableText,
  createdAt: momentText,
  version: z.int(),
})
export type VendorPayment = z.infer<typeof vendorPayment>

export const paidBill = z.object({
  id: z.int(),
  billId: z.int(),
  billNumber: z.string(),
  dueDate: dayText,
  totalAmount: amountText,
  amount: amountText,
  discount: amountText,
  appliedOn: z.nullable(dayText),
  reversedOn: z.nullable(dayText),
})

export const vendorPaymentDetails = z.extend(vendorPayment, {
  /** Refunds of a prepayment by the vendor. */
  refunds: z.array(
    z.object({
      id: z.int(),
      amount: amountText,
      receivedOn: dayText,
      reference: nullableText,
      reason: z.string(),
      /** The date of its reversal; null if not reversed. */
      reversedOn: z.nullable(dayText),
    }),
  ),
  bills: z.array(paidBill),
  waivers: z.array(
    z.object({ by: z.string(), at: momentText, controls: z.array(z.enum(recordedControls)) }),
  ),
})
export type VendorPaymentDetails = z.infer<typeof vendorPaymentDetails>

/** The list of payments to vendors. */
export const vendorPaymentList = defineList({
  name: 'vendor-payments',
  row: vendorPayment,
  defaultSort: '-id',
  fields: {
    paymentNumber: field.text({
      label: 'Payment Number',
      sortable: true,
      filterable: true,
      column: { width: 175 },
    }),
    vendorId: field.reference({
      label: 'Vendor',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 220, phone: 'line' },
    }),
    status: field.choice(vendorPaymentStatuses, {
      label: 'Status',
      sortable: true,
      filterable: true,
      column: { width: 110, phone: 'badge' },
    }),
    paidOn: field.day({
      label: 'Pay Date',
      filterLabel: 'Pay date',
      sortable: true,
      range: ['from', 'to'],
      column: { width: 115, phone: 'date' },
    }),
    amount: field.amount({
      label: 'Amount',
      sortable: true,
      column: { width: 120, phone: 'amount' },
    }),
    openAmount: field.amount({ label: 'Unapplied', column: { width: 120 } }),
    createdByName: field.text({ label: 'Prepared by', column: { width: 120 } }),
    releasedByName: field.text({ label: 'Released by', column: { width: 120 } }),
    /** The posting date, by which reports count a payment; drafts have none. */
    postedOn: field.day({ label: 'Posting date', range: ['postedFrom', 'postedTo'] }),
    id: field.references({ sortable: true }),
    method: field.choice(paymentMethods, {
      label: 'Method',
      valueLabels: methodNames,
      sortable: true,
      filterable: true,
    }),
    kind: field.choice(paymentKinds, { filterable: true }),
    /** Only prepayments with an unapplied amount. */
    left: field.only(['true'], { label: 'Unapplied', filterable: true }),
    vendorCode: field.text({ label: 'Vendor', filterable: true }),
  },
  /** The date of the figures; defaults to today. */
  parameters: { asOf: z.optional(dayField) },
  chips: ['status', 'left', 'paidOn', 'vendorCode', 'postedOn'],
  views: [
    { label: 'All', filters: {} },
    { label: 'To release', filters: { status: 'draft' } },
    { label: 'Posted', filters: { status: 'posted' } },
    { label: 'Prepaid', filters: { left: 'true' } },
  ],
  groups: { status: 'status', method: 'method', day: 'paidOn', vendor: 'vendorId' },
})

export const vendorPaymentQuery = vendorPaymentList.query
export type VendorPaymentQuery = z.output<typeof vendorPaymentQuery>

export const listVendorPayments = endpoint('GET', '/api/vendor-payments', {
  permission: 'payables.read',
  query: vendorPaymentQuery,
  returns: z.array(vendorPayment),
  summary: 'Payments to vendors, prepared, posted and void',
})

export const vendorPaymentSumsQuery = sumsQueryOf(vendorPaymentList)
export type VendorPaymentSumsQuery = z.output<typeof vendorPaymentSumsQuery>

export const sumVendorPayments = endpoint('GET', '/api/vendor-payments/sums', {
  permission: 'payables.read',
  isDerived: true,
  query: vendorPaymentSumsQuery,
  returns: listSums,
  summary:
    'The number and total of matching payments to vendors, also by group. Void ones count as zero',
})
export const readVendorPayment = endpoint('GET', '/api/vendor-payments/:id', {
  permission: 'payables.read',
  returns: vendorPaymentDetails,
  summary: 'One payment with its bills',
})

/**
 * A payment to prepare: for chosen bills, each with amount and early-payment discount; for an
 * amount, applied to the oldest due first; or for everything due by the payment date.
 */
export const paymentForm = z.object({
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
  summary: 'Prepares a payment for release by another person',
})
export const releaseVendorPayment = endpoint('POST', '/api/vendor-payments/:id/release', {
  ...step,
  permission: 'payables.releasePayment',
  checksVersion: true,
  body: postingForm,
  summary: 'Releases and posts a prepared payment; its bills are paid as of the posting date',
})

const releaseManyForm = z.object({
  action: z.enum(['release']),
  ids: stepIds,
  ...postingDate,
})
export type ReleaseVendorPayments = z.output<typeof releaseManyForm>

export const releaseVendorPayments = endpoint('POST', '/api/vendor-payments/bulk', {
  permission: 'payables.releasePayment',
  body: releaseManyForm,
  returns: bulkOutcome,
  summary:
    'Releases many prepared payments on one posting date; ' +
    'returns the reason for each skipped payment',
})
export const voidVendorPayment = endpoint('POST', '/api/vendor-payments/:id/void', {
  ...step,
  permission: 'payables.pay',
  checksVersion: true,
  body: reasonedPostingForm,
  summary: 'Voids a payment: its bills are open again and its posting is reversed',
})

// A prepayment to a vendor: prepared and released like a payment, then applied to bills.

const prepaymentStep = { returns: vendorPaymentDetails, permission: 'payables.pay' } as const

export const prepaymentForm = z.object({
  vendorId: id('Please select a vendor'),
  /** The purchase order it is for; it is applied to the order's bills as they are posted. */
  purchaseOrderId: z.optional(z.nullable(id())),
  amount: price,
  paidOn: dayField,
  method: z.enum(paymentMethods, { error: 'Please select a method' }),
  reference: optionalText(50),
  notes: optionalText(2000),
})
export type PrepaymentForm = z.output<typeof prepaymentForm>

export const prepareVendorPrepayment = endpoint('POST', '/api/vendor-prepayments', {
  ...prepaymentStep,
  body: prepaymentForm,
  status: 201,
  summary: 'Prepares a payment before the bill, for release by another person',
})

/** The bills to apply a prepayment to; if omitted, the oldest due first. */
export const applyForm = z.object({
  bills: z.optional(
    z
      .array(billApplication)
      .check(z.minLength(1, { error: 'Please select a bill' }), z.maxLength(500)),
  ),
})
export type ApplyPrepaymentForm = z.output<typeof applyForm>
export const applyVendorPrepayment = endpoint('POST', '/api/vendor-prepayments/:id/apply', {
  ...prepaymentStep,
  checksVersion: true,
  body: applyForm,
  summary: 'Applies a prepayment to bills of the vendor',
})
export const unapplyVendorPrepayment = endpoint('POST', '/api/vendor-prepayments/:id/unapply', {
  ...prepaymentStep,
  checksVersion: true,
  summary: 'Reverses the applications of a prepayment; the bills are open again',
})
export const refundForm = z.object({
  amount: price,
  receivedOn: z.optional(z.nullable(dayField)),
  reference: optionalText(50),
  reason: text(500),
})
export type PrepaymentRefundForm = z.output<typeof refundForm>
export const refundVendorPrepayment = endpoint('POST', '/api/vendor-prepayments/:id/refund', {
  ...prepaymentStep,
  checksVersion: true,
  body: refundForm,
  summary: 'Records a refund of a prepayment by the vendor',
})

export const reverseRefundForm = z.object({
  refundId: id('Please select a refund'),
  reason: text(500),
})
export type ReversePrepaymentRefundForm = z.output<typeof reverseRefundForm>
export const reversePrepaymentRefund = endpoint(
  'POST',
  '/api/vendor-prepayments/:id/reverse-refund',
  {
    ...prepaymentStep,
    checksVersion: true,
    body: reverseRefundForm,
    summary: 'Reverses a refund that never arrived; its amount is open on the prepayment again',
  },
)
