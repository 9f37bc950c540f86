import * as z from 'zod/mini'
import {
  postingDate,
  postingForm,
  reasonedPostingForm,
} from '#features/journal/posting-contract.ts'
import { choiceQuery, endpoint, listQuery, textQuery } from '#platform/kernel/endpoint.ts'
import {
  dayField,
  id,
  idParameter,
  optionalText,
  price,
  text,
  units,
} from '#platform/kernel/fields.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { application, applyForm } from './contract.ts'
import { paymentStatuses, refundStatuses } from './rules.ts'

// The calls of credit memos and refunds: money that goes the other way.

const nullableText = z.nullable(z.string())
const nullableId = z.nullable(z.int())
const optionalId = z.optional(z.nullable(id()))

/** A credit memo as lists answer it. total = goods + tax − restocking fee. */
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
  docDate: z.string(),
  goods: z.string(),
  tax: z.string(),
  restockingFee: z.string(),
  total: z.string(),
  /** What is neither applied nor given back. */
  openAmount: z.string(),
  reason: z.string(),
  status: z.enum(paymentStatuses),
  voidedOn: nullableText,
  version: z.int(),
})
export type CreditMemo = z.infer<typeof creditMemo>

const creditMemoLine = z.object({
  id: z.int(),
  lineNo: z.int(),
  sku: z.string(),
  name: z.string(),
  unitOfMeasure: z.string(),
  quantity: z.int(),
  unitPrice: z.string(),
  totalPrice: z.string(),
  taxAmount: z.string(),
})
export type CreditMemoLine = z.infer<typeof creditMemoLine>

export const creditMemoDetails = z.extend(creditMemo, {
  /** What of the open amount can be paid out: what is open of its invoices is settled first. */
  refundableAmount: z.string(),
  billingAddress: nullableText,
  lines: z.array(creditMemoLine),
  applications: z.array(application),
})
export type CreditMemoDetails = z.infer<typeof creditMemoDetails>

export const creditMemoQuery = z.object({
  ...listQuery,
  customerId: idParameter,
  invoiceId: idParameter,
  returnId: idParameter,
  customerCode: textQuery,
  creditMemoNumber: textQuery,
  /** The list as it was at the end of a day; today's where it is left out. */
  asOf: z.optional(dayField),
  status: choiceQuery(paymentStatuses),
  unapplied: z.optional(z.enum(['true'])),
  from: z.optional(dayField),
  to: z.optional(dayField),
})
export type CreditMemoQuery = z.output<typeof creditMemoQuery>

export const listCreditMemos = endpoint('GET', '/api/credit-memos', {
  permission: 'receivables.read',
  query: creditMemoQuery,
  returns: z.array(creditMemo),
  summary: 'Credit memos to customers',
})
export const readCreditMemo = endpoint('GET', '/api/credit-memos/:id', {
  permission: 'receivables.read',
  returns: creditMemoDetails,
  summary: 'One credit memo with its lines and what it settled',
})

/** Takes back units of an invoice's lines, or a part of its amount where no lines are named. */
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
  summary: 'Takes a charge back, at most what was invoiced and is not credited yet',
})
export const applyCreditMemo = endpoint('POST', '/api/credit-memos/:id/apply', {
  permission: 'receivables.collect',
  body: applyForm,
  returns: creditMemoDetails,
  summary: 'Applies what is open of a credit memo to invoices of its customer',
})
export const voidCreditMemo = endpoint('POST', '/api/credit-memos/:id/void', {
  permission: 'receivables.credit',
  body: reasonedPostingForm,
  returns: creditMemoDetails,
  summary: 'Voids a credit memo that was posted wrong; what it settled is open again',
})

/** Money that goes back, from what is open of a payment or a credit memo. */
export const refund = z.object({
  id: z.int(),
  refundNumber: z.string(),
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  paymentId: nullableId,
  creditMemoId: nullableId,
  sourceNumber: z.string(),
  amount: z.string(),
  status: z.enum(refundStatuses),
  reason: z.string(),
  releasedOn: nullableText,
  reversedOn: nullableText,
  preparedBy: nullableId,
  preparedByName: nullableText,
  releasedByName: nullableText,
  version: z.int(),
})
export type Refund = z.infer<typeof refund>

export const refundQuery = z.object({
  ...listQuery,
  customerId: idParameter,
  paymentId: idParameter,
  creditMemoId: idParameter,
  status: choiceQuery(refundStatuses),
  customerCode: textQuery,
  refundNumber: textQuery,
  /** The list as it was at the end of a day; today's where it is left out. */
  asOf: z.optional(dayField),
})
export type RefundQuery = z.output<typeof refundQuery>

export const listRefunds = endpoint('GET', '/api/refunds', {
  permission: 'receivables.read',
  query: refundQuery,
  returns: z.array(refund),
  summary: 'Money that goes back to customers, prepared and released',
})
export const refundForm = z.object({
  paymentId: optionalId,
  creditMemoId: optionalId,
  amount: price,
  reason: text(500),
})
export type RefundForm = z.output<typeof refundForm>

/** The form of a refund of at most an amount, which the server decides again. */
export function refundUpTo(most: string) {
  const error = `Must be at most ${formatDecimal(most)}`
  const amount = price.check(z.refine((typed) => cents(typed) <= cents(most), { error }))
  return z.extend(refundForm, { amount })
}

export const prepareRefund = endpoint('POST', '/api/refunds', {
  permission: 'receivables.collect',
  body: refundForm,
  returns: refund,
  status: 201,
  summary: 'Prepares a refund of what is open of a payment or a credit memo and was paid',
})
export const releaseRefund = endpoint('POST', '/api/refunds/:id/release', {
  permission: 'receivables.refund',
  body: postingForm,
  returns: refund,
  summary: 'Lets a prepared refund go: a step for another person than who prepared it',
})
export const cancelRefundForm = z.object({ reason: optionalText(500) })
export const cancelRefund = endpoint('POST', '/api/refunds/:id/cancel', {
  permission: 'receivables.refund',
  body: cancelRefundForm,
  returns: refund,
  summary: 'Cancels a prepared refund: its amount is open again',
})
export const reverseRefund = endpoint('POST', '/api/refunds/:id/reverse', {
  permission: 'receivables.refund',
  body: reasonedPostingForm,
  returns: refund,
  summary: 'Reverses a released refund whose money never arrived: its amount is open again',
})
