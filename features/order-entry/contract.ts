import * as z from 'zod/mini'
import { addressField } from '#features/customers/rules.ts'
import {
  maxLines,
  orderSources,
  priceSources,
  salesOrderDetails,
  shippingMethodField,
  salesLineForm,
} from '#features/sales-orders/contract.ts'
import {
  bulkOutcome,
  csvBody,
  type ImportColumn,
  importOutcome,
  importQuery,
} from '#platform/kernel/bulk.ts'
import { computedOfLines, computedOfOrders } from '#features/sales-orders/rules.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { code, dayField, id, optionalText, price, units } from '#platform/kernel/fields.ts'

export type SalesLineForm = z.infer<typeof salesLineForm>

const items = z
  .array(salesLineForm, { error: 'At least one item is required' })
  .check(
    z.minLength(1, { error: 'At least one item is required' }),
    z.maxLength(maxLines, { error: `An order has at most ${maxLines} lines` }),
  )

/** Asks for a short order to be taken with the missing units backordered; needs a permission. */
const backorder = z.optional(z.boolean())

/** What a channel hands in: prices, totals and status are the server's. */
export const orderDraft = z.object({
  customerId: id('Please select a customer'),
  customerPO: optionalText(50),
  orderSource: z.optional(z.enum(orderSources)),
  shippingAddress: addressField,
  shippingMethod: shippingMethodField,
  billingAddress: addressField,
  /** The day the goods should leave. */
  shipDate: z.optional(z.nullable(dayField)),
  /** The day after which the customer no longer wants what has not left. */
  cancelAfter: z.optional(z.nullable(dayField)),
  notes: optionalText(5000),
  backorder,
  items,
  /** The total that was shown: the order is not created at another one. */
  expectedTotal: z.optional(price),
})
export type OrderDraft = z.infer<typeof orderDraft>

const pricedLine = z.object({
  skuId: z.int(),
  quantity: z.int(),
  unitPrice: z.string(),
  priceSource: z.enum(priceSources),
  totalPrice: z.string(),
  /** Of a price typed by hand: what the price list says, and whether it is below the cost. */
  listedPrice: z.optional(z.string()),
  isBelowCost: z.optional(z.boolean()),
})

const stockLine = z.object({
  skuId: z.int(),
  available: z.int(),
  requested: z.int(),
  shortfall: z.int(),
  /** When the warehouse counted it, where that is longer ago than the business rules allow. */
  countedAt: z.optional(z.string()),
})

/** The decision on an order: what the specification's validation answers. */
export const orderValidation = z.object({
  orderApproved: z.boolean(),
  credit: z.object({
    approved: z.boolean(),
    availableCredit: z.string(),
    message: z.optional(z.string()),
    /** Set where the order is created all the same, and waits on hold until finance releases it. */
    isHeldForCredit: z.optional(z.boolean()),
  }),
  stock: z.object({
    available: z.boolean(),
    stockStatus: z.array(stockLine),
    /** Set where the order will wait on hold, because its stock was not counted for long. */
    isHeldForAge: z.optional(z.boolean()),
  }),
  pricing: z.object({
    subtotal: z.string(),
    taxAmount: z.string(),
    shippingAmount: z.string(),
    total: z.string(),
    /** What the sales tax goes by, where the ship-to address could not be read. */
    taxNotice: z.optional(z.string()),
    lineItems: z.array(pricedLine),
  }),
})
export type OrderValidation = z.infer<typeof orderValidation>

const wish = z.object({
  customerId: orderDraft.shape.customerId,
  /** Where the goods go, by which they are taxed; the customer's own address unless said. */
  shippingAddress: addressField,
  shippingMethod: shippingMethodField,
  backorder,
  items,
})
export type OrderRequest = z.output<typeof wish>

/** What of an order has no say in the decision on it: a body may carry it without any effect. */
const undecided = [
  'customerPO',
  'orderSource',
  'billingAddress',
  'shipDate',
  'cancelAfter',
  'notes',
  ...computedOfLines,
]

export const validateOrder = endpoint('POST', '/api/orders/validate', {
  permission: 'orders.validate',
  body: wish,
  ignores: undecided,
  returns: orderValidation,
  summary: 'Prices an order and checks credit and stock; writes nothing',
})
export const previewOrder = endpoint('POST', '/api/orders/preview', {
  permission: 'orders.validate',
  body: wish,
  ignores: undecided,
  returns: orderValidation,
  summary: 'The same decision as a hint while typing; it never counts as validation',
})
export const requestCreditApproval = endpoint('POST', '/api/orders/ask-credit', {
  permission: 'orders.create',
  body: wish,
  ignores: undecided,
  summary: 'Tells finance of an order that is refused for credit; writes no order',
})
export const createOrder = endpoint('POST', '/api/orders/create', {
  permission: 'orders.create',
  body: orderDraft,
  ignores: [...computedOfOrders, 'orderNumber'],
  returns: z.object({ order: salesOrderDetails }),
  status: 201,
  summary: 'Decides again under locks and creates the order; it may be kept on hold for credit',
})

const savedDraft = z.object({
  id: z.int(),
  title: z.string(),
  form: z.record(z.string(), z.unknown()),
  updatedAt: z.string(),
})
export type SavedDraft = z.infer<typeof savedDraft>

export const listOrderDrafts = endpoint('GET', '/api/order-drafts', {
  permission: 'orders.create',
  returns: z.array(savedDraft),
  summary: "The signed-in user's unfinished orders, newest first",
})
export const saveOrderDraft = endpoint('POST', '/api/order-drafts', {
  permission: 'orders.create',
  body: z.object({
    id: z.optional(id()),
    title: optionalText(200),
    form: z.record(z.string().check(z.maxLength(50)), z.unknown()),
  }),
  returns: savedDraft,
  summary: 'Keeps an unfinished order as it was typed; with an id it replaces that draft',
})
export const deleteOrderDraft = endpoint('DELETE', '/api/order-drafts/:id', {
  permission: 'orders.create',
  summary: 'Throws an unfinished order away',
})

/** One row of a file of orders: a line, and the order that it belongs to. */
export const orderRow = z.object({
  customerCode: code(50),
  customerPO: optionalText(50),
  sku: code(100),
  quantity: units(1, 'Quantity must be at least 1'),
  /** What the customer expects to pay for a unit; only compared, the price list decides. */
  unitPrice: z.optional(price),
  shippingAddress: addressField,
  shippingMethod: shippingMethodField,
  notes: optionalText(5000),
})
export type OrderRow = z.output<typeof orderRow>

export const orderColumns = [
  { name: 'customerCode', label: 'Customer Code', isRequired: true },
  { name: 'customerPO', label: 'Customer PO' },
  { name: 'sku', label: 'SKU Code', isRequired: true },
  { name: 'quantity', label: 'Quantity', kind: 'count', isRequired: true },
  { name: 'unitPrice', label: 'Unit Price', kind: 'amount' },
  { name: 'shippingAddress', label: 'Shipping Address' },
  { name: 'shippingMethod', label: 'Shipping Method', kind: 'choice' },
  { name: 'notes', label: 'Notes' },
] as const satisfies readonly ImportColumn[]

/** The most orders of one file. */
export const maxImportedOrders = 500

/**
 * What becomes of an order of a file. One that is refused for credit may be kept on hold, and a
 * person may hold any, or leave it out. `repeat` equals an order of an earlier day: it is created
 * only where its row is in `again`.
 */
export const orderFates = [
  'create',
  'hold',
  'refused',
  'exists',
  'repeat',
  'wrong',
  'left',
] as const

const importedOrder = z.object({
  /** The rows it stands in, as a spreadsheet counts them. */
  rows: z.array(z.int()),
  customerCode: z.string(),
  customerPO: z.nullable(z.string()),
  lines: z.int(),
  total: z.nullable(z.string()),
  fate: z.enum(orderFates),
  says: z.nullable(z.string()),
  /** What is wrong in its rows; each has a place. */
  errors: importOutcome.shape.errors,
  /** What somebody may want to know of a row before it becomes an order. */
  warnings: importOutcome.shape.errors,
  orderNumber: z.nullable(z.string()),
  /** Set where an equal order was imported before, and another may be created beside it. */
  canRepeat: z.optional(z.boolean()),
})
export type ImportedOrder = z.infer<typeof importedOrder>

/** Rows in which orders begin, as a spreadsheet counts them: `2,7`. */
const beginnings = z
  .string()
  .check(
    z.maxLength(4000),
    z.regex(/^\d{1,7}(,\d{1,7})*$/, 'Must be rows in which orders begin, such as 2,7'),
  )

const importOrdersQuery = z.object({
  ...z.pick(importQuery, { dryRun: true, decimal: true, fileName: true }).shape,
  /**
   * Whether orders that are refused for credit are refused, or kept without stock or credit; unsaid
   * a program's are kept, and a person's as the business rules say.
   */
  refused: z.optional(z.enum(['skip', 'hold'])),
  /** Orders to keep on hold, and those to leave out; any other is accepted. */
  hold: z.optional(beginnings),
  leave: z.optional(beginnings),
  /** Orders to create although an equal one, or one of the same customer PO, is there already. */
  again: z.optional(beginnings),
})
export type ImportOrders = z.output<typeof importOrdersQuery>

export const importOrders = endpoint('POST', '/api/orders/import', {
  permission: 'orders.import',
  query: importOrdersQuery,
  body: csvBody,
  takes: 'text/csv',
  returns: z.object({
    /** The import, for its undo; null where it created no order. */
    importId: z.nullable(z.int()),
    orders: z.array(importedOrder),
    ignored: z.array(z.string()),
  }),
  summary:
    'Places, holds or leaves out the orders of a CSV file, each decided as in Order Entry. An ' +
    'order that equals one imported today is answered as `exists`, one of an earlier day as ' +
    '`repeat`; neither is created, unless its row is in `again`',
})
export const undoOrderImport = endpoint('POST', '/api/orders/import/:id/undo', {
  permission: 'orders.import',
  returns: bulkOutcome,
  summary:
    'Cancels the orders that an import created, as far as the caller may; those changed since ' +
    'are kept with the reason',
})
