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
import { dayField } from '#platform/kernel/fields.ts'
import { documentKinds, figures } from './rules.ts'

/** The day the figures are for; today where it is left out. */
const asOf = z.optional(dayField)

const aging = {
  notDue: z.string(),
  days0to30: z.string(),
  days31to60: z.string(),
  days61to90: z.string(),
  over90: z.string(),
  /** Money and credits that are applied to nothing yet: negative. */
  unapplied: z.string(),
  /** The balance: all columns together. */
  total: z.string(),
}

/** What ages are counted from: the day an invoice is due, or its own. */
export const agingBases = ['due', 'invoice'] as const

const customerAging = z.object({
  id: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  ...aging,
})

/**
 * The cards of the receivable reports, from invoices, payments and credits as of a day.
 * `orderBasis` has the specification's derivations from orders beside them: they agree while
 * nothing is paid.
 */
export const arSummary = z.object({
  asOf: z.string(),
  basis: z.enum(agingBases),
  /** Open invoices less what is unapplied: the balance of the ledger's account 1100. */
  totalReceivable: z.string(),
  /** Orders that are not delivered although their ship date has passed. */
  overdueCount: z.int(),
  /** Invoices that are not settled. */
  pendingPaymentCount: z.int(),
  /** Customers with an invoice past due, how many invoices these are, and what is open of them. */
  overdueCustomerCount: z.int(),
  overdueInvoiceCount: z.int(),
  overdueAmount: z.string(),
  /** Days; null where nothing was sold on credit in the last 90. */
  averageCollectionPeriod: z.nullable(z.number()),
  /** Percent; null where there was nothing to collect. */
  monthlyCollectionRate: z.nullable(z.string()),
  collectionEffectiveness: z.string(),
  /** What the last figures are made of. */
  collected: z.object({
    /** What was owed when the month began. */
    opening: z.string(),
    /** Sales on credit of 90 days and of the month, less what was credited in them. */
    quarterSales: z.string(),
    monthSales: z.string(),
    /** Cash received in the month. */
    cash: z.string(),
  }),
  orderBasis: z.object({
    receivable: z.string(),
    overdueCount: z.int(),
    pendingPayment: z.int(),
  }),
  aging: z.object(aging),
  agingByCustomer: z.array(customerAging),
})
export type ArSummary = z.infer<typeof arSummary>

export const readArSummary = endpoint('GET', '/api/reports/ar-summary', {
  permission: 'reports.receivables',
  isDerived: true,
  query: z.object({ asOf, basis: z.optional(z.enum(agingBases)) }),
  returns: arSummary,
  summary: 'What customers owe on a day, how much of it is past due, and since when',
})

export const readCustomerAging = endpoint('GET', '/api/reports/ar-aging/:id', {
  permission: 'reports.receivables',
  isDerived: true,
  returns: z.object(aging),
  summary: 'What one customer owes today, by the days since it was due',
})

/** A sales order as the report shows it: its status as of the day. */
export const arOrder = z.object({
  id: z.int(),
  orderNumber: z.string(),
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  totalAmount: z.string(),
  status: z.enum(salesOrderStatuses),
  orderDate: z.string(),
  shipDate: z.nullable(z.string()),
  isOverdue: z.boolean(),
})
export type ArOrder = z.infer<typeof arOrder>

const arOrderQuery = z.object({
  ...listQuery,
  asOf,
  status: choiceQuery(salesOrderStatuses),
  customerCode: textQuery,
  /** Not delivered, its ship date passed. */
  overdue: z.optional(z.enum(['true'])),
  /** Shipped or delivered, and past due by the customer's terms. */
  pastDue: z.optional(z.enum(['true'])),
  /** Receivables of one bucket of the aging. */
  bucket: z.optional(z.enum(bucketIds)),
  /** By order date. */
  from: z.optional(dayField),
  to: z.optional(dayField),
})
export type ArOrderQuery = z.output<typeof arOrderQuery>

export const listArOrders = endpoint('GET', '/api/reports/ar-orders', {
  permission: 'reports.receivables',
  isDerived: true,
  query: arOrderQuery,
  returns: z.array(arOrder),
  summary: 'Sales orders as they stood on a day',
})

/** A document that a figure is made of, with the amount that it adds: credits are negative. */
export const arDocument = z.object({
  id: z.int(),
  kind: z.enum(documentKinds),
  number: z.string(),
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  day: z.string(),
  dueDate: z.nullable(z.string()),
  amount: z.string(),
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
  summary: 'The documents that a figure of the receivables is made of; they add up to it',
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
  summary: 'What the documents behind a figure of the receivables come to',
})

/** How much of a customer's credit is used. The percentage is null where there is no limit. */
export const creditUse = z.object({
  id: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  creditLimit: z.string(),
  currentBalance: z.string(),
  openOrderAmount: z.string(),
  exposure: z.string(),
  availableCredit: z.string(),
  utilisation: z.nullable(z.string()),
  /** Whether a limit bounds their credit, and more is used. */
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
  summary: 'How much of their credit customers used on a day, the highest share first',
})

/** A customer with invoices past due: how much, since when, and what is disputed of it. */
export const collection = z.object({
  id: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  phone: z.nullable(z.string()),
  email: z.string(),
  pastDue: z.string(),
  invoices: z.int(),
  /** The days that the oldest of them is past due. */
  daysLate: z.int(),
  isDisputed: z.boolean(),
  /** The highest reminder that one of them was in: 0 for none, 3 for the last. */
  dunningLevel: z.int(),
  /** The day of the last letter to the customer, which the next one waits for. */
  lastLetterOn: z.nullable(z.string()),
  /** What is next to do about it, in words. */
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
  summary: 'Customers to remind on a day, the one with the most at stake first',
})

/** How customers paid in a month: what is null had nothing to be measured by. */
export const arMonth = z.object({
  /** The month as a number: 202603. */
  id: z.int(),
  from: z.string(),
  to: z.string(),
  invoiced: z.string(),
  received: z.string(),
  /** What was owed at the end. */
  balance: z.string(),
  /** Days of credit sales that were owed at the end. */
  collectionPeriod: z.nullable(z.number()),
  /** From the invoice to its payment, weighted by the amount. */
  daysToPay: z.nullable(z.number()),
  /** Of what was paid so much came by its due day, in percent. */
  onTimeShare: z.nullable(z.string()),
})
export type ArMonth = z.infer<typeof arMonth>

export const listArMonths = endpoint('GET', '/api/reports/ar-months', {
  permission: 'reports.receivables',
  isDerived: true,
  query: z.object({ asOf, from: z.optional(dayField), to: z.optional(dayField) }),
  returns: z.array(arMonth),
  summary: 'How customers paid in each month of a period, or of the twelve up to a day',
})
