import * as z from 'zod/mini'
import { auditedEntities } from '#features/audit/contract.ts'
import { salesOrderStatuses } from '#features/sales-orders/rules.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { dayField } from '#platform/kernel/fields.ts'

/** The figures of the cards, tiles and alerts. Revenue is what orders that stand come to. */
export const dashboardStats = z.object({
  totalOrders: z.int(),
  totalRevenue: z.string(),
  pendingOrders: z.int(),
  totalSkus: z.int(),
  totalCustomers: z.int(),
  totalVendors: z.int(),
  activeCustomers: z.int(),
  activeVendors: z.int(),
  activeSkus: z.int(),
  /** SKUs made, and SKUs deleted, in the last 30 days. */
  newSkus: z.int(),
  deletedSkus: z.int(),
  lowStockSkus: z.int(),
  pendingApprovals: z.int(),
})
export type DashboardStats = z.infer<typeof dashboardStats>

/** A figure of the last 30 days beside the 30 days before. */
const periods = { current: z.string(), previous: z.string() }

export const dashboardTrends = z.object({
  /** The first and the last day of each period, both counted. */
  from: z.string(),
  to: z.string(),
  previousFrom: z.string(),
  previousTo: z.string(),
  orders: z.object(periods),
  revenue: z.object(periods),
  /** Every day of the last 30, the earliest first. */
  days: z.array(z.object({ day: z.string(), orders: z.int(), revenue: z.string() })),
  /** The last twelve weeks from Monday to Sunday, this one included. */
  weeks: z.array(z.object({ from: z.string(), orders: z.int(), revenue: z.string() })),
  pipeline: z.array(
    z.object({ status: z.enum(salesOrderStatuses), orders: z.int(), amount: z.string() }),
  ),
})
export type DashboardTrends = z.infer<typeof dashboardTrends>

export const readDashboardStats = endpoint('GET', '/api/dashboard/stats', {
  permission: 'dashboard.read',
  isDerived: true,
  returns: dashboardStats,
  summary: 'How many orders, SKUs, customers and vendors there are, and what orders come to',
})
export const readDashboardTrends = endpoint('GET', '/api/dashboard/trends', {
  permission: 'dashboard.read',
  isDerived: true,
  returns: dashboardTrends,
  summary: 'Orders and revenue of 30 days beside the 30 days before, by day, week and status',
})

export const salesByCustomer = z.object({
  id: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  priceLevel: z.string(),
  state: z.nullable(z.string()),
  orders: z.int(),
  subtotal: z.string(),
  taxAmount: z.string(),
  shippingAmount: z.string(),
  totalAmount: z.string(),
})
export type SalesByCustomer = z.infer<typeof salesByCustomer>

/** What the stock of a SKU was worth. The SKU is empty for what was not valued by SKU yet. */
export const stockValue = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  category: z.nullable(z.string()),
  unitOfMeasure: z.string(),
  onHand: z.int(),
  cost: z.string(),
  value: z.string(),
})
export type StockValue = z.infer<typeof stockValue>

export const salesByCustomerReport = endpoint('GET', '/api/reports/sales-by-customer', {
  permission: 'reports.receivables',
  query: z.object({ from: dayField, to: dayField }),
  returns: z.array(salesByCustomer),
  summary: 'What customers ordered by order date, both days included, cancelled orders left out',
})
export const stockValuationReport = endpoint('GET', '/api/reports/stock-valuation', {
  permission: 'skus.cost',
  query: z.object({ asOf: z.optional(dayField) }),
  returns: z.array(stockValue),
  summary: 'What the stock of every SKU was worth on a day: together, account 1200 of that day',
})

/** One control that somebody skipped, and of which document; `controls` names what it was. */
export const waiver = z.object({
  id: z.int(),
  at: z.string(),
  by: z.string(),
  entity: z.enum(auditedEntities),
  entityId: z.int(),
  action: z.string(),
  code: z.string(),
  controls: z.array(z.string()),
  reason: z.nullable(z.string()),
  /** What it came to then, of a SKU its units at cost; null where it is no amount. */
  amount: z.nullable(z.string()),
})
export type Waiver = z.infer<typeof waiver>

export const waiverReport = endpoint('GET', '/api/reports/waivers', {
  permission: 'audit.read',
  query: z.object({ from: dayField, to: dayField }),
  returns: z.array(waiver),
  summary: 'The controls that somebody skipped, by business day, both days included, newest first',
})

/** What a new business sets up, each as it stands, and with what it has begun. */
export const firstSteps = z.object({
  /** This user has put the card away, or the business was made as a demo. */
  isHidden: z.boolean(),
  /** `wanted`: the demo data is being loaded, or will be in a moment. */
  beginning: z.enum(['open', 'empty', 'wanted', 'loaded', 'failed']),
  failure: z.nullable(z.string()),
  /** How many parts of the demo data are under way or written, of how many. */
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
  summary: 'What a new business has set up, by what is there, and with what it has begun',
})
export const hideFirstSteps = endpoint('PUT', '/api/first-steps/hidden', {
  permission: 'settings.manage',
  body: z.object({ isHidden: z.boolean() }),
  returns: firstSteps,
  summary: 'Puts the first steps away for the user who asks, or shows them again',
})
const firstStepsForm = z.object({
  with: z.enum(['empty', 'demo']),
  /** The beginning that who chooses saw: the choice is refused where it is another one by now. */
  seen: z.optional(firstSteps.shape.beginning),
})
export type BeginForm = z.output<typeof firstStepsForm>

export const startBusiness = endpoint('POST', '/api/first-steps/beginning', {
  permission: 'demoData.load',
  body: firstStepsForm,
  returns: firstSteps,
  summary: 'Begins empty, or has the demo data loaded; refused where there are records already',
})
