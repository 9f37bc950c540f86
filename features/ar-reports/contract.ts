import * as z from 'zod/mini'
import { bucketIds } from '#features/receivables/rules.ts'
import { salesOrderStatuses } from '#features/sales-orders/rules.ts'
import {
  choiceQuery,
  endpoint,
  listQuery,
  listSums,
  textQuery,
  pagingAndOrder,
} from '#platform/kernel/endpoint.ts'
import { amountText, dayField, dayText } from '#platform/kernel/fields.ts'
import { documentKinds, figures } from './rules.ts'

/** The reporting date; defaults to today. */
const asOf = z.optional(dayField)

export const aging = z.object({
  notDue: amountText,
  days0to30: amountText,
  days31to60: amountText,
  days61to90: amountText,
  over90: amountText,
  /** Payments and credit memos not applied yet, as a negative amount. */
  unapplied: amountText,
  /** The balance: the sum of all columns. */
  total: amountText,
})

/** The date that ages count from: the due date or the invoice date. */
export const agingBases = ['due', 'invoice'] as const

export const customerAging = z.object({
  id: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  ...aging.shape,
})

/**
 * Figures for the receivables report cards, from invoices, payments and credits as of a day.
 * `orderBasis` adds the same figures computed from orders; both agree as long as nothing is paid.
 */
export const arSummary = z.object({
  asOf: dayText,
  basis: z.enum(agingBases),
  /** Open invoices less unapplied payments and credits: the balance of account 1100. */
  totalReceivable: amountText,
  /** Undelivered orders whose ship date has passed. */
  overdueCount: z.int(),
  /** The number of unsettled invoices. */
  pendingPaymentCount: z.int(),
  /** Customers with a past-due invoice, the number of these invoices, and their open amount. */
  overdueCustomerCount: z.int(),
  overdueInvoiceCount: z.int(),
  overdueAmount: amountText,
  /** In days; null if there were no credit sales in the last 90 days. */
  averageCollectionPeriod: z.nullable(z.number()),
  /** Percent; null if there was nothing to collect. */
  monthlyCollectionRate: z.nullable(z.string()),
  collectionEffectiveness: z.string(),
  /** The amounts that the collection figures are computed from. */
  collected: z.object({
    /** The balance at the start of the month. */
    opening: amountText,
    /** Credit sales of the last 90 days and of the month, less the credit memos of each period. */
    quarterSales: amountText,
    monthSales: amountText,
    /** Cash received in the month. */
    cash: amountText,
  }),
  orderBasis: z.object({
    receivable: amountText,
    overdueCount: z.int(),
    pendingPayment: z.int(),
  }),
  aging,
  agingByCustomer: z.array(customerAging),
})
export type ArSummary = z.infer<typeof arSummary>

export const readArSummary = endpoint('GET', '/api/reports/ar-summary', {
  permission: 'reports.receivables',
  isDerived: true,
  query: z.object({ asOf, basis: z.optional(z.enum(agingBases)) }),
  returns: arSummary,
  summary: 'Receivables as of a day, with overdue amounts and aging',
})

export const readCustomerAging = endpoint('GET', '/api/reports/ar-aging/:id', {
  permission: 'reports.receivables',
  isDerived: true,
  returns: aging,
  summary: 'Receivables of one customer today, by age',
})

/** A sales order in the report, with its status as of the day. */
export const arOrder = z.object({
  id: z.int(),
  orderNumber: z.string(),
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  totalAmount: amountText,
  status: z.enum(salesOrderStatuses),
  orderDate: dayText,
  shipDate: z.nullable(dayText),
  isOverdue: z.boolean(),
})
export type ArOrder = z.infer<typeof arOrder>

const arOrderQuery = z.object({
  ...listQuery,
  asOf,
  status: choiceQuery(salesOrderStatuses),
  customerCode: textQuery,
  /** Not delivered and past its ship date. */
  overdue: z.optional(z.enum(['true'])),
  /** Shipped or delivered, and past due by the customer's terms. */
  pastDue: z.optional(z.enum(['true'])),
  /** Receivables in one aging bucket. */
  bucket: z.optional(z.enum(bucketIds)),
  /** Filters on the order date. */
  from: z.optional(dayField),
  to: z.optional(dayField),
})
export type ArOrderQuery = z.output<typeof arOrderQuery>

export const listArOrders = endpoint('GET', '/api/reports/ar-orders', {
  permission: 'reports.receivables',
  isDerived: true,
  query: arOrderQuery,
  returns: z.array(arOrder),
  summary: 'Sales orders as of a day',
})

/** A document behind a figure, with the amount it contributes; credits are negative. */
export const arDocument = z.object({
  id: z.int(),
  kind: z.enum(documentKinds),
  number: z.string(),
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  day: dayText,
  dueDate: z.nullable(dayText),
  amount: amountText,
})
export type ArDocument = z.infer<typeof arDocument>

const arDocumentQuery = z.object({
  ...listQuery,
  asOf,
  figure: z.optional(z.enum(figures)),
  kind: choiceQuery(documentKinds),
  customerCode: textQuery,
})
export type ArDocumentQuery = z.output<typeof arDocumentQuery>

export const listArDocuments = endpoint('GET', '/api/reports/ar-documents', {
  permission: 'reports.receivables',
  isDerived: true,
  query: arDocumentQuery,
  returns: z.array(arDocument),
  summary: 'The supporting documents of a receivables figure; their amounts add up to it',
})

const arDocumentSumsQuery = z.extend(z.omit(arDocumentQuery, pagingAndOrder), {
  by: z.optional(z.enum(['kind', 'customer'])),
})
export type ArDocumentSumsQuery = z.output<typeof arDocumentSumsQuery>

export const sumArDocuments = endpoint('GET', '/api/reports/ar-documents/sums', {
  permission: 'reports.receivables',
  isDerived: true,
  query: arDocumentSumsQuery,
  returns: listSums,
  summary: 'The total of the supporting documents of a receivables figure',
})

/** A customer's credit usage. The percentage is null if the credit limit is 0. */
export const creditUse = z.object({
  id: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  creditLimit: amountText,
  currentBalance: amountText,
  openOrderAmount: amountText,
  exposure: amountText,
  availableCredit: amountText,
  utilisation: z.nullable(z.string()),
  /** True if a credit limit applies to the customer and the exposure exceeds it. */
  isOver: z.boolean(),
})
export type CreditUse = z.infer<typeof creditUse>

const creditUseQuery = z.object({ ...listQuery, credit: z.optional(z.enum(['over'])), asOf })
export type CreditUseQuery = z.output<typeof creditUseQuery>

export const listCreditUse = endpoint('GET', '/api/reports/ar-credit', {
  permission: 'reports.receivables',
  isDerived: true,
  query: creditUseQuery,
  returns: z.array(creditUse),
  summary: 'Credit utilisation of customers as of a day, highest first',
})

/** A customer with past-due invoices; `isDisputed` if all of them are disputed. */
export const collection = z.object({
  id: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  phone: z.nullable(z.string()),
  email: z.string(),
  pastDue: amountText,
  invoices: z.int(),
  /** Days past due of the oldest invoice. */
  daysLate: z.int(),
  isDisputed: z.boolean(),
  /** The highest reminder level sent for one of the invoices: 0 for none, 3 for the last. */
  dunningLevel: z.int(),
  /** The day of the last letter to the customer; the gap before the next one counts from it. */
  lastLetterOn: z.nullable(dayText),
  /** The next collection step, as text. */
  nextStep: z.string(),
})
export type Collection = z.infer<typeof collection>

const collectionQuery = z.object({ ...listQuery, asOf })
export type CollectionQuery = z.output<typeof collectionQuery>

export const listCollections = endpoint('GET', '/api/reports/ar-collections', {
  permission: 'reports.receivables',
  isDerived: true,
  query: collectionQuery,
  returns: z.array(collection),
  summary: 'Customers to contact about overdue invoices as of a day, by priority',
})

/** Payment behavior in one month. A figure is null if there was nothing to compute it from. */
export const arMonth = z.object({
  /** The month as a number: 202603. */
  id: z.int(),
  from: dayText,
  to: dayText,
  invoiced: amountText,
  received: amountText,
  /** The receivables balance at the end of the month. */
  balance: amountText,
  /** Days sales outstanding (DSO) at the end of the month. */
  collectionPeriod: z.nullable(z.number()),
  /** Average days from invoice to payment, weighted by amount. */
  daysToPay: z.nullable(z.number()),
  /** Percent of the paid amount that arrived by its due date. */
  onTimeShare: z.nullable(z.string()),
})
export type ArMonth = z.infer<typeof arMonth>

export const listArMonths = endpoint('GET', '/api/reports/ar-months', {
  permission: 'reports.receivables',
  isDerived: true,
  query: z.object({ asOf, from: z.optional(dayField), to: z.optional(dayField) }),
  returns: z.array(arMonth),
  summary: 'Payments of customers by month of a period, or of the twelve months up to a day',
})
