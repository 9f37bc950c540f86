// One file: the schemas and endpoints of AR reports are read together.
import * as z from 'zod/mini'
import { bucketIds, bucketLabels } from '#features/receivables/rules.ts'
import { salesOrderStatuses } from '#features/sales-orders/rules.ts'
import { endpoint, listSums } from '#platform/kernel/endpoint.ts'
import { amountText, dayField, dayText } from '#platform/kernel/fields.ts'
import { defineList, field, defineTable, sumsQueryOf } from '#platform/kernel/list.ts'
import { kindNames } from './labels.ts'
import { creditUseNames, creditUses, documentKinds, dunningLevelNames, figures } from './rules.ts'

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

/** The list of sales orders in the report. */
export const arOrderList = defineList({
  name: 'ar-orders',
  row: arOrder,
  defaultSort: '-orderDate',
  fields: {
    orderNumber: field.text({ label: 'SO Number', sortable: true, column: { width: 170 } }),
    customerId: field.reference({
      label: 'Customer',
      sortable: true,
      column: { isLong: true, width: 240, phone: 'line' },
    }),
    totalAmount: field.amount({
      label: 'Amount',
      sortable: true,
      column: { width: 130, phone: 'amount' },
    }),
    status: field.choice(salesOrderStatuses, {
      label: 'Status',
      sortable: true,
      filterable: true,
      column: { width: 125, phone: 'badge' },
    }),
    orderDate: field.day({
      label: 'Order Date',
      filterLabel: 'Order date',
      sortable: true,
      range: ['from', 'to'],
      column: { width: 120 },
    }),
    shipDate: field.day({
      label: 'Ship Date',
      sortable: true,
      column: { width: 165, phone: 'date' },
    }),
    id: field.reference({ sortable: true }),
    customerCode: field.text({ label: 'Customer', filterable: true }),
    /** Not delivered and past its ship date. */
    overdue: field.only(['true'], { filterable: true }),
    /** Shipped or delivered, and past due by the terms of the order. */
    pastDue: field.only(['true'], { label: 'Past due', filterable: true }),
    /** Receivables in one aging bucket. */
    bucket: field.only(bucketIds, {
      label: 'Aging',
      valueLabels: bucketLabels,
      filterable: true,
    }),
  },
  parameters: { asOf },
  chips: ['status', 'orderDate', 'customerCode', 'bucket', 'pastDue'],
  views: [
    { label: 'All', filters: {} },
    { label: 'Open', filters: { status: ['pending', 'processing'] } },
    { label: 'Overdue', filters: { pastDue: 'true' } },
  ],
  groups: { status: 'status', customer: 'customerId' },
})

/** The overdue orders only. */
export const arOverdueList = defineTable(arOrderList, {
  name: 'ar-overdue',
  defaultSort: 'shipDate',
  columns: {
    orderNumber: true,
    customerId: true,
    totalAmount: true,
    status: true,
    orderDate: true,
    shipDate: true,
  },
})

export type ArOrderQuery = z.output<typeof arOrderList.query>

export const listArOrders = endpoint('GET', '/api/reports/ar-orders', {
  permission: 'reports.receivables',
  isDerived: true,
  query: arOrderList.query,
  returns: z.array(arOrder),
  summary: 'Sales orders as of a day',
})

const arOrderSumsQuery = sumsQueryOf(arOrderList)
export type ArOrderSumsQuery = z.output<typeof arOrderSumsQuery>

export const sumArOrders = endpoint('GET', '/api/reports/ar-orders/sums', {
  permission: 'reports.receivables',
  isDerived: true,
  query: arOrderSumsQuery,
  returns: listSums,
  summary: 'The number and total of matching sales orders as of a day, also by group',
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

/** The list of supporting documents. */
export const arDocumentList = defineList({
  name: 'ar-documents',
  row: arDocument,
  defaultSort: '-day',
  fields: {
    number: field.text({ label: 'Document', sortable: true, column: { width: 140 } }),
    kind: field.choice(documentKinds, {
      label: 'Kind',
      valueLabels: kindNames,
      sortable: true,
      filterable: true,
      column: { width: 120, phone: 'badge' },
    }),
    customerId: field.reference({
      label: 'Customer',
      sortable: true,
      column: { isLong: true, width: 230, phone: 'line' },
    }),
    day: field.day({
      label: 'Date',
      sortable: true,
      range: ['from', 'to'],
      column: { width: 110, phone: 'date' },
    }),
    dueDate: field.day({ label: 'Due', sortable: true, column: { width: 110 } }),
    amount: field.amount({
      label: 'Amount',
      sortable: true,
      column: { width: 130, phone: 'amount' },
    }),
    id: field.reference({ sortable: true }),
    customerCode: field.text({ label: 'Customer', filterable: true }),
  },
  parameters: { asOf, figure: z.optional(z.enum(figures)) },
  chips: ['figure', 'kind', 'customerCode', 'day'],
  views: [{ label: 'All', filters: {} }],
  groups: { kind: 'kind', customer: 'customerId' },
})

export type ArDocumentQuery = z.output<typeof arDocumentList.query>

export const listArDocuments = endpoint('GET', '/api/reports/ar-documents', {
  permission: 'reports.receivables',
  isDerived: true,
  query: arDocumentList.query,
  returns: z.array(arDocument),
  summary: 'The supporting documents of a receivables figure; their amounts add up to it',
})

const arDocumentSumsQuery = sumsQueryOf(arDocumentList)
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
  /** The limit less exposure and what binding approvals hold; on a past day they hold nothing. */
  availableCredit: amountText,
  utilisation: z.nullable(z.string()),
  /** True if a credit limit applies to the customer and the exposure exceeds it. */
  isOver: z.boolean(),
  /** The band of the utilisation. */
  use: z.enum(creditUses),
})
export type CreditUse = z.infer<typeof creditUse>

/** The list of customers by credit usage. */
export const creditUseList = defineList({
  name: 'ar-credit',
  row: creditUse,
  defaultSort: '-utilisation',
  fields: {
    customerCode: field.text({ label: 'Customer Code', sortable: true, column: { width: 135 } }),
    customerName: field.text({
      label: 'Customer',
      sortable: true,
      column: { isLong: true, width: 210, phone: 'line' },
    }),
    currentBalance: field.amount({ label: 'Balance', sortable: true, column: { width: 135 } }),
    openOrderAmount: field.amount({
      label: 'Open orders',
      sortable: true,
      column: { width: 135 },
    }),
    creditLimit: field.amount({
      label: 'Credit Limit',
      sortable: true,
      column: { width: 135, phone: 'date' },
    }),
    availableCredit: field.amount({ label: 'Available', sortable: true, column: { width: 135 } }),
    utilisation: field.units({
      label: 'Utilisation',
      sortable: true,
      column: { width: 135, phone: 'amount' },
    }),
    id: field.reference({ sortable: true }),
    exposure: field.amount({ sortable: true }),
    credit: field.only(['over'], { label: 'Over limit', filterable: true }),
    /** Sorts by how much of the limit is used, the most first. */
    use: field.choice(creditUses, {
      label: 'Utilisation',
      valueLabels: creditUseNames,
      sortable: true,
      filterable: true,
    }),
  },
  parameters: { asOf },
  chips: ['credit'],
  views: [
    { label: 'All', filters: {} },
    { label: 'Above the limit', filters: { credit: 'over' } },
  ],
  groups: { use: 'use' },
})

export type CreditUseQuery = z.output<typeof creditUseList.query>

export const listCreditUse = endpoint('GET', '/api/reports/ar-credit', {
  permission: 'reports.receivables',
  isDerived: true,
  query: creditUseList.query,
  returns: z.array(creditUse),
  summary: 'Credit utilisation of customers as of a day, highest first',
})

const creditUseSumsQuery = sumsQueryOf(creditUseList)
export type CreditUseSumsQuery = z.output<typeof creditUseSumsQuery>

export const sumCreditUse = endpoint('GET', '/api/reports/ar-credit/sums', {
  permission: 'reports.receivables',
  isDerived: true,
  query: creditUseSumsQuery,
  returns: listSums,
  summary: 'The number and exposure of matching customers as of a day, also by utilisation',
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

/** The list of customers to contact. */
export const collectionList = defineList({
  name: 'ar-collections',
  row: collection,
  defaultSort: '-priority',
  fields: {
    customerCode: field.text({ label: 'Customer Code', column: { width: 115 } }),
    customerName: field.text({
      label: 'Customer',
      column: { isLong: true, width: 150, phone: 'line' },
    }),
    pastDue: field.amount({
      label: 'Past due',
      sortable: true,
      column: { width: 120, phone: 'amount' },
    }),
    invoices: field.units({ label: 'Invoices', sortable: true, column: { width: 95 } }),
    daysLate: field.units({ label: 'Days late', sortable: true, column: { width: 100 } }),
    dunningLevel: {
      ...field.units({
        label: 'Reminders',
        sortable: true,
        filterable: true,
        column: { width: 110 },
      }),
      valueLabels: dunningLevelNames,
    },
    nextStep: field.text({ label: 'Next step', column: { width: 165, phone: 'date' } }),
    phone: field.text({ label: 'Phone', column: { width: 125 } }),
    id: field.reference({ sortable: true }),
    /** The past-due amount times the days late. */
    priority: field.amount({ sortable: true }),
  },
  parameters: { asOf },
  views: [{ label: 'All', filters: {} }],
  groups: { level: 'dunningLevel' },
})

export type CollectionQuery = z.output<typeof collectionList.query>

export const listCollections = endpoint('GET', '/api/reports/ar-collections', {
  permission: 'reports.receivables',
  isDerived: true,
  query: collectionList.query,
  returns: z.array(collection),
  summary: 'Customers to contact about overdue invoices as of a day, by priority',
})

const collectionSumsQuery = sumsQueryOf(collectionList)
export type CollectionSumsQuery = z.output<typeof collectionSumsQuery>

export const sumCollections = endpoint('GET', '/api/reports/ar-collections/sums', {
  permission: 'reports.receivables',
  isDerived: true,
  query: collectionSumsQuery,
  returns: listSums,
  summary:
    'The number and past-due amount of matching customers as of a day, also by the highest ' +
    'reminder level sent',
})

/** Payment behavior in one month. A figure is null if there was nothing to compute it from. */
export const arMonth = z.object({
  /** The month as a number: 202603. */
  id: z.int(),
  from: dayText,
  to: dayText,
  invoiced: amountText,
  received: amountText,
  /**
   * Every other change of the balance: credit memos, discounts, refunds, voided payments. The
   * balance before + `invoiced` - `received` + `adjustments` = `balance`.
   */
  adjustments: amountText,
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

/**
 * Open invoices by age at the end of a month, or on the day of the report. The total is the sum of
 * the ages: unapplied payments and credit memos are not subtracted.
 */
export const arAgingMonth = z.object({
  /** The month as a number: 202603. */
  id: z.int(),
  from: dayText,
  to: dayText,
  ...z.omit(aging, { unapplied: true }).shape,
})
export type ArAgingMonth = z.infer<typeof arAgingMonth>

export const arAgingTrend = z.object({ months: z.array(arAgingMonth) })
export type ArAgingTrend = z.infer<typeof arAgingTrend>

export const readArAgingTrend = endpoint('GET', '/api/reports/ar-aging-trend', {
  permission: 'reports.receivables',
  isDerived: true,
  query: z.object({
    asOf,
    basis: z.optional(z.enum(agingBases)),
    from: z.optional(dayField),
    to: z.optional(dayField),
  }),
  returns: arAgingTrend,
  summary: 'Open invoices by age at the end of each month of a period, or of twelve months',
})
