// One file: the schemas and endpoints of receivables are read together.
import * as z from 'zod/mini'
import { postingDate, reasonedPostingForm, postingForm } from '#features/journal/posting-form.ts'
import { changesQuery, endpoint, listSums, textQuery } from '#platform/kernel/endpoint.ts'
import {
  amountText,
  dayField,
  dayText,
  id,
  optionalText,
  price,
  searchText,
  text,
  units,
} from '#platform/kernel/fields.ts'
import { defineList, field, sumsQueryOf } from '#platform/kernel/list.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { invoiceStateNames, paymentMethodNames, refundStatusNames } from './labels.ts'
import {
  bucketIds,
  bucketLabels,
  invoiceStates,
  paymentMethods,
  paymentStatuses,
  refundStatuses,
  shortPayReasons,
} from './rules.ts'

const nullableText = z.nullable(z.string())
const nullableId = z.nullable(z.int())

const amount = z.pipe(
  price,
  z.string().check(z.refine((value) => cents(value) > 0, { error: 'Must be more than 0' })),
)

/** A settlement of an invoice: by a payment, a credit memo, or a write-off. */
export const application = z.object({
  id: z.int(),
  kind: z.enum(['payment', 'credit', 'write-off']),
  invoiceId: z.int(),
  invoiceNumber: z.string(),
  paymentId: nullableId,
  creditMemoId: nullableId,
  /** Number of the payment or credit memo; null for a write-off. */
  sourceNumber: nullableText,
  amount: amountText,
  discount: amountText,
  appliedOn: dayText,
  reversedOn: z.nullable(dayText),
  reason: nullableText,
  /** Why the customer paid less than was open. */
  shortPayReason: z.nullable(z.enum(shortPayReasons)),
})
export type Application = z.infer<typeof application>

/** An invoice as the list endpoints return it. total = goods + tax + freight + charge. */
export const invoice = z.object({
  id: z.int(),
  invoiceNumber: z.string(),
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  salesOrderId: nullableId,
  orderNumber: nullableText,
  customerPO: nullableText,
  docDate: dayText,
  dueDate: dayText,
  paymentTerms: z.string(),
  discountDate: z.nullable(dayText),
  discountAmount: amountText,
  goods: amountText,
  tax: amountText,
  freight: amountText,
  /** A refund paid out of a payment that later bounced. */
  charge: amountText,
  refundNumber: nullableText,
  total: amountText,
  openAmount: amountText,
  state: z.enum(invoiceStates),
  isDisputed: z.boolean(),
  dunningLevel: z.int(),
  version: z.int(),
})
export type Invoice = z.infer<typeof invoice>

export const invoiceLine = z.object({
  id: z.int(),
  lineNo: z.int(),
  skuId: z.int(),
  sku: z.string(),
  name: z.string(),
  unitOfMeasure: z.string(),
  quantity: z.int(),
  unitPrice: amountText,
  totalPrice: amountText,
  taxAmount: amountText,
  /** Units credited by credit memos. */
  credited: z.int(),
})

/** An invoice with its lines, its applications and its addresses. */
export const invoiceDetails = z.extend(invoice, {
  /** The remaining early-payment discount, after credits and discounts already given. */
  discountLeft: amountText,
  billingAddress: nullableText,
  shippingAddress: nullableText,
  /** The place and the rate of the sales tax; null on invoices without an order. */
  taxCountry: nullableText,
  taxState: nullableText,
  taxRate: nullableText,
  /** The carrier and the tracking number of the shipment. */
  carrier: nullableText,
  trackingNumber: nullableText,
  /** True if it was emailed before, so that another one is a copy. */
  wasSent: z.boolean(),
  /** True for the fee of a payment reminder. */
  isLateFee: z.boolean(),
  lines: z.array(invoiceLine),
  applications: z.array(application),
})
export type InvoiceDetails = z.infer<typeof invoiceDetails>

/** The list of invoices. */
export const invoiceList = defineList({
  name: 'invoices',
  row: invoice,
  defaultSort: '-id',
  fields: {
    invoiceNumber: field.text({
      label: 'Invoice',
      sortable: true,
      filterable: true,
      column: { width: 130 },
    }),
    customerId: field.reference({
      label: 'Customer',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 230, phone: 'line' },
    }),
    state: field.choice(invoiceStates, {
      label: 'Status',
      valueLabels: invoiceStateNames,
      sortable: true,
      filterable: true,
      column: { width: 120, phone: 'badge' },
    }),
    docDate: field.day({
      label: 'Date',
      sortable: true,
      range: ['from', 'to'],
      column: { width: 105 },
    }),
    dueDate: field.day({
      label: 'Due',
      sortable: true,
      range: ['dueFrom', 'dueTo'],
      column: { width: 105, phone: 'date' },
    }),
    total: field.amount({ label: 'Total', sortable: true, column: { width: 120 } }),
    openAmount: field.amount({
      label: 'Open',
      sortable: true,
      column: { width: 120, phone: 'amount' },
    }),
    orderNumber: field.text({ label: 'Sales order', column: { width: 170, isOptional: true } }),
    id: field.references({ sortable: true }),
    salesOrderId: field.reference({ filterable: true }),
    customerCode: field.text({ label: 'Customer', filterable: true }),
    /** Open invoices in one aging bucket, by due date or by invoice date. */
    bucket: field.only(bucketIds, {
      label: 'Aging',
      valueLabels: bucketLabels,
      filterable: true,
    }),
    disputed: field.only(['true'], { label: 'Disputed', filterable: true }),
  },
  parameters: {
    /** The list as of the end of this day; defaults to today. */
    asOf: z.optional(dayField),
    /** From which day the buckets count. */
    basis: z.optional(z.enum(['due', 'invoice'])),
  },
  chips: ['state', 'bucket', 'basis', 'disputed', 'docDate', 'dueDate', 'customerCode'],
  views: [
    { label: 'All', filters: {} },
    { label: 'Open', filters: { state: ['open', 'part-paid', 'overdue'] } },
    { label: 'Overdue', filters: { state: 'overdue' } },
    { label: 'Paid', filters: { state: 'paid' } },
  ],
  groups: { state: 'state', customer: 'customerId' },
})

export const invoiceQuery = invoiceList.query
export type InvoiceQuery = z.output<typeof invoiceQuery>

export const listInvoices = endpoint('GET', '/api/invoices', {
  permission: 'receivables.read',
  query: z.extend(invoiceQuery, changesQuery),
  returns: z.array(invoice),
  summary: 'Invoices to customers. Filters accept several values, separated by commas',
})

export const invoiceSumsQuery = sumsQueryOf(invoiceList)
export type InvoiceSumsQuery = z.output<typeof invoiceSumsQuery>

export const sumInvoices = endpoint('GET', '/api/invoices/sums', {
  permission: 'receivables.read',
  isDerived: true,
  query: invoiceSumsQuery,
  returns: listSums,
  summary: 'The number and the open amount of matching invoices, also by group',
})
export const readInvoice = endpoint('GET', '/api/invoices/:id', {
  permission: 'receivables.read',
  returns: invoiceDetails,
  summary: 'One invoice with its lines and payments',
})
export const writeOffForm = z.object({ amount, reason: text(500), ...postingDate })
export type WriteOffForm = z.output<typeof writeOffForm>
export const writeOffInvoice = endpoint('POST', '/api/invoices/:id/write-off', {
  permission: 'receivables.writeOff',
  checksVersion: true,
  body: writeOffForm,
  returns: invoiceDetails,
  summary: 'Writes off the open amount of an invoice, within the limits of the role',
})
export const disputeForm = z.object({ isDisputed: z.boolean(), reason: optionalText(500) })
export const disputeInvoice = endpoint('POST', '/api/invoices/:id/dispute', {
  permission: 'receivables.collect',
  checksVersion: true,
  body: disputeForm,
  returns: invoiceDetails,
  summary: 'Marks an invoice as disputed, or ends the dispute; disputed invoices get no reminders',
})

/** A payment as the list endpoints return it. */
export const payment = z.object({
  id: z.int(),
  paymentNumber: z.string(),
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  receivedOn: dayText,
  method: z.enum(paymentMethods),
  reference: nullableText,
  amount: amountText,
  /** The amount neither applied nor refunded. */
  openAmount: amountText,
  status: z.enum(paymentStatuses),
  notes: nullableText,
  createdByName: nullableText,
  version: z.int(),
})
export type Payment = z.infer<typeof payment>

export const paymentDetails = z.extend(payment, {
  /**
   * The refundable part of the open amount. Excludes what must first settle invoices that are open
   * again although their credit was refunded.
   */
  refundableAmount: amountText,
  applications: z.array(application),
  warnings: z.array(z.string()),
})
export type PaymentDetails = z.infer<typeof paymentDetails>

/** The list of customer payments. */
export const paymentList = defineList({
  name: 'payments',
  row: payment,
  defaultSort: '-receivedOn',
  fields: {
    paymentNumber: field.text({
      label: 'Payment',
      sortable: true,
      filterable: true,
      column: { width: 130 },
    }),
    customerId: field.reference({
      label: 'Customer',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 230, phone: 'line' },
    }),
    receivedOn: field.day({
      label: 'Received',
      filterLabel: 'Date',
      sortable: true,
      range: ['from', 'to'],
      column: { width: 110, phone: 'date' },
    }),
    method: field.choice(paymentMethods, {
      label: 'Method',
      valueLabels: paymentMethodNames,
      sortable: true,
      filterable: true,
      column: { width: 95, phone: 'badge' },
    }),
    reference: field.text({ label: 'Reference', column: { width: 140 } }),
    amount: field.amount({
      label: 'Amount',
      sortable: true,
      column: { width: 125, phone: 'amount' },
    }),
    openAmount: field.amount({ label: 'Unapplied', sortable: true, column: { width: 125 } }),
    id: field.references({ sortable: true }),
    customerCode: field.text({ label: 'Customer', filterable: true }),
    status: field.choice(paymentStatuses, { label: 'Status', isSingle: true, filterable: true }),
    unapplied: field.only(['true'], { label: 'Unapplied', filterable: true }),
  },
  /** The list as of the end of this day; defaults to today. */
  parameters: { asOf: z.optional(dayField) },
  chips: ['method', 'unapplied', 'receivedOn', 'customerCode', 'status'],
  views: [
    { label: 'All', filters: {} },
    { label: 'To apply', filters: { unapplied: 'true' } },
  ],
  groups: { method: 'method', day: 'receivedOn', customer: 'customerId' },
})

export const paymentQuery = paymentList.query
export type PaymentQuery = z.output<typeof paymentQuery>

export const listPayments = endpoint('GET', '/api/payments', {
  permission: 'receivables.read',
  query: z.extend(paymentQuery, changesQuery),
  returns: z.array(payment),
  summary: 'Payments of customers. Filters accept several values, separated by commas',
})

export const paymentSumsQuery = sumsQueryOf(paymentList)
export type PaymentSumsQuery = z.output<typeof paymentSumsQuery>

export const sumPayments = endpoint('GET', '/api/payments/sums', {
  permission: 'receivables.read',
  isDerived: true,
  query: paymentSumsQuery,
  returns: listSums,
  summary: 'The number and total of matching payments, also by group; void ones count as zero',
})
export const readPayment = endpoint('GET', '/api/payments/:id', {
  permission: 'receivables.read',
  returns: paymentDetails,
  summary: 'One payment with its applications',
})

/**
 * The amount to apply to an invoice, and why it is less than is open. `writeOffRest` writes off the
 * remainder: a small one without a reason, any other with a reason and within the role's limits.
 */
export const applicationForm = z.object({
  invoiceId: id('Please select an invoice'),
  amount,
  discount: z.optional(price),
  shortPayReason: z.optional(z.nullable(z.enum(shortPayReasons))),
  writeOffRest: z.optional(z.boolean()),
})
export type ApplicationForm = z.output<typeof applicationForm>

const applications = z.array(applicationForm).check(z.maxLength(500))

export const paymentForm = z.object({
  customerId: id('Please select a customer'),
  amount,
  receivedOn: z.optional(z.nullable(dayField)),
  method: z.enum(paymentMethods, { error: 'Please select a method' }),
  reference: optionalText(100),
  notes: optionalText(2000),
  applications: z.optional(applications),
  /** Applies the payment as the server offers, if no applications are given. */
  applyAsOffered: z.optional(z.boolean()),
})
export type PaymentForm = z.output<typeof paymentForm>

export const recordPayment = endpoint('POST', '/api/payments', {
  permission: 'receivables.collect',
  body: paymentForm,
  returns: paymentDetails,
  status: 201,
  summary: 'Records a payment and applies it; the rest stays unapplied',
})

/** A customer's open invoices, with the suggested application of the money. */
export const suggestedApplication = z.object({
  invoiceId: z.int(),
  invoiceNumber: z.string(),
  orderNumber: nullableText,
  customerPO: nullableText,
  docDate: dayText,
  dueDate: dayText,
  total: amountText,
  openAmount: amountText,
  /** The early-payment discount allowed on that day. */
  discountAllowed: amountText,
  amount: amountText,
  discount: amountText,
})
export const suggestedApplications = z.array(suggestedApplication)
export type SuggestedApplications = z.infer<typeof suggestedApplications>

export const suggestApplications = endpoint('GET', '/api/payments/offer', {
  permission: 'receivables.read',
  query: z.object({
    customerId: z.coerce.number().check(z.int()),
    amount: z.optional(price),
    reference: textQuery,
    receivedOn: z.optional(dayField),
    /** What is applied; a credit memo gets no early-payment discount. */
    kind: z.optional(z.enum(['payment', 'credit'])),
  }),
  returns: suggestedApplications,
  summary: 'The proposed invoices of a payment: the one it names, then the oldest due',
})
export const applyForm = z.object({ applications: applications.check(z.minLength(1)) })
export const applyPayment = endpoint('POST', '/api/payments/:id/apply', {
  permission: 'receivables.collect',
  checksVersion: true,
  body: applyForm,
  returns: paymentDetails,
  summary: 'Applies the unapplied amount of a payment to invoices of its customer',
})
export const voidPayment = endpoint('POST', '/api/payments/:id/void', {
  permission: 'receivables.collect',
  checksVersion: true,
  body: reasonedPostingForm,
  returns: paymentDetails,
  summary: 'Voids a bounced or wrong payment and reopens the invoices it paid',
})
export const reverseApplication = endpoint('POST', '/api/receivable-applications/:id/reverse', {
  permission: 'receivables.collect',
  body: reasonedPostingForm,
  returns: invoiceDetails,
  summary: 'Reverses an application; its amount is open on the invoice again',
})

// Endpoints for credit memos and refunds.

const optionalId = z.optional(z.nullable(id()))

/** A credit memo as the list endpoints return it. total = goods + tax − restocking fee. */
export const creditMemo = z.object({
  id: z.int(),
  creditMemoNumber: z.string(),
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  invoiceId: nullableId,
  invoiceNumber: nullableText,
  returnId: nullableId,
  returnNumber: nullableText,
  docDate: dayText,
  goods: amountText,
  tax: amountText,
  restockingFee: amountText,
  total: amountText,
  /** The amount neither applied nor refunded. */
  openAmount: amountText,
  reason: z.string(),
  status: z.enum(paymentStatuses),
  voidedOn: z.nullable(dayText),
  version: z.int(),
})
export type CreditMemo = z.infer<typeof creditMemo>

export const creditMemoLine = z.object({
  id: z.int(),
  lineNo: z.int(),
  sku: z.string(),
  name: z.string(),
  unitOfMeasure: z.string(),
  quantity: z.int(),
  unitPrice: amountText,
  totalPrice: amountText,
  taxAmount: amountText,
})
export type CreditMemoLine = z.infer<typeof creditMemoLine>

export const creditMemoDetails = z.extend(creditMemo, {
  /** The refundable part of the open amount; its open invoices must be settled first. */
  refundableAmount: amountText,
  billingAddress: nullableText,
  lines: z.array(creditMemoLine),
  applications: z.array(application),
})
export type CreditMemoDetails = z.infer<typeof creditMemoDetails>

/** The list of credit memos. */
export const creditMemoList = defineList({
  name: 'credit-memos',
  row: creditMemo,
  defaultSort: '-id',
  fields: {
    creditMemoNumber: field.text({
      label: 'Credit memo',
      sortable: true,
      filterable: true,
      column: { width: 130 },
    }),
    customerId: field.reference({
      label: 'Customer',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 210, phone: 'line' },
    }),
    docDate: field.day({
      label: 'Date',
      sortable: true,
      range: ['from', 'to'],
      column: { width: 105, phone: 'date' },
    }),
    total: field.amount({
      label: 'Total',
      sortable: true,
      column: { width: 105, phone: 'amount' },
    }),
    openAmount: field.amount({ label: 'Open', sortable: true, column: { width: 105 } }),
    invoiceNumber: field.text({ label: 'Invoice', column: { width: 130 } }),
    returnNumber: field.text({ label: 'Return', column: { width: 170, isOptional: true } }),
    reason: field.text({ label: 'Reason', column: { isLong: true, width: 150 } }),
    id: field.references({ sortable: true }),
    invoiceId: field.reference({ filterable: true }),
    returnId: field.reference({ filterable: true }),
    customerCode: field.text({ label: 'Customer', filterable: true }),
    status: field.choice(paymentStatuses, { label: 'Status', isSingle: true, filterable: true }),
    unapplied: field.only(['true'], { label: 'Unapplied', filterable: true }),
  },
  /** The list as of the end of this day; defaults to today. */
  parameters: { asOf: z.optional(dayField) },
  chips: ['unapplied', 'docDate', 'customerCode', 'status'],
  views: [
    { label: 'All', filters: {} },
    { label: 'To apply', filters: { unapplied: 'true' } },
  ],
  groups: { day: 'docDate', customer: 'customerId' },
})

export const creditMemoQuery = creditMemoList.query
export type CreditMemoQuery = z.output<typeof creditMemoQuery>

export const listCreditMemos = endpoint('GET', '/api/credit-memos', {
  permission: 'receivables.read',
  query: z.extend(creditMemoQuery, changesQuery),
  returns: z.array(creditMemo),
  summary: 'Credit memos to customers',
})

export const creditMemoSumsQuery = sumsQueryOf(creditMemoList)
export type CreditMemoSumsQuery = z.output<typeof creditMemoSumsQuery>

export const sumCreditMemos = endpoint('GET', '/api/credit-memos/sums', {
  permission: 'receivables.read',
  isDerived: true,
  query: creditMemoSumsQuery,
  returns: listSums,
  summary: 'The number and the open amount of matching credit memos, also by group',
})
export const readCreditMemo = endpoint('GET', '/api/credit-memos/:id', {
  permission: 'receivables.read',
  returns: creditMemoDetails,
  summary: 'One credit memo with its lines and applications',
})

/** Credits units of invoice lines, or an amount if no lines are given. */
export const creditMemoForm = z.object({
  invoiceId: id('Please select an invoice'),
  items: z.optional(
    z
      .array(
        z.object({
          invoiceLineId: id('Please select a line'),
          quantity: units(1, 'Quantity must be at least 1'),
        }),
      )
      .check(z.maxLength(500)),
  ),
  goods: z.optional(price),
  tax: z.optional(price),
  restockingFee: z.optional(price),
  reason: text(500),
  ...postingDate,
})
export type CreditMemoForm = z.output<typeof creditMemoForm>

export const createCreditMemo = endpoint('POST', '/api/credit-memos', {
  permission: 'receivables.credit',
  body: creditMemoForm,
  returns: creditMemoDetails,
  status: 201,
  summary: 'Credits an invoice, at most the amount not credited yet',
})
export const applyCreditMemo = endpoint('POST', '/api/credit-memos/:id/apply', {
  permission: 'receivables.collect',
  checksVersion: true,
  body: applyForm,
  returns: creditMemoDetails,
  summary: 'Applies the open amount of a credit memo to invoices of its customer',
})
export const voidCreditMemo = endpoint('POST', '/api/credit-memos/:id/void', {
  permission: 'receivables.credit',
  checksVersion: true,
  body: reasonedPostingForm,
  returns: creditMemoDetails,
  summary: 'Voids an incorrect credit memo and reopens the invoices it paid',
})

/** Money paid back to a customer, from the open amount of a payment or a credit memo. */
export const refund = z.object({
  id: z.int(),
  refundNumber: z.string(),
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  paymentId: nullableId,
  creditMemoId: nullableId,
  sourceNumber: z.string(),
  amount: amountText,
  status: z.enum(refundStatuses),
  reason: z.string(),
  releasedOn: z.nullable(dayText),
  reversedOn: z.nullable(dayText),
  preparedBy: nullableId,
  preparedByName: nullableText,
  releasedByName: nullableText,
  version: z.int(),
})
export type Refund = z.infer<typeof refund>

/** The list of refunds. */
export const refundList = defineList({
  name: 'refunds',
  row: refund,
  defaultSort: '-id',
  fields: {
    refundNumber: field.text({
      label: 'Refund',
      sortable: true,
      filterable: true,
      column: { width: 125 },
    }),
    customerId: field.reference({
      label: 'Customer',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 190, phone: 'line' },
    }),
    status: field.choice(refundStatuses, {
      label: 'Status',
      valueLabels: refundStatusNames,
      sortable: true,
      filterable: true,
      column: { width: 155, phone: 'badge' },
    }),
    sourceNumber: field.text({ label: 'From', column: { width: 125, phone: 'date' } }),
    amount: field.amount({
      label: 'Amount',
      sortable: true,
      column: { width: 120, phone: 'amount' },
    }),
    preparedByName: field.text({ label: 'Requested by', column: { width: 130 } }),
    reason: field.text({ label: 'Reason', column: { isLong: true, width: 175 } }),
    id: field.references({ sortable: true }),
    paymentId: field.reference({ filterable: true }),
    creditMemoId: field.reference({ filterable: true }),
    customerCode: field.text({ label: 'Customer', filterable: true }),
  },
  /** The list as of the end of this day; defaults to today. */
  parameters: { asOf: z.optional(dayField) },
  chips: ['status', 'customerCode'],
  views: [
    { label: 'All', filters: {} },
    { label: 'Awaiting release', filters: { status: 'prepared' } },
    { label: 'Paid', filters: { status: 'released' } },
  ],
  groups: { status: 'status', customer: 'customerId' },
})

export const refundQuery = refundList.query
export type RefundQuery = z.output<typeof refundQuery>

export const listRefunds = endpoint('GET', '/api/refunds', {
  permission: 'receivables.read',
  query: refundQuery,
  returns: z.array(refund),
  summary: 'Refunds to customers',
})

export const refundSumsQuery = sumsQueryOf(refundList)
export type RefundSumsQuery = z.output<typeof refundSumsQuery>

export const sumRefunds = endpoint('GET', '/api/refunds/sums', {
  permission: 'receivables.read',
  isDerived: true,
  query: refundSumsQuery,
  returns: listSums,
  summary:
    'The number and total of matching refunds, also by group; cancelled and reversed ones count ' +
    'as zero',
})
export const refundForm = z.object({
  paymentId: optionalId,
  creditMemoId: optionalId,
  amount: price,
  reason: text(500),
})
export type RefundForm = z.output<typeof refundForm>

/** Returns a refund schema limited to this amount; the server checks the limit again. */
export function refundUpTo(maxAmount: string) {
  const error = `Must be at most ${formatDecimal(maxAmount)}`
  const amount = price.check(z.refine((typed) => cents(typed) <= cents(maxAmount), { error }))
  return z.extend(refundForm, { amount })
}

export const prepareRefund = endpoint('POST', '/api/refunds', {
  permission: 'receivables.collect',
  body: refundForm,
  returns: refund,
  status: 201,
  summary: 'Requests a refund of the open amount of a payment or credit memo',
})
export const releaseRefund = endpoint('POST', '/api/refunds/:id/release', {
  permission: 'receivables.refund',
  checksVersion: true,
  body: postingForm,
  returns: refund,
  summary: 'Releases a requested refund, by another person than the one who requested it',
})
export const cancelRefundForm = z.object({ reason: optionalText(500) })
export const cancelRefund = endpoint('POST', '/api/refunds/:id/cancel', {
  permission: 'receivables.refund',
  checksVersion: true,
  body: cancelRefundForm,
  returns: refund,
  summary: 'Cancels a requested refund; its amount is open again',
})
export const reverseRefund = endpoint('POST', '/api/refunds/:id/reverse', {
  permission: 'receivables.refund',
  checksVersion: true,
  body: reasonedPostingForm,
  returns: refund,
  summary: 'Reverses a released refund that was not paid out; its amount is open again',
})

/** An unsettled invoice, or a payment or credit memo not fully applied. */
export const openItem = z.object({
  kind: z.enum(['invoice', 'payment', 'credit']),
  number: z.string(),
  /** The customer's number of the order that an invoice is for. */
  customerPO: nullableText,
  docDate: dayText,
  dueDate: z.nullable(dayText),
  /** Days past due at the end of the day; negative if not due yet. */
  daysLate: z.nullable(z.int()),
  /** The total and its open part; negative if in the customer's favor. */
  amount: amountText,
  open: amountText,
})
export type OpenItem = z.infer<typeof openItem>

/** The open items of a customer's account at the end of a day, and their aging. */
export const openItems = z.object({
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  billingAddress: nullableText,
  paymentTerms: z.string(),
  asOf: dayText,
  items: z.array(openItem),
  notDue: amountText,
  days0to30: amountText,
  days31to60: amountText,
  days61to90: amountText,
  over90: amountText,
  unapplied: amountText,
  balance: amountText,
})
export type OpenItems = z.infer<typeof openItems>

export const readOpenItems = endpoint('GET', '/api/receivables/open-items', {
  isDerived: true,
  permission: 'receivables.read',
  query: z.object({
    customerId: z.coerce.number().check(z.int()),
    to: z.optional(dayField),
  }),
  returns: openItems,
  summary: 'The open items of a customer at the end of a day',
})

export const listSimilarPayments = endpoint('GET', '/api/payments/similar', {
  permission: 'receivables.read',
  query: z.object({ customerId: z.pipe(z.coerce.number(), id()), reference: searchText(100) }),
  returns: z.array(z.string()),
  summary: 'Checks of the customer with the same number, as warnings',
})

/** A customer's account over a period: opening balance, postings, and closing balance. */
export const statement = z.object({
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  billingAddress: nullableText,
  paymentTerms: z.string(),
  from: dayText,
  to: dayText,
  opening: amountText,
  closing: amountText,
  entries: z.array(
    z.object({
      id: z.int(),
      postedOn: dayText,
      memo: z.string(),
      /** The customer's number of the order that an invoice is for. */
      customerPO: nullableText,
      amount: amountText,
      balance: amountText,
    }),
  ),
})
export type Statement = z.infer<typeof statement>

export const readStatement = endpoint('GET', '/api/receivables/statement', {
  isDerived: true,
  permission: 'receivables.read',
  query: z.object({
    customerId: z.coerce.number().check(z.int()),
    from: z.optional(dayField),
    to: z.optional(dayField),
  }),
  returns: statement,
  summary: 'The statement of account of a customer, from the journal',
})
