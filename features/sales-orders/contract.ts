// One file: the schemas and endpoints of sales orders are read together.
import * as z from 'zod/mini'
import { addressField } from '#features/customers/address-rules.ts'
import { ringFence } from '#features/stock/contract.ts'
import { addDays, type Day } from '#platform/kernel/days.ts'
import { changesQuery, endpoint, listSums } from '#platform/kernel/endpoint.ts'
import {
  amountText,
  code,
  dayField,
  dayText,
  id,
  momentText,
  optionalDay,
  optionalText,
  price,
  priceOrUnsaid,
  text,
  units,
} from '#platform/kernel/fields.ts'
import {
  type BuiltInView,
  defineList,
  defineTable,
  field,
  sumsQueryOf,
  viewsOf,
} from '#platform/kernel/list.ts'
import { holdReasons, salesOrder, salesOrderList } from './order-list-contract.ts'
import { forRecordedFields } from './recorded-fields.ts'
import {
  computedOfLines,
  computedOfOrders,
  maxLines,
  salesOrderStatuses,
  shippingMethods,
} from './rules.ts'
import { bulkOutcome, stepIds } from '#platform/kernel/bulk.ts'
import { related } from '#features/documents/related-records.ts'
import { csvBody, type ImportColumn, importOutcome, importQuery } from '#platform/kernel/import.ts'

export {
  enteredOrderSources,
  holdReasons,
  listSalesOrders,
  orderSources,
  type SalesOrder,
  salesOrder,
  salesOrderList,
  type SalesOrderQuery,
  salesOrderQuery,
} from './order-list-contract.ts'

const listed = ['contract', 'tier1', 'tier2', 'tier3', 'standard'] as const
export const priceSources = [...listed, 'replacement', 'manual'] as const
/** The reasons that a person may give: only the comparison of new orders parks one. */
export const enteredHoldReasons = holdReasons.filter((reason) => reason !== 'parked')
/** In what a parked order resembles another: its customer PO, or its lines. */
export const parkingReasons = ['po', 'lines'] as const

const nullableText = z.nullable(z.string())
const methodsText = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(shippingMethods)

/** The recorded fields in a request; undefined means absent, and empty text becomes null. */
export const recordedForm = forRecordedFields((_name, { maxLength }) => optionalText(maxLength))
const { customerPO, ...plainRecordedForm } = recordedForm

/** The shipping method; absent and null mean unspecified. */
export const shippingMethodField = z.optional(
  z.nullable(z.enum(shippingMethods, { error: `Shipping method must be ${methodsText}` })),
)

/** A line. Its price is fixed at creation; `priceSource` says where it came from. */
export const salesOrderItem = z.object({
  id: z.int(),
  lineNo: z.int(),
  skuId: z.int(),
  sku: z.string(),
  name: z.string(),
  unitOfMeasure: z.string(),
  /** The warehouse location. */
  wmsLocation: nullableText,
  quantity: z.int(),
  unitPrice: amountText,
  priceSource: z.enum(priceSources),
  totalPrice: amountText,
  taxAmount: amountText,
  qtyReserved: z.int(),
  qtyBackordered: z.int(),
  qtyShipped: z.int(),
  /** Cancelled units; `quantity` does not include them. */
  qtyCancelled: z.int(),
})
export type SalesOrderItem = z.infer<typeof salesOrderItem>

/** What a step towards a release does. */
export const releaseActs = [
  'pay',
  'raise-limit',
  'clear-credit-hold',
  'reduce-line',
  'remove-lines',
  'lower-total',
  'raise-prices',
  'override-credit',
  'release',
  'wait',
] as const

/** A line that a step reduces, removes or gives another price. */
export const releaseLine = z.object({
  lineNo: z.int(),
  quantity: z.optional(z.int()),
  unitPrice: z.optional(amountText),
})
export type ReleaseLine = z.infer<typeof releaseLine>

/** A step towards a release, with what it needs. */
export const releaseStep = z.object({
  act: z.enum(releaseActs),
  /** What is paid, by how much the limit is raised, or the total after the step. */
  amount: z.optional(amountText),
  /** The invoices that are paid, the oldest first; of a prepaid order, the orders before it. */
  documents: z.optional(z.array(z.string())),
  lines: z.optional(z.array(releaseLine)),
  /** The built-in roles that may do it. */
  roles: z.optional(z.array(z.string())),
  /** The day on which the hold ends by itself. */
  day: z.optional(dayText),
})
export type ReleaseStep = z.infer<typeof releaseStep>

/** One way to end a hold. It was tried in the rule that set the hold. */
export const releaseRemedy = z.object({
  sentence: z.string(),
  /** What it costs: paid, added to the limit, or taken off or added to the total; null for none. */
  amount: z.nullable(amountText),
  steps: z.array(releaseStep),
})

/** What ends a hold: the remedies, the smallest amount first, and all of them in one sentence. */
export const releaseAdvice = z.object({
  hold: z.enum(holdReasons),
  sentence: z.string(),
  remedies: z.array(releaseRemedy),
  /** The hold that follows; null if the order is then free. */
  next: z.nullable(z.enum(holdReasons)),
})
export type ReleaseAdvice = z.infer<typeof releaseAdvice>

export const salesOrderDetails = z.extend(salesOrder, {
  items: z.array(salesOrderItem),
  /**
   * The unpaid amount of an order on hold for payment, with what the customer owes otherwise;
   * missing for users without `receivables.read`.
   */
  unpaidAmount: z.optional(amountText),
  /** What ends the hold of the order; only in the answer of `readSalesOrder`. */
  releaseAdvice: z.optional(releaseAdvice),
  /** Whether the customer wants prices on packing slips. */
  packingSlipPrices: z.boolean(),
  /**
   * The contact of the customer, for documents; missing in the answer to a new order, and for users
   * without `customers.read`.
   */
  contactName: z.optional(z.string()),
})
export type SalesOrderDetails = z.infer<typeof salesOrderDetails>

const tabColumns = {
  status: { width: 124, phone: 'badge' },
  customerPO: { width: 110, phone: 'line' },
  totalAmount: { width: 112, phone: 'amount' },
  orderDate: { width: 106, phone: 'date' },
  shipDate: { width: 104 },
} as const

/** The orders of one customer. Beside the summary of its page they have 728 pixels. */
export const customerOrderList = defineTable(salesOrderList, {
  name: 'customer-orders',
  defaultSort: '-orderDate',
  columns: { orderNumber: { width: 170 }, ...tabColumns },
})

/** The orders with one SKU. */
export const skuOrderList = defineTable(salesOrderList, {
  name: 'sku-orders',
  defaultSort: '-orderDate',
  columns: {
    orderNumber: { width: 170 },
    customerName: { label: 'Customer', isLong: true, width: 220 },
    ...tabColumns,
  },
})

/**
 * The built-in views of the list. Late: ship date before today. What is to be processed or shipped
 * begins with the oldest order, and leaves out what is on hold.
 */
export function salesOrderViews(at: {
  today: Day
  /** The number of days after which the rest of an order counts as left over. */
  leftoverDays: number
  userId: number | undefined
}): readonly BuiltInView[] {
  const open = ['pending', 'processing'] as const
  return viewsOf(salesOrderList, [
    { label: 'All', filters: {} },
    { label: 'To process', filters: { status: 'pending', held: 'false' }, sort: 'orderDate' },
    { label: 'To ship', filters: { status: 'processing', held: 'false' }, sort: 'orderDate' },
    { label: 'To ship today', filters: { status: open, shipTo: at.today } },
    { label: 'Late', filters: { status: open, shipTo: addDays(at.today, -1) } },
    { label: 'Backorders', filters: { backordered: 'true' } },
    { label: 'Partially shipped', filters: { restSince: addDays(at.today, -at.leftoverDays) } },
    { label: 'On credit hold', filters: { holdReason: 'credit' } },
    { label: 'Waiting for payment', filters: { holdReason: 'payment' } },
    { label: 'Parked', filters: { holdReason: 'parked' } },
    ...(at.userId === undefined ? [] : [{ label: 'My orders', filters: { createdBy: at.userId } }]),
    { label: 'Shipped', filters: { status: ['shipped', 'delivered'] } },
    { label: 'EDI/CSV inbox', filters: { orderSource: ['edi', 'csv'], status: 'pending' } },
  ])
}

export const readSalesOrder = endpoint('GET', '/api/sales-orders/:id', {
  permission: 'salesOrders.read',
  returns: salesOrderDetails,
  isStoredOffline: true,
  summary: 'One sales order with its lines',
})

/** A requested line. Several lines may have the same SKU; checks use the sum. */
export const salesLineForm = z.object({
  skuId: id('Please select a SKU'),
  quantity: units(1, 'Quantity must be at least 1'),
  /** A manual price; null restores the list price. Requires a permission. */
  manualPrice: z.optional(z.nullable(price)),
})

export const tooManyLines = z.maxLength(maxLines, `An order has at most ${maxLines} lines`)

/** An order with lines, priced and checked as in Order Entry, or a header-only order. */
export const salesOrderForm = z.object({
  orderNumber: code(50),
  customerId: id('Please select a customer'),
  status: z.optional(z.enum(salesOrderStatuses)),
  orderDate: optionalDay,
  shipDate: optionalDay,
  cancelAfter: optionalDay,
  totalAmount: priceOrUnsaid,
  customerPO,
  shippingAddress: addressField,
  shippingMethod: shippingMethodField,
  ...plainRecordedForm,
  items: z.optional(z.array(salesLineForm).check(tooManyLines)),
  /** The total shown for the lines; throws 409 and creates nothing if the current total differs. */
  expectedTotal: z.optional(price),
  /** Part of the specified payload; ignored, the signed-in user is recorded. */
  createdBy: z.optional(z.unknown()),
})
export type SalesOrderForm = z.output<typeof salesOrderForm>

export const createSalesOrder = endpoint('POST', '/api/sales-orders', {
  permission: 'orders.create',
  body: salesOrderForm,
  ignores: [...computedOfOrders, 'billingAddress'],
  returns: salesOrderDetails,
  status: 201,
  summary: 'Creates a priced and checked order. An order by total over the limit is on hold',
})

export const processSalesOrder = endpoint('POST', '/api/sales-orders/:id/process', {
  permission: 'salesOrders.process',
  checksVersion: true,
  returns: salesOrderDetails,
  summary: 'Starts processing an order at the warehouse; refused while it is on hold',
})
/** Units of lines; a line is identified by its id or its number. */
export const lineQuantity = z.object({
  itemId: z.optional(id()),
  lineNo: z.optional(id()),
  quantity: units(1, 'Quantity must be at least 1'),
})
const countedUnits = z.optional(
  z.array(lineQuantity).check(z.minLength(1, 'Required'), z.maxLength(500, 'Too many lines')),
)
export const shipForm = z.object({
  items: countedUnits,
  shipDate: optionalDay,
  carrier: optionalText(60),
  trackingNumber: optionalText(100),
  isAnother: z.optional(z.boolean()),
})
export const shipSalesOrder = endpoint('POST', '/api/sales-orders/:id/ship', {
  permission: 'salesOrders.ship',
  checksVersion: true,
  body: shipForm,
  returns: salesOrderDetails,
  summary: 'Ships the given quantities, or the whole order; the ship date defaults to today',
})

/** Units of one line on a shipment, with their share of its price and tax. */
export const shipmentItem = z.object({
  itemId: z.int(),
  lineNo: z.int(),
  skuId: z.int(),
  sku: z.string(),
  name: z.string(),
  unitOfMeasure: z.string(),
  quantity: z.int(),
  goodsAmount: amountText,
  taxAmount: amountText,
})

/** Units shipped together; total = goods + tax + shipping, which is on the first shipment only. */
export const shipment = z.object({
  id: z.int(),
  shipmentNumber: z.string(),
  shipDate: dayText,
  carrier: nullableText,
  trackingNumber: nullableText,
  estimatedDelivery: z.nullable(dayText),
  deliveredOn: z.nullable(dayText),
  goodsAmount: amountText,
  taxAmount: amountText,
  shippingAmount: amountText,
  totalAmount: amountText,
  by: z.string(),
  createdAt: momentText,
  items: z.array(shipmentItem),
})
export type Shipment = z.infer<typeof shipment>
export const listShipments = endpoint('GET', '/api/sales-orders/:id/shipments', {
  permission: 'salesOrders.read',
  returns: z.array(shipment),
  summary: 'The shipments of an order, newest first',
})

/** A shipment in the list of all, with its order. */
export const shipmentOfOrder = z.extend(shipment, {
  salesOrderId: z.int(),
  orderNumber: z.string(),
  customerId: z.int(),
})
export type ShipmentOfOrder = z.infer<typeof shipmentOfOrder>

/** The list of all shipments. */
export const shipmentList = defineList({
  name: 'shipments',
  row: shipmentOfOrder,
  defaultSort: '-id',
  fields: {
    id: field.reference({ sortable: true }),
    salesOrderId: field.reference({ filterable: true }),
  },
})

export const shipmentQuery = shipmentList.query
export type ShipmentQuery = z.output<typeof shipmentQuery>

export const listAllShipments = endpoint('GET', '/api/shipments', {
  permission: 'salesOrders.read',
  query: z.extend(shipmentQuery, changesQuery),
  returns: z.array(shipmentOfOrder),
  summary: 'The shipments of all orders, newest first',
})
export const deliverSalesOrder = endpoint('POST', '/api/sales-orders/:id/deliver', {
  permission: 'salesOrders.deliver',
  checksVersion: true,
  returns: salesOrderDetails,
  summary: 'Marks a shipped order as delivered',
})
export const cancelForm = z.object({ reason: text(500) })
export const cancelSalesOrder = endpoint('POST', '/api/sales-orders/:id/cancel', {
  permission: 'salesOrders.cancel',
  checksVersion: true,
  body: cancelForm,
  returns: salesOrderDetails,
  summary: 'Cancels an order that has not shipped; releases its stock and credit',
})
export const cancelOpenUnitsForm = z.object({ items: countedUnits, reason: text(500) })
export type CancelOpenUnitsForm = z.output<typeof cancelOpenUnitsForm>
export const cancelOpenUnits = endpoint('POST', '/api/sales-orders/:id/cancel-rest', {
  permission: 'salesOrders.cancel',
  checksVersion: true,
  body: cancelOpenUnitsForm,
  returns: salesOrderDetails,
  summary: 'Cancels units that have not shipped: the given quantities, or all',
})
export const recallForm = z.object({ reason: optionalText(500) })
export const recallSalesOrder = endpoint('POST', '/api/sales-orders/:id/recall', {
  permission: 'salesOrders.recall',
  checksVersion: true,
  body: recallForm,
  returns: salesOrderDetails,
  summary: 'Recalls an order from the warehouse',
})

/**
 * A requested line; `lineNo` may identify the existing line. A line may be sent as it was returned:
 * with its price, which only `manualPrice` changes, and with quantity 0 if it was cancelled.
 */
export const changedItem = z.extend(salesLineForm, {
  lineNo: z.optional(id()),
  quantity: units(0, 'Quantity must be at least 1'),
  unitPrice: z.optional(price),
})

/** Changes to an order; absent fields do not change. `totalAmount` is for header-only orders. */
export const salesOrderChanges = z.object({
  shipDate: optionalDay,
  cancelAfter: optionalDay,
  totalAmount: z.optional(price),
  customerPO,
  shippingAddress: addressField,
  shippingMethod: shippingMethodField,
  billingAddress: addressField,
  ...plainRecordedForm,
  backorder: z.optional(z.boolean()),
  /**
   * The total shown for the change; throws 409 and changes nothing if the current total differs.
   */
  expectedTotal: z.optional(price),
  /** The reason of the change, saved in the audit log and with the revision. */
  reason: optionalText(500),
  /** Replaces all lines of an order with lines, which needs at least one. */
  items: z.optional(z.array(changedItem).check(tooManyLines)),
})
export type SalesOrderChanges = z.output<typeof salesOrderChanges>

export const updateSalesOrder = endpoint('PUT', '/api/sales-orders/:id', {
  permission: 'salesOrders.edit',
  checksVersion: true,
  body: salesOrderChanges,
  ignores: computedOfLines,
  returns: salesOrderDetails,
  summary: 'Changes an open order; after processing has started, it gets a numbered revision',
})

/** What an order would cost after a change, or why the change would be refused. */
export const changePreview = z.object({
  /** Null if the change would be refused. */
  totals: z.nullable(
    z.object({
      subtotal: amountText,
      taxAmount: amountText,
      shippingAmount: amountText,
      totalAmount: amountText,
    }),
  ),
  problem: nullableText,
})
export type ChangePreview = z.infer<typeof changePreview>

export const previewOrderChange = endpoint('POST', '/api/sales-orders/:id/preview', {
  permission: 'salesOrders.edit',
  body: salesOrderChanges,
  ignores: computedOfLines,
  returns: changePreview,
  summary: 'What an order would cost after a change, for its `expectedTotal`. Changes nothing',
})

/** A line before and after a revision; null before is a new line, 0 after is a removed one. */
export const revisionLine = z.object({
  lineNo: z.int(),
  sku: z.string(),
  name: z.string(),
  quantityBefore: z.nullable(z.int()),
  quantityAfter: z.int(),
  priceBefore: z.nullable(amountText),
  priceAfter: amountText,
  sourceBefore: z.nullable(z.enum(priceSources)),
  sourceAfter: z.enum(priceSources),
})

/** The changes of one revision. */
export const salesOrderRevision = z.object({
  revision: z.int(),
  by: z.string(),
  at: momentText,
  reason: nullableText,
  totalBefore: amountText,
  totalAfter: amountText,
  fields: z.array(z.object({ name: z.string(), before: nullableText, after: nullableText })),
  lines: z.array(revisionLine),
})
export type SalesOrderRevision = z.infer<typeof salesOrderRevision>

export const listRevisions = endpoint('GET', '/api/sales-orders/:id/revisions', {
  permission: 'salesOrders.read',
  returns: z.array(salesOrderRevision),
  summary: 'The revisions of an order since its release to the warehouse, newest first',
})

export const holdForm = z.object({
  reason: z.enum(enteredHoldReasons, { error: 'Please select a reason' }),
  until: optionalDay,
  note: optionalText(500),
})
export type HoldForm = z.output<typeof holdForm>
export const holdSalesOrder = endpoint('POST', '/api/sales-orders/:id/hold', {
  permission: 'salesOrders.hold',
  checksVersion: true,
  body: holdForm,
  returns: salesOrderDetails,
  summary: 'Puts an open order on hold for a reason, optionally until a day',
})
export const releaseSalesOrder = endpoint('POST', '/api/sales-orders/:id/release', {
  permission: 'salesOrders.release',
  checksVersion: true,
  returns: salesOrderDetails,
  summary:
    'Releases an order from hold; its credit is checked again. A hold for margin also needs ' +
    '`salesOrders.releaseMargin`',
})

/** A parked order beside the one that it resembles. */
export const parkedOrder = z.object({
  reason: z.enum(parkingReasons),
  order: salesOrderDetails,
  resembles: salesOrderDetails,
  /** Why it cannot replace that order; null if it can. */
  whyNotReplace: nullableText,
})
export type ParkedOrder = z.infer<typeof parkedOrder>
export const readParkedOrder = endpoint('GET', '/api/sales-orders/:id/parking', {
  permission: 'salesOrders.read',
  returns: parkedOrder,
  isDerived: true,
  summary: 'A parked order and the earlier order that it may duplicate',
})
/** Place both orders, discard the parked one, or let it replace the one that it resembles. */
export const parkingDecisions = ['place-both', 'discard', 'replace'] as const
export type ParkingDecision = (typeof parkingDecisions)[number]
export const decideParkedOrder = endpoint('POST', '/api/sales-orders/:id/decide-parking', {
  permission: 'salesOrders.release',
  checksVersion: true,
  body: z.object({ decision: z.enum(parkingDecisions) }),
  returns: salesOrderDetails,
  summary:
    'Decides on a parked order: `place-both` releases it, `discard` cancels it, `replace` ' +
    'cancels the earlier order and releases it. Its credit is checked then; if that ' +
    'does not cover it, it is on hold for credit',
})

export const changeSalesOrders = endpoint('POST', '/api/sales-orders/bulk', {
  permission: 'salesOrders.process',
  body: z.object({
    action: z.enum(['process', 'ship', 'recall']),
    ids: stepIds,
    /** The reason of a recall. */
    reason: optionalText(500),
  }),
  returns: bulkOutcome,
  summary: 'Starts, ships or recalls many orders; returns the reason for each skipped order',
})

export const overrideForm = z.object({
  reason: text(500).check(z.minLength(10, { error: 'Enter a reason of at least 10 characters' })),
})
export const overrideOrderCredit = endpoint('POST', '/api/sales-orders/:id/override-credit', {
  permission: 'salesOrders.overrideCredit',
  checksVersion: true,
  body: overrideForm,
  returns: salesOrderDetails,
  summary: 'Releases an order that exceeds the credit of its customer',
})

export const readRelatedOfSale = endpoint('GET', '/api/sales-orders/:id/related', {
  permission: 'salesOrders.read',
  returns: z.array(related),
  isDerived: true,
  summary: 'The documents related to an order: backorders, purchases, invoices, credits, returns',
})

/** A line of an open order that holds units of a SKU or waits for them. */
export const reservedLine = z.object({
  itemId: z.int(),
  lineNo: z.int(),
  orderId: z.int(),
  orderNumber: z.string(),
  /** The version of the order. */
  version: z.int(),
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  status: z.enum(salesOrderStatuses),
  holdReason: z.nullable(z.enum(holdReasons)),
  /**
   * The place of the order in line: 1 gets the next free units. The oldest order date comes first,
   * then the older order.
   */
  priority: z.int(),
  /** The ship date that the order has; null if none was requested. */
  promisedDate: z.nullable(dayText),
  /** True if the promised date is before today. */
  isLate: z.boolean(),
  cancelAfter: z.nullable(dayText),
  orderDate: dayText,
  /** Days since the order date. */
  ageDays: z.int(),
  quantity: z.int(),
  reserved: z.int(),
  backordered: z.int(),
  /** The day on which the backordered units are expected; null if none wait or it is unknown. */
  expectedDate: z.nullable(dayText),
  /** Why the reserved units cannot move to another order; null if they can. */
  whyNotFrom: nullableText,
  /** Why the line cannot get units of another order; null if it can. */
  whyNotTo: nullableText,
})
export type ReservedLine = z.infer<typeof reservedLine>

/** A return to a vendor that holds units of a SKU. */
export const reservedReturn = z.object({
  returnId: z.int(),
  returnNumber: z.string(),
  vendorCode: z.string(),
  vendorName: z.string(),
  reserved: z.int(),
})

/** The most lines in the answer about one SKU. */
export const maxReservedLines = 1000

/**
 * Who has the stock of a SKU. The reserved units of all lines and returns add up to `reserved`,
 * their backordered units to `backordered`.
 */
export const skuReservations = z.object({
  skuId: z.int(),
  sku: z.string(),
  name: z.string(),
  unitOfMeasure: z.string(),
  currentStock: z.int(),
  reserved: z.int(),
  /** What binding approvals of validated orders hold. */
  softReserved: z.int(),
  /** On hand − reserved − held for validated orders. */
  available: z.int(),
  /** Free units that only the orders of one customer may reserve, for all such customers. */
  ringFenced: z.int(),
  backordered: z.int(),
  /** The lines in the order in which they get free units, at most 1,000. */
  lines: z.array(reservedLine),
  /** The number of all lines. */
  lineCount: z.int(),
  returns: z.array(reservedReturn),
  ringFences: z.array(ringFence),
})
export type SkuReservations = z.infer<typeof skuReservations>

export const readReservations = endpoint('GET', '/api/skus/:id/reservations', {
  permission: 'salesOrders.read',
  returns: skuReservations,
  isDerived: true,
  summary: 'Who has the stock of a SKU: every order and return that holds units or waits for them',
})

const reallocatedUnits = {
  /** The line that loses reserved units. */
  fromItemId: id('Please select an order'),
  /** The line that gets them for its backordered units. */
  toItemId: id('Please select an order'),
  quantity: units(1, 'Quantity must be at least 1'),
}
export const reallocationTrialForm = z.object(reallocatedUnits)
export type ReallocationTrialForm = z.output<typeof reallocationTrialForm>

/** Units to move, with the versions that the trial showed: what was shown is what is done. */
export const reallocationForm = z.object({
  ...reallocatedUnits,
  fromVersion: id(),
  toVersion: id(),
  reason: text(500),
})
export type ReallocationForm = z.output<typeof reallocationForm>

/** A line with its order, as a re-allocation finds or leaves it. */
export const allocationState = z.object({
  reserved: z.int(),
  backordered: z.int(),
  holdReason: z.nullable(z.enum(holdReasons)),
  /** Whether every open unit of the order is reserved. */
  isComplete: z.boolean(),
  /** Whether hold and stock allow the order to be sent to the warehouse. */
  canStart: z.boolean(),
  /** The day on which the backordered units are expected; null if none wait or it is unknown. */
  expectedDate: z.nullable(dayText),
  /** Whether all units of the line can leave by the promised date; null without one. */
  meetsPromise: z.nullable(z.boolean()),
})

/** One of the two orders of a re-allocation, before and after. */
export const orderAllocation = z.object({
  itemId: z.int(),
  lineNo: z.int(),
  orderId: z.int(),
  orderNumber: z.string(),
  /** The version of the order: before in a trial, after in a re-allocation. */
  version: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  promisedDate: z.nullable(dayText),
  before: allocationState,
  after: allocationState,
})
export type OrderAllocation = z.infer<typeof orderAllocation>

export const reallocation = z.object({
  skuId: z.int(),
  sku: z.string(),
  quantity: z.int(),
  from: orderAllocation,
  to: orderAllocation,
})
export type Reallocation = z.infer<typeof reallocation>

export const previewReallocation = endpoint('POST', '/api/stock-reallocations/preview', {
  permission: 'salesOrders.reallocate',
  body: reallocationTrialForm,
  returns: reallocation,
  summary: 'What both orders would have if units moved from one to the other. Changes nothing',
})
export const reallocateStock = endpoint('POST', '/api/stock-reallocations', {
  permission: 'salesOrders.reallocate',
  body: reallocationForm,
  returns: reallocation,
  summary:
    'Moves reserved units of a pending order to the backordered units of another one. Refused ' +
    'with 412 if one of the orders changed since the trial',
})

/** Maximum number of shipments in one file. */
export const maxImportedShipments = 200

export const shipmentColumns = [
  { name: 'orderNumber', label: 'Order Number', isRequired: true },
  { name: 'sku', label: 'SKU' },
  { name: 'quantity', label: 'Quantity', kind: 'count' },
  { name: 'carrier', label: 'Carrier' },
  { name: 'trackingNumber', label: 'Tracking Number' },
  { name: 'shipDate', label: 'Ship Date', kind: 'day' },
] as const satisfies readonly ImportColumn[]

/** A row of a shipment file: a SKU of a parcel, or a parcel with all open units. */
export const shipmentRow = z
  .object({
    orderNumber: code(50),
    sku: z.optional(code(50)),
    quantity: z.optional(units(1, 'Quantity must be at least 1')),
    carrier: optionalText(60),
    trackingNumber: optionalText(100),
    shipDate: z.optional(dayField),
  })
  .check(
    z.refine(({ sku, quantity }) => sku !== undefined || quantity === undefined, {
      error: 'Required beside a quantity',
      path: ['sku'],
    }),
    // A partial shipment is identified by its parcel, so that it is not shipped twice.
    z.refine(({ sku, trackingNumber }) => sku === undefined || Boolean(trackingNumber), {
      error: 'Required beside a SKU',
      path: ['trackingNumber'],
    }),
  )
export type ShipmentRow = z.output<typeof shipmentRow>

export const importShipments = endpoint('POST', '/api/sales-orders/shipments/import', {
  permission: 'salesOrders.ship',
  query: z.pick(importQuery, { dryRun: true, decimal: true, days: true, fileName: true }),
  body: csvBody,
  bodyMediaType: 'text/csv',
  returns: importOutcome,
  summary:
    'Ships the parcels of a CSV file, with carriers and tracking numbers, all parcels or none. ' +
    '`dryRun` only checks the file. A parcel whose tracking number the order already has is ' +
    'skipped',
})

export const salesOrderSumsQuery = sumsQueryOf(salesOrderList)
export type SalesOrderSumsQuery = z.output<typeof salesOrderSumsQuery>

export const sumSalesOrders = endpoint('GET', '/api/sales-orders/sums', {
  permission: 'salesOrders.read',
  isDerived: true,
  query: salesOrderSumsQuery,
  returns: listSums,
  summary: 'The number and total of matching sales orders, also by group',
})
