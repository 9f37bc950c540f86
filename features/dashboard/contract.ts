import * as z from 'zod/mini'
import { auditedEntities } from '#features/audit/audited-entities.ts'
import { salesOrderStatuses } from '#features/sales-orders/rules.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { amountText, dayField, dayText, momentText } from '#platform/kernel/fields.ts'
import { queueKeys } from './work-queues.ts'

/** Figures for the cards, tiles and alerts. Revenue is the total of all orders not cancelled. */
export const dashboardStats = z.object({
  totalOrders: z.int(),
  totalRevenue: amountText,
  pendingOrders: z.int(),
  totalSkus: z.int(),
  totalCustomers: z.int(),
  totalVendors: z.int(),
  activeCustomers: z.int(),
  activeVendors: z.int(),
  activeSkus: z.int(),
  /** SKUs created and SKUs deleted in the last 30 days. */
  newSkus: z.int(),
  deletedSkus: z.int(),
  lowStockSkus: z.int(),
  pendingApprovals: z.int(),
})
export type DashboardStats = z.infer<typeof dashboardStats>

/** A figure for the last 30 days and for the 30 days before them. */
export const periodFigure = z.object({ current: z.string(), previous: z.string() })

/** Orders and revenue of the week that begins on a Monday. */
export const orderWeek = z.object({ from: dayText, orders: z.int(), revenue: amountText })

export const dashboardTrends = z.object({
  /** First and last day of each period, both inclusive. */
  from: dayText,
  to: dayText,
  previousFrom: dayText,
  previousTo: dayText,
  orders: periodFigure,
  revenue: periodFigure,
  /** Each of the last 30 days, oldest first. */
  days: z.array(z.object({ day: dayText, orders: z.int(), revenue: amountText })),
  /** The last twelve weeks, Monday to Sunday, including the current week. */
  weeks: z.array(orderWeek),
  pipeline: z.array(
    z.object({ status: z.enum(salesOrderStatuses), orders: z.int(), amount: amountText }),
  ),
})
export type DashboardTrends = z.infer<typeof dashboardTrends>

/** Orders and revenue of twelve weeks, Monday to Sunday, oldest first. */
export const orderWeeks = z.object({ weeks: z.array(orderWeek) })
export type OrderWeeks = z.infer<typeof orderWeeks>

export const readDashboardStats = endpoint('GET', '/api/dashboard/stats', {
  permission: 'dashboard.read',
  isDerived: true,
  returns: dashboardStats,
  summary: 'The numbers of orders, SKUs, customers and vendors, and the order total',
})
export const readDashboardTrends = endpoint('GET', '/api/dashboard/trends', {
  permission: 'dashboard.read',
  isDerived: true,
  returns: dashboardTrends,
  summary: 'Orders and revenue of the last 30 days and the 30 days before, by day, week and status',
})

export const readOrderWeeks = endpoint('GET', '/api/dashboard/order-weeks', {
  permission: 'dashboard.read',
  isDerived: true,
  query: z.object({ to: z.optional(dayField) }),
  returns: orderWeeks,
  summary: 'Orders and revenue of the twelve weeks up to a day, to compare with',
})

/** A work queue: the number of its rows, and their amount if it has one. */
export const queueFigure = z.object({
  key: z.enum(queueKeys),
  count: z.int(),
  amount: z.nullable(amountText),
})

/** The work queues of the user, in order. */
export const userQueues = z.object({
  /** The business day of the figures; some links depend on it. */
  today: dayText,
  queues: z.array(queueFigure),
})
export type UserQueues = z.infer<typeof userQueues>

export const readWorkQueues = endpoint('GET', '/api/dashboard/queues', {
  permission: 'dashboard.read',
  isDerived: true,
  returns: userQueues,
  summary: 'What waits for a step that the user may take: the number of rows of each work queue',
})

export const businessPeriod = z.object({
  /** Orders by order date, without cancelled ones, and their total. */
  orders: z.int(),
  ordered: amountText,
  /** The income and the cost of goods of the income statement. */
  income: amountText,
  costOfGoods: amountText,
})
export const openInvoices = z.object({ count: z.int(), amount: amountText })

export const businessWeek = z.object({
  from: dayText,
  to: dayText,
  income: amountText,
  grossProfit: amountText,
})

/** The figures of the business for its owner. */
export const businessFigures = z.object({
  /** The last 30 days, including both, and the 30 days before them. */
  from: dayText,
  to: dayText,
  current: businessPeriod,
  previous: businessPeriod,
  /** Open invoices due from today up to `expectedTo`, and those due earlier. */
  expectedTo: dayText,
  expected: openInvoices,
  overdue: openInvoices,
  /** The customers and SKUs with the largest order amounts of the last 30 days. */
  topCustomers: z.array(
    z.object({
      id: z.int(),
      customerCode: z.string(),
      customerName: z.string(),
      orders: z.int(),
      amount: amountText,
    }),
  ),
  topSkus: z.array(
    z.object({
      id: z.int(),
      sku: z.string(),
      name: z.string(),
      orders: z.int(),
      units: z.int(),
      amount: amountText,
    }),
  ),
  /** The last 13 weeks, Monday to Sunday, including the current week, and the 13 before them. */
  weeks: z.array(businessWeek),
  previousWeeks: z.array(businessWeek),
})
export type BusinessFigures = z.infer<typeof businessFigures>

export const readBusinessFigures = endpoint('GET', '/api/dashboard/business', {
  permission: 'ledger.read',
  isDerived: true,
  returns: businessFigures,
  summary: 'Orders, income, gross profit, expected and overdue cash, top customers and SKUs',
})

export const salesByCustomer = z.object({
  id: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  priceLevel: z.string(),
  state: z.nullable(z.string()),
  orders: z.int(),
  subtotal: amountText,
  taxAmount: amountText,
  shippingAmount: amountText,
  totalAmount: amountText,
})
export type SalesByCustomer = z.infer<typeof salesByCustomer>

/** The value of a SKU's stock. `sku` is empty for value that is not assigned to a SKU. */
export const stockValue = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  category: z.nullable(z.string()),
  unitOfMeasure: z.string(),
  onHand: z.int(),
  cost: amountText,
  value: amountText,
})
export type StockValue = z.infer<typeof stockValue>

export const salesByCustomerReport = endpoint('GET', '/api/reports/sales-by-customer', {
  permission: 'reports.receivables',
  query: z.object({ from: dayField, to: dayField }),
  returns: z.array(salesByCustomer),
  summary: 'Orders of customers by order date, including both days, without cancelled orders',
})
export const stockValuationReport = endpoint('GET', '/api/reports/stock-valuation', {
  permission: 'skus.cost',
  query: z.object({ asOf: z.optional(dayField) }),
  returns: z.array(stockValue),
  summary: 'The stock value of every SKU on a day; the total is account 1200 of that day',
})

/** A control that a user bypassed, and its document; `controls` holds the control codes. */
export const waiver = z.object({
  id: z.int(),
  at: momentText,
  by: z.string(),
  entity: z.enum(auditedEntities),
  entityId: z.int(),
  action: z.string(),
  code: z.string(),
  controls: z.array(z.string()),
  reason: z.nullable(z.string()),
  /** The amount at that time (for a SKU, its units at cost); null if there is no amount. */
  amount: z.nullable(amountText),
})
export type Waiver = z.infer<typeof waiver>

export const waiverReport = endpoint('GET', '/api/reports/waivers', {
  permission: 'audit.read',
  query: z.object({ from: dayField, to: dayField }),
  returns: z.array(waiver),
  summary: 'The controls that were skipped, by business day, including both days, newest first',
})

/** The starts of a new business: `wanted` means that the demo data load is queued or running. */
export const beginningStates = ['open', 'empty', 'wanted', 'loaded', 'failed'] as const

/** Setup progress of a new business, and its start: empty or with demo data. */
export const firstSteps = z.object({
  /** True if this user hid the card, or the business was created as a demo. */
  isHidden: z.boolean(),
  beginning: z.enum(beginningStates),
  failure: z.nullable(z.string()),
  /** `step` of the `steps` parts of the demo data have started or finished. */
  step: z.int(),
  steps: z.int(),
  hasCompany: z.boolean(),
  hasTaxAndShipping: z.boolean(),
  hasCustomers: z.boolean(),
  hasVendors: z.boolean(),
  hasSkus: z.boolean(),
  hasWarehouse: z.boolean(),
  hasUsers: z.boolean(),
})
export type FirstSteps = z.infer<typeof firstSteps>

export const readFirstSteps = endpoint('GET', '/api/first-steps', {
  permission: 'settings.manage',
  isDerived: true,
  returns: firstSteps,
  summary: 'The setup steps of a new business, and its start choice',
})
export const hideFirstSteps = endpoint('PUT', '/api/first-steps/hidden', {
  permission: 'settings.manage',
  body: z.object({ isHidden: z.boolean() }),
  returns: firstSteps,
  summary: 'Hides or shows the first steps for the signed-in user',
})
export const firstStepsForm = z.object({
  with: z.enum(['empty', 'demo']),
  /** The `beginning` the user saw. A choice based on a stale value is rejected. */
  seen: z.optional(firstSteps.shape.beginning),
})
export type BeginForm = z.output<typeof firstStepsForm>

export const startBusiness = endpoint('POST', '/api/first-steps/beginning', {
  permission: 'demoData.load',
  body: firstStepsForm,
  returns: firstSteps,
  summary: 'Starts empty or loads the demo data; refused if there are records',
})
