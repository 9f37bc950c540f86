import * as z from 'zod/mini'
import { choiceQuery, endpoint, listQuery, textQuery } from '#platform/kernel/endpoint.ts'
import { dayField, freeLine, optionalText, price, text } from '#platform/kernel/fields.ts'
import { taxPaymentStatuses } from './tax-rules.ts'

// Sales tax: what invoices charged and credit memos gave back, by the place that it is owed to, and
// the payments of it.

const nullableText = z.nullable(z.string())

/** Sales and tax of some days. Exempt sales are those on which no tax was charged. */
const taxed = {
  taxableSales: z.string(),
  exemptSales: z.string(),
  creditedSales: z.string(),
  taxCharged: z.string(),
  taxCredited: z.string(),
  netDue: z.string(),
}

/** What was taxed at one rate; null where the rate was not kept, before this version. */
const taxedAtRate = z.object({ rate: nullableText, ...taxed })

/** A place that tax is owed to: `left` = carried + net due − paid. */
const jurisdiction = z.object({
  country: z.string(),
  state: z.string(),
  place: z.string(),
  /** What was left of the days before. */
  carried: z.string(),
  ...taxed,
  /** Payments for periods that end in these days, whenever they were made. */
  paid: z.string(),
  left: z.string(),
  rates: z.array(taxedAtRate),
})
export type Jurisdiction = z.infer<typeof jurisdiction>

/** The tax of all places up to the last day, and how it ties to account 2100 at its end. */
const taxTie = z.object({
  /** Tax charged less tax credited, of all places from the beginning. */
  netDue: z.string(),
  /** Payments made up to the day, less those voided up to it. */
  paid: z.string(),
  /** What journal entries by hand added to the account, below zero where they took from it. */
  byHand: z.string(),
  expected: z.string(),
  /** Account 2100 at the end of the day, as a liability. */
  balance: z.string(),
  difference: z.string(),
})
export type TaxTie = z.infer<typeof taxTie>

export const salesTaxReport = z.object({
  from: z.string(),
  to: z.string(),
  jurisdictions: z.array(jurisdiction),
  totals: z.object({ carried: z.string(), ...taxed, paid: z.string(), left: z.string() }),
  tie: taxTie,
})
export type SalesTaxReport = z.infer<typeof salesTaxReport>

export const readSalesTax = endpoint('GET', '/api/sales-tax', {
  permission: 'ledger.read',
  isDerived: true,
  query: z.object({
    /** The first day of the month of `to` where it is left out. */
    from: z.optional(dayField),
    /** Today where it is left out. */
    to: z.optional(dayField),
  }),
  returns: salesTaxReport,
  summary: 'Sales tax by place and rate for invoice dates, what is paid of it, and account 2100',
})

/** A payment of sales tax as lists answer it. */
export const taxPayment = z.object({
  id: z.int(),
  paymentNumber: z.string(),
  country: z.string(),
  state: z.string(),
  periodFrom: z.string(),
  periodTo: z.string(),
  amount: z.string(),
  paidOn: z.string(),
  reference: nullableText,
  status: z.enum(taxPaymentStatuses),
  voidedOn: nullableText,
  createdByName: z.string(),
  createdAt: z.string(),
  version: z.int(),
})
export type TaxPayment = z.infer<typeof taxPayment>

const taxPaymentQuery = z.object({
  ...listQuery,
  status: choiceQuery(taxPaymentStatuses),
  paymentNumber: textQuery,
  country: textQuery,
  state: textQuery,
  from: z.optional(dayField),
  to: z.optional(dayField),
})
export type TaxPaymentQuery = z.output<typeof taxPaymentQuery>

export const listTaxPayments = endpoint('GET', '/api/sales-tax-payments', {
  permission: 'ledger.read',
  query: taxPaymentQuery,
  returns: z.array(taxPayment),
  summary: 'Payments of sales tax, posted and void',
})
export const readTaxPayment = endpoint('GET', '/api/sales-tax-payments/:id', {
  permission: 'ledger.read',
  returns: taxPayment,
  summary: 'One payment of sales tax',
})

/** A payment for a place and the invoice dates of a period. A place that is not known is empty. */
export const taxPaymentForm = z.object({
  country: freeLine(100),
  state: freeLine(100),
  periodFrom: dayField,
  periodTo: dayField,
  amount: price,
  paidOn: dayField,
  reference: optionalText(100),
})
export type TaxPaymentForm = z.output<typeof taxPaymentForm>

export const createTaxPayment = endpoint('POST', '/api/sales-tax-payments', {
  permission: 'ledger.payTax',
  body: taxPaymentForm,
  returns: taxPayment,
  status: 201,
  summary: 'Pays sales tax of a place and period: at most what is left of it',
})
export const voidTaxPayment = endpoint('POST', '/api/sales-tax-payments/:id/void', {
  permission: 'ledger.payTax',
  body: z.object({ reason: text(500) }),
  returns: taxPayment,
  summary: 'Voids a payment of sales tax by a counter-entry: its amount is left to pay again',
})
