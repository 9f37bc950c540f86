// One file: the schemas and endpoints of AP reports are read together.
import * as z from 'zod/mini'
import { purchaseOrderStatuses } from '#features/purchase-orders/rules.ts'
import {
  choiceQuery,
  endpoint,
  listQuery,
  listSums,
  textQuery,
  pagingAndOrder,
} from '#platform/kernel/endpoint.ts'
import { amountText, dayField, dayText } from '#platform/kernel/fields.ts'
import { bucketIds, documentKinds, figures } from './rules.ts'

/** The date of the figures; defaults to today. */
const asOf = z.optional(dayField)
/** Documents after `asOf` are ignored. */
const period = { from: z.optional(dayField), to: z.optional(dayField) }

/** Whether ages count from the due date or the bill date. */
const basis = z.optional(z.enum(['due', 'invoice']))

export const aging = z.object({
  notDue: amountText,
  days0to30: amountText,
  days31to60: amountText,
  days61to90: amountText,
  over90: amountText,
  /** Unapplied vendor credits, as a negative amount. */
  unapplied: amountText,
  total: amountText,
})

export const vendorAging = z.object({
  id: z.int(),
  vendorCode: z.string(),
  vendorName: z.string(),
  ...aging.shape,
})

/**
 * The cards of the payables reports. Outstanding = open bills less open credits, plus commitments
 * (the unbilled part of submitted and approved orders). `orderBasis` has the figures derived from
 * orders alone. Null if there is nothing to average.
 */
export const apSummary = z.object({
  asOf: dayText,
  totalOutstanding: amountText,
  payablesBalance: amountText,
  committed: amountText,
  /** Unapplied prepayments to vendors: account 1300, not included in other figures. */
  prepaid: amountText,
  overdueCount: z.int(),
  overdueAmount: amountText,
  pendingApprovalCount: z.int(),
  averageDaysToPay: z.nullable(z.number()),
  /** Days payable outstanding: the balance divided by the amount billed in 90 days, times 90. */
  daysPayableOutstanding: z.nullable(z.number()),
  monthlyPaymentVolume: amountText,
  orderBasis: z.object({
    outstanding: amountText,
    overdueCount: z.int(),
    pendingApproval: z.int(),
  }),
  aging,
  agingByVendor: z.array(vendorAging),
})
export type ApSummary = z.infer<typeof apSummary>

export const readApSummary = endpoint('GET', '/api/reports/ap-summary', {
  permission: 'reports.payables',
  isDerived: true,
  query: z.object({ asOf, basis }),
  returns: apSummary,
  summary: 'Payables as of a day, with overdue amounts and aging',
})

/** A purchase order with its status as of the date. */
export const apOrder = z.object({
  id: z.int(),
  orderNumber: z.string(),
  vendorId: z.int(),
  vendorCode: z.string(),
  vendorName: z.string(),
  totalAmount: amountText,
  status: z.enum(purchaseOrderStatuses),
  orderDate: dayText,
  expectedDate: z.nullable(dayText),
  isOverdue: z.boolean(),
})
export type ApOrder = z.infer<typeof apOrder>

const apOrderQuery = z.object({
  ...listQuery,
  asOf,
  status: choiceQuery(purchaseOrderStatuses),
  vendorCode: textQuery,
  overdue: z.optional(z.enum(['true'])),
  /** Outstanding orders in one aging bucket. */
  bucket: z.optional(z.enum(bucketIds)),
  /** By order date. */
  from: z.optional(dayField),
  to: z.optional(dayField),
})
export type ApOrderQuery = z.output<typeof apOrderQuery>

export const listApOrders = endpoint('GET', '/api/reports/ap-orders', {
  permission: 'reports.payables',
  isDerived: true,
  query: apOrderQuery,
  returns: z.array(apOrder),
  summary: 'Purchase orders as of a day',
})

/** A bill that was open on a date. */
export const apBill = z.object({
  id: z.int(),
  billNumber: z.string(),
  vendorId: z.int(),
  vendorCode: z.string(),
  vendorName: z.string(),
  docDate: dayText,
  dueDate: dayText,
  daysPastDue: z.int(),
  isOverdue: z.boolean(),
  discountDate: z.nullable(dayText),
  totalAmount: amountText,
  openAmount: amountText,
})
export type ApBill = z.infer<typeof apBill>

const apBillQuery = z.object({
  ...listQuery,
  asOf,
  basis,
  vendorCode: textQuery,
  overdue: z.optional(z.enum(['true'])),
  bucket: z.optional(z.enum(bucketIds)),
  dueFrom: z.optional(dayField),
  dueTo: z.optional(dayField),
})
export type ApBillQuery = z.output<typeof apBillQuery>

export const listApBills = endpoint('GET', '/api/reports/ap-bills', {
  permission: 'reports.payables',
  isDerived: true,
  query: apBillQuery,
  returns: z.array(apBill),
  summary: 'Open bills as of a day, by due date',
})

/** A document behind a figure, with the amount it contributes: credits are negative. */
export const apDocument = z.object({
  id: z.int(),
  kind: z.enum(documentKinds),
  documentId: z.int(),
  number: z.string(),
  /** The bill that the payment was applied to, where the figure is about bill payments. */
  billNumber: z.nullable(z.string()),
  vendorId: z.int(),
  vendorCode: z.string(),
  vendorName: z.string(),
  day: dayText,
  dueDate: z.nullable(dayText),
  /** Days from the bill date to the payment. */
  days: z.nullable(z.int()),
  amount: amountText,
})
export type ApDocument = z.infer<typeof apDocument>

const apDocumentQuery = z.object({
  ...listQuery,
  asOf,
  figure: z.optional(z.enum(figures)),
  kind: choiceQuery(documentKinds),
  vendorCode: textQuery,
})
export type ApDocumentQuery = z.output<typeof apDocumentQuery>

export const listApDocuments = endpoint('GET', '/api/reports/ap-documents', {
  permission: 'reports.payables',
  isDerived: true,
  query: apDocumentQuery,
  returns: z.array(apDocument),
  summary: 'The supporting documents of a payables figure; their amounts add up to it',
})

const apDocumentSumsQuery = z.extend(z.omit(apDocumentQuery, pagingAndOrder), {
  by: z.optional(z.enum(['kind', 'vendor'])),
})
export type ApDocumentSumsQuery = z.output<typeof apDocumentSumsQuery>

export const sumApDocuments = endpoint('GET', '/api/reports/ap-documents/sums', {
  permission: 'reports.payables',
  isDerived: true,
  query: apDocumentSumsQuery,
  returns: listSums,
  summary: 'The total of the supporting documents of a payables figure',
})

/** Amounts billed and paid in one month. */
export const apMonth = z.object({
  /** The month as a number: 202603. */
  id: z.int(),
  month: z.string(),
  billed: amountText,
  payments: z.int(),
  paid: amountText,
  discounts: amountText,
  largest: amountText,
})
export type ApMonth = z.infer<typeof apMonth>

export const listApMonths = endpoint('GET', '/api/reports/ap-months', {
  permission: 'reports.payables',
  isDerived: true,
  query: z.object({ asOf, ...period }),
  returns: z.array(apMonth),
  summary: 'Billed and paid amounts by month of a period, or of the twelve months up to a day',
})

/** A vendor's delivery performance in a period. Null if the divisor is zero. */
export const vendorPerformance = z.object({
  id: z.int(),
  vendorCode: z.string(),
  vendorName: z.string(),
  orders: z.int(),
  onTime: z.int(),
  late: z.int(),
  closedShort: z.int(),
  onTimePercent: z.nullable(z.string()),
  averageDaysLate: z.nullable(z.string()),
  averageLeadDays: z.nullable(z.string()),
  amount: amountText,
})
export type VendorPerformance = z.infer<typeof vendorPerformance>

const vendorPerformanceQuery = z.object({ ...listQuery, asOf, ...period })
export type VendorPerformanceQuery = z.output<typeof vendorPerformanceQuery>

export const listVendorPerformance = endpoint('GET', '/api/reports/ap-vendors', {
  permission: 'reports.payables',
  isDerived: true,
  query: vendorPerformanceQuery,
  returns: z.array(vendorPerformance),
  summary: 'On-time delivery of vendors in a period, or in the year up to a day',
})

/** An order with at least one receipt: when, how much, and at which prices it was billed. */
export const vendorDelivery = z.object({
  id: z.int(),
  orderNumber: z.string(),
  vendorId: z.int(),
  orderDate: dayText,
  expectedDate: z.nullable(dayText),
  receipts: z.int(),
  firstOn: dayText,
  lastOn: dayText,
  ordered: z.int(),
  received: z.int(),
  /** Whether no more receipts are expected. */
  isOver: z.boolean(),
  /** Days from the expected date until everything was received, or until now if it was not. */
  daysLate: z.nullable(z.int()),
  isInFull: z.boolean(),
  billNumbers: z.nullable(z.string()),
  billed: amountText,
  /** Amount billed above the ordered prices; negative if below. */
  priceVariance: amountText,
})
export type VendorDelivery = z.infer<typeof vendorDelivery>

const vendorDeliveryQuery = z.object({
  ...listQuery,
  asOf,
  vendorId: z.optional(z.coerce.number().check(z.int())),
  late: z.optional(z.enum(['true'])),
  short: z.optional(z.enum(['true'])),
})
export type VendorDeliveryQuery = z.output<typeof vendorDeliveryQuery>

export const listVendorDeliveries = endpoint('GET', '/api/reports/vendor-deliveries', {
  permission: 'reports.payables',
  isDerived: true,
  query: vendorDeliveryQuery,
  returns: z.array(vendorDelivery),
  summary: 'Deliveries, last 12 months, order by order: on time, in full, at the ordered prices',
})

/**
 * A purchase order with goods received but not billed, at order prices: received less returned and
 * billed, plus credits for returns. Returns without an order are one row per vendor, with a
 * negative id.
 */
export const goodsNotBilled = z.object({
  id: z.int(),
  purchaseOrderId: z.nullable(z.int()),
  orderNumber: z.nullable(z.string()),
  vendorId: z.int(),
  vendorCode: z.string(),
  vendorName: z.string(),
  orderDate: z.nullable(dayText),
  lastReceivedOn: z.nullable(dayText),
  received: amountText,
  returned: amountText,
  billed: amountText,
  credited: amountText,
  openAmount: amountText,
})
export type GoodsNotBilled = z.infer<typeof goodsNotBilled>

const goodsNotBilledQuery = z.object({
  ...listQuery,
  /** The date of the amounts; defaults to today. */
  asOf: z.optional(dayField),
  vendorCode: textQuery,
})
export type GoodsNotBilledQuery = z.output<typeof goodsNotBilledQuery>

export const listGoodsNotBilled = endpoint('GET', '/api/reports/goods-not-billed', {
  permission: 'reports.payables',
  isDerived: true,
  query: goodsNotBilledQuery,
  returns: z.array(goodsNotBilled),
  summary: 'Goods received and not billed on a day, by purchase order: account 2050 of that day',
})

const goodsNotBilledSumsQuery = z.extend(z.omit(goodsNotBilledQuery, pagingAndOrder), {
  by: z.optional(z.enum(['vendor'])),
})
export type GoodsNotBilledSumsQuery = z.output<typeof goodsNotBilledSumsQuery>

export const sumGoodsNotBilled = endpoint('GET', '/api/reports/goods-not-billed/sums', {
  permission: 'reports.payables',
  isDerived: true,
  query: goodsNotBilledSumsQuery,
  returns: listSums,
  summary: 'The total of goods received and not billed on a day: account 2050 of that day',
})
