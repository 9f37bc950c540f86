// One file: the schemas and endpoints of AP reports are read together.
import * as z from 'zod/mini'
import { bucketIds } from '#features/receivables/rules.ts'
import { purchaseOrderStatuses } from '#features/purchase-orders/rules.ts'
import { endpoint, listSums } from '#platform/kernel/endpoint.ts'
import { amountText, dayField, dayText } from '#platform/kernel/fields.ts'
import { defineList, field, defineTable, sumsQueryOf } from '#platform/kernel/list.ts'
import { kindNames } from './labels.ts'
import { documentKinds, figures } from './rules.ts'

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
 * orders alone. The two day figures are null if
 * there is nothing to average.
 */
export const apSummary = z.object({
  asOf: dayText,
  totalOutstanding: amountText,
  payablesBalance: amountText,
  committed: amountText,
  /** Unapplied prepayments to vendors: account 1300, not included in other figures. */
  prepaid: amountText,
  /** Goods received and not billed: account 2050, not included in other figures. */
  goodsNotBilled: amountText,
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

/** The list of purchase orders in the report. */
export const apOrderList = defineList({
  name: 'ap-orders',
  row: apOrder,
  defaultSort: '-orderDate',
  fields: {
    orderNumber: field.text({ label: 'PO Number', sortable: true, column: { width: 170 } }),
    vendorId: field.reference({
      label: 'Vendor',
      sortable: true,
      column: { isLong: true, width: 240, phone: 'line' },
    }),
    totalAmount: field.amount({
      label: 'Amount',
      sortable: true,
      column: { width: 130, phone: 'amount' },
    }),
    status: field.choice(purchaseOrderStatuses, {
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
    expectedDate: field.day({
      label: 'Expected Date',
      sortable: true,
      column: { width: 165, phone: 'date' },
    }),
    id: field.reference({ sortable: true }),
    vendorCode: field.text({ label: 'Vendor', filterable: true }),
    overdue: field.only(['true'], { label: 'Late', filterable: true }),
  },
  parameters: {
    asOf,
    /** Outstanding orders in one aging bucket. */
    bucket: z.optional(z.enum(bucketIds)),
  },
  chips: ['status', 'orderDate', 'vendorCode', 'bucket', 'overdue'],
  views: [
    { label: 'All', filters: {} },
    { label: 'Awaiting approval', filters: { status: 'submitted' } },
    { label: 'On order', filters: { status: 'approved' } },
    { label: 'Overdue', filters: { overdue: 'true' } },
  ],
  groups: { status: 'status', vendor: 'vendorId' },
})

export type ApOrderQuery = z.output<typeof apOrderList.query>

export const listApOrders = endpoint('GET', '/api/reports/ap-orders', {
  permission: 'reports.payables',
  isDerived: true,
  query: apOrderList.query,
  returns: z.array(apOrder),
  summary: 'Purchase orders as of a day',
})

const apOrderSumsQuery = sumsQueryOf(apOrderList)
export type ApOrderSumsQuery = z.output<typeof apOrderSumsQuery>

export const sumApOrders = endpoint('GET', '/api/reports/ap-orders/sums', {
  permission: 'reports.payables',
  isDerived: true,
  query: apOrderSumsQuery,
  returns: listSums,
  summary: 'The number and total of matching purchase orders as of a day, also by group',
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

/** The list of open bills. */
export const apBillList = defineList({
  name: 'ap-schedule',
  row: apBill,
  defaultSort: 'dueDate',
  fields: {
    billNumber: field.text({ label: 'Bill Number', sortable: true, column: { width: 150 } }),
    dueDate: field.day({
      label: 'Due Date',
      filterLabel: 'Due date',
      sortable: true,
      range: ['dueFrom', 'dueTo'],
      column: { width: 165, phone: 'date' },
    }),
    vendorId: field.reference({
      label: 'Vendor',
      sortable: true,
      column: { isLong: true, width: 230, phone: 'line' },
    }),
    docDate: field.day({ label: 'Bill Date', sortable: true, column: { width: 115 } }),
    daysPastDue: field.units({ label: 'Days Past Due', column: { width: 120 } }),
    discountDate: field.day({ label: 'Discount Until', column: { width: 130 } }),
    openAmount: field.amount({
      label: 'Open',
      sortable: true,
      column: { width: 130, phone: 'amount' },
    }),
    id: field.reference({ sortable: true }),
    totalAmount: field.amount({ sortable: true }),
    vendorCode: field.text({ label: 'Vendor', filterable: true }),
    overdue: field.only(['true'], { filterable: true }),
  },
  parameters: { asOf, basis, bucket: z.optional(z.enum(bucketIds)) },
  chips: ['bucket', 'basis', 'dueDate', 'vendorCode'],
})

/** The overdue bills only. */
export const apOverdueList = defineTable(apBillList, {
  name: 'ap-overdue',
  columns: {
    billNumber: true,
    dueDate: true,
    vendorId: true,
    docDate: true,
    daysPastDue: true,
    discountDate: true,
    openAmount: true,
  },
})

export type ApBillQuery = z.output<typeof apBillList.query>

export const listApBills = endpoint('GET', '/api/reports/ap-bills', {
  permission: 'reports.payables',
  isDerived: true,
  query: apBillList.query,
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
  /** Days from the bill date to the payment; of a received order, from its expected date. */
  days: z.nullable(z.int()),
  amount: amountText,
})
export type ApDocument = z.infer<typeof apDocument>

/** The list of supporting documents. */
export const apDocumentList = defineList({
  name: 'ap-documents',
  row: apDocument,
  defaultSort: '-day',
  fields: {
    number: field.text({ label: 'Document', sortable: true, column: { width: 170 } }),
    kind: field.choice(documentKinds, {
      label: 'Kind',
      valueLabels: kindNames,
      sortable: true,
      filterable: true,
      column: { width: 135, phone: 'badge' },
    }),
    vendorId: field.reference({
      label: 'Vendor',
      sortable: true,
      column: { isLong: true, width: 230, phone: 'line' },
    }),
    /** Of a received order, the day on which it was received in full or closed. */
    day: field.day({
      label: 'Date',
      sortable: true,
      range: ['from', 'to'],
      column: { width: 110, phone: 'date' },
    }),
    dueDate: field.day({ label: 'Due', sortable: true, column: { width: 110 } }),
    billNumber: field.text({ label: 'Bill Number', column: { width: 150 } }),
    days: field.units({ label: 'Days', sortable: true, column: { width: 80 } }),
    amount: field.amount({
      label: 'Amount',
      sortable: true,
      column: { width: 130, phone: 'amount' },
    }),
    id: field.reference({ sortable: true }),
    vendorCode: field.text({ label: 'Vendor', filterable: true }),
  },
  parameters: { asOf, figure: z.optional(z.enum(figures)) },
  chips: ['figure', 'kind', 'vendorCode', 'day'],
  views: [{ label: 'All', filters: {} }],
  groups: { kind: 'kind', vendor: 'vendorId' },
})

export type ApDocumentQuery = z.output<typeof apDocumentList.query>

export const listApDocuments = endpoint('GET', '/api/reports/ap-documents', {
  permission: 'reports.payables',
  isDerived: true,
  query: apDocumentList.query,
  returns: z.array(apDocument),
  summary: 'The supporting documents of a payables figure; their amounts add up to it',
})

const apDocumentSumsQuery = sumsQueryOf(apDocumentList)
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

/**
 * Open bills by age at the end of a month, or on the day of the report. The total is the sum of the
 * ages: unapplied credits are not subtracted.
 */
export const apAgingMonth = z.object({
  /** The month as a number: 202603. */
  id: z.int(),
  from: dayText,
  to: dayText,
  ...z.omit(aging, { unapplied: true }).shape,
})
export type ApAgingMonth = z.infer<typeof apAgingMonth>

export const apAgingTrend = z.object({ months: z.array(apAgingMonth) })
export type ApAgingTrend = z.infer<typeof apAgingTrend>

export const readApAgingTrend = endpoint('GET', '/api/reports/ap-aging-trend', {
  permission: 'reports.payables',
  isDerived: true,
  query: z.object({ asOf, basis, ...period }),
  returns: apAgingTrend,
  summary: 'Open bills by age at the end of each month of a period, or of twelve months',
})

/** The orders that were received in a month. The percentage is null if none had a date. */
export const deliveryMonth = z.object({
  /** The month as a number: 202603. */
  id: z.int(),
  from: dayText,
  to: dayText,
  onTime: z.int(),
  late: z.int(),
  /** Received without an expected date, or closed short. */
  other: z.int(),
  /** The share of on-time orders among those on time and late. */
  onTimePercent: z.nullable(z.string()),
})
export type DeliveryMonth = z.infer<typeof deliveryMonth>

export const deliveryTrend = z.object({ months: z.array(deliveryMonth) })
export type DeliveryTrend = z.infer<typeof deliveryTrend>

export const readDeliveryTrend = endpoint('GET', '/api/reports/delivery-trend', {
  permission: 'reports.payables',
  isDerived: true,
  query: z.object({ asOf, ...period }),
  returns: deliveryTrend,
  summary:
    'On-time deliveries of vendors by month of a period, or of the twelve months up to a day',
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

/** The list of vendors by delivery performance. */
export const vendorPerformanceList = defineList({
  name: 'ap-vendors',
  row: vendorPerformance,
  defaultSort: 'onTimePercent',
  fields: {
    vendorCode: field.text({ label: 'Vendor Code', sortable: true, column: { width: 120 } }),
    vendorName: field.text({
      label: 'Vendor',
      sortable: true,
      column: { isLong: true, width: 220, phone: 'line' },
    }),
    orders: field.units({ label: 'Received', sortable: true, column: { width: 100 } }),
    onTimePercent: field.units({
      label: 'On time',
      sortable: true,
      column: { width: 105, phone: 'amount' },
    }),
    late: field.units({ label: 'Late', sortable: true, column: { width: 80 } }),
    averageDaysLate: field.units({ label: 'Late by', sortable: true, column: { width: 110 } }),
    closedShort: field.units({ label: 'Closed short', sortable: true, column: { width: 125 } }),
    averageLeadDays: field.units({
      label: 'Lead time',
      sortable: true,
      column: { width: 110, phone: 'date' },
    }),
    amount: field.amount({ label: 'Amount', sortable: true, column: { width: 130 } }),
    id: field.reference({ sortable: true }),
    onTime: field.units({ sortable: true }),
  },
  parameters: { asOf, ...period },
  chips: ['from'],
  views: [{ label: 'All', filters: {} }],
})

export type VendorPerformanceQuery = z.output<typeof vendorPerformanceList.query>

export const listVendorPerformance = endpoint('GET', '/api/reports/ap-vendors', {
  permission: 'reports.payables',
  isDerived: true,
  query: vendorPerformanceList.query,
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

/** The list of a vendor's deliveries. */
export const vendorDeliveryList = defineList({
  name: 'vendor-deliveries',
  row: vendorDelivery,
  defaultSort: '-lastOn',
  fields: {
    orderNumber: field.text({ label: 'Order Number', sortable: true, column: { width: 170 } }),
    expectedDate: field.day({ label: 'Expected', sortable: true, column: { width: 110 } }),
    lastOn: field.day({
      label: 'Last receipt',
      sortable: true,
      column: { width: 120, phone: 'date' },
    }),
    /** Shown in words, as is `received`. */
    daysLate: field.text({
      label: 'On time',
      sortable: true,
      column: { width: 120, phone: 'badge' },
    }),
    received: field.text({ label: 'In full', column: { width: 110, phone: 'line' } }),
    billed: field.amount({ label: 'Billed', column: { width: 100 } }),
    priceVariance: field.amount({
      label: 'Above price',
      sortable: true,
      column: { width: 100 },
    }),
    billNumbers: field.text({ label: 'Bills', column: { width: 120 } }),
    id: field.reference({ sortable: true }),
    vendorId: field.wholeNumber({ filterable: true }),
    late: field.only(['true'], { label: 'Late', filterable: true }),
    short: field.only(['true'], { label: 'Short', filterable: true }),
  },
  parameters: { asOf },
  chips: ['late', 'short'],
})

export type VendorDeliveryQuery = z.output<typeof vendorDeliveryList.query>

export const listVendorDeliveries = endpoint('GET', '/api/reports/vendor-deliveries', {
  permission: 'reports.payables',
  isDerived: true,
  query: vendorDeliveryList.query,
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

/** The list of goods received and not billed. */
export const goodsNotBilledList = defineList({
  name: 'ap-goods',
  row: goodsNotBilled,
  defaultSort: 'orderDate',
  fields: {
    orderNumber: field.text({ label: 'Order Number', sortable: true, column: { width: 150 } }),
    vendorId: field.reference({
      label: 'Vendor',
      sortable: true,
      column: { isLong: true, width: 190, phone: 'line' },
    }),
    orderDate: field.day({ label: 'Order Date', sortable: true, column: { width: 110 } }),
    lastReceivedOn: field.day({
      label: 'Last Received',
      sortable: true,
      column: { width: 125, phone: 'date' },
    }),
    received: field.amount({ label: 'Received', column: { width: 110 } }),
    returned: field.amount({ label: 'Returned', column: { width: 110 } }),
    billed: field.amount({ label: 'Billed', column: { width: 110 } }),
    credited: field.amount({ label: 'Credited', column: { width: 110 } }),
    openAmount: field.amount({
      label: 'Not Billed',
      sortable: true,
      column: { width: 120, phone: 'amount' },
    }),
    id: field.reference({ sortable: true }),
    vendorCode: field.text({ label: 'Vendor', filterable: true }),
  },
  parameters: { asOf },
  chips: ['vendorCode'],
  views: [{ label: 'All', filters: {} }],
  groups: { vendor: 'vendorId' },
})

export type GoodsNotBilledQuery = z.output<typeof goodsNotBilledList.query>

export const listGoodsNotBilled = endpoint('GET', '/api/reports/goods-not-billed', {
  permission: 'reports.payables',
  isDerived: true,
  query: goodsNotBilledList.query,
  returns: z.array(goodsNotBilled),
  summary: 'Goods received and not billed on a day, by purchase order: account 2050 of that day',
})

const goodsNotBilledSumsQuery = sumsQueryOf(goodsNotBilledList)
export type GoodsNotBilledSumsQuery = z.output<typeof goodsNotBilledSumsQuery>

export const sumGoodsNotBilled = endpoint('GET', '/api/reports/goods-not-billed/sums', {
  permission: 'reports.payables',
  isDerived: true,
  query: goodsNotBilledSumsQuery,
  returns: listSums,
  summary: 'The total of goods received and not billed on a day: account 2050 of that day',
})
