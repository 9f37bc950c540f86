import * as z from 'zod/mini'
import { postingDate, reasonedPostingForm } from '#features/journal/posting-contract.ts'
import { choiceQuery, endpoint, listQuery, textQuery } from '#platform/kernel/endpoint.ts'
import { dayField, id, idParameter, optionalText, price, text } from '#platform/kernel/fields.ts'
import { cents } from '#platform/kernel/money.ts'
import { bucketIds, invoiceStates, paymentMethods, paymentStatuses } from './rules.ts'

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
  /** The number of the payment or the credit memo; null for a write-off. */
  sourceNumber: nullableText,
  amount: z.string(),
  discount: z.string(),
  appliedOn: z.string(),
  reversedOn: nullableText,
  reason: nullableText,
})
export type Application = z.infer<typeof application>

/** An invoice as lists answer it. total = goods + tax + freight + charge. */
export const invoice = z.object({
  id: z.int(),
  invoiceNumber: z.string(),
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  salesOrderId: nullableId,
  orderNumber: nullableText,
  customerPO: nullableText,
  docDate: z.string(),
  dueDate: z.string(),
  paymentTerms: z.string(),
  discountDate: nullableText,
  discountAmount: z.string(),
  goods: z.string(),
  tax: z.string(),
  freight: z.string(),
  /** A refund that was paid out of a payment that bounced. */
  charge: z.string(),
  refundNumber: nullableText,
  total: z.string(),
  openAmount: z.string(),
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
  unitPrice: z.string(),
  totalPrice: z.string(),
  taxAmount: z.string(),
  /** Units that credit memos have taken back. */
  credited: z.int(),
})

/** An invoice with its lines, what settled it, and where it is sent. */
export const invoiceDetails = z.extend(invoice, {
  /** Of the agreed discount, what credits and discounts given have left. */
  discountLeft: z.string(),
  billingAddress: nullableText,
  shippingAddress: nullableText,
  lines: z.array(invoiceLine),
  applications: z.array(application),
})
export type InvoiceDetails = z.infer<typeof invoiceDetails>

export const invoiceQuery = z.object({
  ...listQuery,
  customerId: idParameter,
  salesOrderId: idParameter,
  customerCode: textQuery,
  invoiceNumber: textQuery,
  state: choiceQuery(invoiceStates),
  /** The list as it was at the end of a day; today's where it is left out. */
  asOf: z.optional(dayField),
  /** Open invoices of one bucket of the aging, by their due dates, or by their own. */
  bucket: z.optional(z.enum(bucketIds)),
  basis: z.optional(z.enum(['due', 'invoice'])),
  disputed: z.optional(z.enum(['true'])),
  from: z.optional(dayField),
  to: z.optional(dayField),
})
export type InvoiceQuery = z.output<typeof invoiceQuery>

export const listInvoices = endpoint('GET', '/api/invoices', {
  permission: 'receivables.read',
  query: invoiceQuery,
  returns: z.array(invoice),
  summary: 'Invoices to customers; filters take several values with commas',
})
export const readInvoice = endpoint('GET', '/api/invoices/:id', {
  permission: 'receivables.read',
  returns: invoiceDetails,
  summary: 'One invoice with its lines and what settled it',
})
export const writeOffForm = z.object({ amount, reason: text(500), ...postingDate })
export type WriteOffForm = z.output<typeof writeOffForm>
export const writeOffInvoice = endpoint('POST', '/api/invoices/:id/write-off', {
  permission: 'receivables.writeOff',
  body: writeOffForm,
  returns: invoiceDetails,
  summary: 'Gives up what is open of an invoice, within the limits of the role',
})
export const disputeForm = z.object({ isDisputed: z.boolean(), reason: optionalText(500) })
export const disputeInvoice = endpoint('POST', '/api/invoices/:id/dispute', {
  permission: 'receivables.collect',
  body: disputeForm,
  returns: invoiceDetails,
  summary: 'Notes that a customer disputes an invoice, or no longer does: it is not reminded of',
})

/** A payment as lists answer it. */
export const payment = z.object({
  id: z.int(),
  paymentNumber: z.string(),
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  receivedOn: z.string(),
  method: z.enum(paymentMethods),
  reference: nullableText,
  amount: z.string(),
  /** What is neither applied nor given back. */
  openAmount: z.string(),
  status: z.enum(paymentStatuses),
  notes: nullableText,
  createdByName: nullableText,
  version: z.int(),
})
export type Payment = z.infer<typeof payment>

export const paymentDetails = z.extend(payment, {
  /** What of the open amount can be paid out: all, but for invoices whose credit was paid out. */
  refundableAmount: z.string(),
  applications: z.array(application),
  warnings: z.array(z.string()),
})
export type PaymentDetails = z.infer<typeof paymentDetails>

export const paymentQuery = z.object({
  ...listQuery,
  customerId: idParameter,
  customerCode: textQuery,
  paymentNumber: textQuery,
  status: choiceQuery(paymentStatuses),
  asOf: z.optional(dayField),
  method: choiceQuery(paymentMethods),
  unapplied: z.optional(z.enum(['true'])),
  from: z.optional(dayField),
  to: z.optional(dayField),
})
export type PaymentQuery = z.output<typeof paymentQuery>

export const listPayments = endpoint('GET', '/api/payments', {
  permission: 'receivables.read',
  query: paymentQuery,
  returns: z.array(payment),
  summary: 'Payments of customers; filters take several values with commas',
})
export const readPayment = endpoint('GET', '/api/payments/:id', {
  permission: 'receivables.read',
  returns: paymentDetails,
  summary: 'One payment with what it settled',
})

/** So much of an invoice is settled; a small rest may be written off with it. */
const wanted = z.object({
  invoiceId: id('Please select an invoice'),
  amount,
  discount: z.optional(price),
  writeOffRest: z.optional(z.boolean()),
})
export type WantedWire = z.output<typeof wanted>

const applications = z.array(wanted).check(z.maxLength(500))

export const paymentForm = z.object({
  customerId: id('Please select a customer'),
  amount,
  receivedOn: z.optional(z.nullable(dayField)),
  method: z.enum(paymentMethods, { error: 'Please select a method' }),
  reference: optionalText(100),
  notes: optionalText(2000),
  applications: z.optional(applications),
  /** Applies the money as it is offered, where nothing is said of where it belongs. */
  applyAsOffered: z.optional(z.boolean()),
})
export type PaymentForm = z.output<typeof paymentForm>

export const recordPayment = endpoint('POST', '/api/payments', {
  permission: 'receivables.collect',
  body: paymentForm,
  returns: paymentDetails,
  status: 201,
  summary: 'Records a payment and applies it; what is not applied stays open on it',
})

/** The invoices of a customer that are open, with what the money is best applied to. */
export const offer = z.array(
  z.object({
    invoiceId: z.int(),
    invoiceNumber: z.string(),
    orderNumber: nullableText,
    docDate: z.string(),
    dueDate: z.string(),
    total: z.string(),
    openAmount: z.string(),
    /** What may be kept back for paying by that day. */
    discountAllowed: z.string(),
    amount: z.string(),
    discount: z.string(),
  }),
)
export type Offer = z.infer<typeof offer>

export const offerApplications = endpoint('GET', '/api/payments/offer', {
  permission: 'receivables.read',
  query: z.object({
    customerId: z.coerce.number().check(z.int()),
    amount: z.optional(price),
    reference: textQuery,
    receivedOn: z.optional(dayField),
    /** What is applied: a credit memo takes no discount for paying early. */
    kind: z.optional(z.enum(['payment', 'credit'])),
  }),
  returns: offer,
  summary: 'What a payment is best applied to: the invoice it names, then the oldest due',
})
export const applyForm = z.object({ applications: applications.check(z.minLength(1)) })
export const applyPayment = endpoint('POST', '/api/payments/:id/apply', {
  permission: 'receivables.collect',
  body: applyForm,
  returns: paymentDetails,
  summary: 'Applies what is open of a payment to invoices of its customer',
})
export const voidPayment = endpoint('POST', '/api/payments/:id/void', {
  permission: 'receivables.collect',
  body: reasonedPostingForm,
  returns: paymentDetails,
  summary: 'Takes a payment back that bounced or was a mistake; what it settled is open again',
})
export const reverseApplication = endpoint('POST', '/api/receivable-applications/:id/reverse', {
  permission: 'receivables.collect',
  body: reasonedPostingForm,
  returns: invoiceDetails,
  summary: 'Takes a settlement back: the invoice is open again by what it had settled',
})
