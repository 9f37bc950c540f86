// One file: the schemas and endpoints of purchase orders are read together.
import * as z from 'zod/mini'
import { postingDate, reasonedPostingForm } from '#features/journal/posting-form.ts'
import { userChoice } from '#features/auth/user-choice.ts'
import { newRoleControl } from '#features/auth/rules.ts'
import { bulkOutcome, maxBulk } from '#platform/kernel/bulk.ts'
import { changesQuery, endpoint, listSums } from '#platform/kernel/endpoint.ts'
import { defineList, field, defineTable, sumsQueryOf } from '#platform/kernel/list.ts'
import {
  amountText,
  code,
  dayField,
  dayOrUnsaid,
  dayText,
  id,
  momentText,
  optionalDay,
  optionalText,
  price,
  priceOrUnsaid,
  searchText,
  text,
  units,
} from '#platform/kernel/fields.ts'
import { mostLevels } from './approval-levels.ts'
import { controls, purchaseOrderStatuses } from './rules.ts'
import { related } from '#features/documents/related-records.ts'
import { csvBody, type ImportColumn, importOutcome, importQuery } from '#platform/kernel/import.ts'

export const maxLines = 500

/** A requested line. Without a unit price, the server uses the vendor's offer or the SKU's cost. */
export const purchaseLineForm = z.object({
  skuId: id('Please select a SKU'),
  quantity: units(1, 'Quantity must be at least 1'),
  unitPrice: z.optional(z.nullable(price)),
})
export type PurchaseLineForm = z.infer<typeof purchaseLineForm>

const lines = z.array(purchaseLineForm).check(
  z.maxLength(maxLines, {
    error: `A purchase order has at most ${maxLines} lines`,
  }),
)

const fields = {
  orderNumber: code(50),
  vendorId: id('Please select a vendor'),
  orderDate: dayOrUnsaid,
  expectedDate: optionalDay,
  totalAmount: priceOrUnsaid,
  notes: optionalText(5000),
  items: z.optional(lines),
}

/** A new order. With items, the server computes the total and ignores the submitted one. */
export const purchaseOrderForm = z.object({
  ...fields,
  status: z.optional(z.enum(purchaseOrderStatuses)),
  /** Part of the specified payload, but ignored: the server records the signed-in user. */
  createdBy: z.optional(z.unknown()),
})
export type PurchaseOrderForm = z.output<typeof purchaseOrderForm>

export const purchaseOrderChanges = z.partial(z.object(fields))
export type PurchaseOrderChanges = z.output<typeof purchaseOrderChanges>

const nullableText = z.nullable(z.string())

/** A line. Prices are null for roles that may not read costs. */
export const purchaseOrderItem = z.object({
  id: z.int(),
  lineNo: z.int(),
  skuId: z.int(),
  sku: z.string(),
  name: z.string(),
  unitOfMeasure: z.string(),
  quantity: z.int(),
  unitPrice: z.nullable(amountText),
  totalPrice: z.nullable(amountText),
  qtyReceived: z.int(),
  qtyCancelled: z.int(),
  qtyOpen: z.int(),
})
export type PurchaseOrderItem = z.infer<typeof purchaseOrderItem>

/** A purchase order as lists return it. `isLate`: goods are still open past the expected date. */
export const purchaseOrder = z.object({
  id: z.int(),
  orderNumber: z.string(),
  vendorId: z.int(),
  vendorCode: z.string(),
  vendorName: z.string(),
  status: z.enum(purchaseOrderStatuses),
  /** The reason for the cancellation, while the warehouse has not yet answered the request. */
  cancelRequest: nullableText,
  displayStatus: z.string(),
  orderDate: dayText,
  expectedDate: z.nullable(dayText),
  isLate: z.boolean(),
  /** Null for roles that may not read costs. */
  totalAmount: z.nullable(amountText),
  headerOnly: z.boolean(),
  notes: nullableText,
  createdBy: z.int(),
  createdByName: z.string(),
  createdAt: momentText,
  updatedAt: momentText,
  version: z.int(),
  /** Returned only with `with=progress`: the line count and the percentage of units received. */
  lineCount: z.optional(z.int()),
  fillPercent: z.optional(z.nullable(z.int())),
})
export type PurchaseOrder = z.infer<typeof purchaseOrder>

/** A transition that skipped controls, with the user who performed it. */
export const waiver = z.object({
  id: z.int(),
  action: z.string(),
  controls: z.array(z.enum([...controls, newRoleControl])),
  by: z.string(),
  at: momentText,
})

/** A vendor certificate that has expired or expires soon, with the SKUs of the order it covers. */
export const endingCertificate = z.object({
  id: z.int(),
  name: z.string(),
  category: nullableText,
  expiresOn: dayText,
  isExpired: z.boolean(),
  skus: z.array(z.string()),
})

/** A SKU ordered below the minimum order quantity, and where that minimum comes from. */
export const belowMinimum = z.object({
  sku: z.string(),
  quantity: z.int(),
  minimum: z.int(),
  from: z.enum(['offer', 'vendor']),
})
export type BelowMinimum = z.infer<typeof belowMinimum>

/** The approval of one level of the chain. */
export const levelApproval = z.object({
  level: z.int(),
  by: z.string(),
  /** The person in whose name it was, if that was another. */
  onBehalfOf: nullableText,
  at: momentText,
})

/** A purchase order with its lines, waivers and the vendor's address and terms for printing. */
export const purchaseOrderDetails = z.extend(purchaseOrder, {
  vendorAddress: nullableText,
  paymentTerms: nullableText,
  items: z.array(purchaseOrderItem),
  waivers: z.array(waiver),
  /** The levels of the approval chain that have approved it since it was submitted. */
  approvals: z.array(levelApproval),
  /** The level that a submitted order awaits; null without a chain. */
  awaits: z.nullable(z.object({ level: z.int(), of: z.int(), who: z.string() })),
  certificates: z.array(endingCertificate),
  /** SKUs below their minimum order quantity; filled only until the order is approved. */
  belowMinimum: z.array(belowMinimum),
  /** After a receipt: the vendor's other receipts with the same delivery note. */
  warnings: z.optional(z.array(z.string())),
})
export type PurchaseOrderDetails = z.infer<typeof purchaseOrderDetails>

/** The list of purchase orders. */
export const purchaseOrderList = defineList({
  name: 'purchase-orders',
  row: purchaseOrder,
  defaultSort: '-id',
  fields: {
    orderNumber: field.text({
      label: 'Order Number',
      sortable: true,
      filterable: true,
      column: { width: 170 },
    }),
    vendorId: field.reference({
      label: 'Vendor',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 240, phone: 'line' },
    }),
    status: field.choice(purchaseOrderStatuses, {
      label: 'Status',
      sortable: true,
      filterable: true,
      column: { width: 125, phone: 'badge' },
    }),
    totalAmount: field.amount({
      label: 'Total Amount',
      sortable: true,
      filterable: true,
      column: { width: 130, phone: 'amount' },
    }),
    orderDate: field.day({
      label: 'Order Date',
      sortable: true,
      filterable: true,
      range: ['from', 'to'],
      column: { width: 110 },
    }),
    expectedDate: field.day({
      label: 'Expected Date',
      filterLabel: 'Expected date',
      sortable: true,
      filterable: true,
      range: ['expectedFrom', 'expectedTo'],
      column: { width: 140, phone: 'date' },
    }),
    lineCount: field.units({ label: 'Lines', column: { width: 80, isOptional: true } }),
    fillPercent: field.units({ label: 'Fill %', column: { width: 90, isOptional: true } }),
    createdByName: field.text({ label: 'Created by', column: { isOptional: true } }),
    notes: field.text({ label: 'Notes', column: { isLong: true, width: 220, isOptional: true } }),
    id: field.references({ sortable: true, filterable: true }),
    createdAt: field.moment({ sortable: true, filterable: true }),
    vendorName: field.text({ sortable: true }),
    createdBy: field.references({ filterable: true }),
    vendorCode: field.text({ label: 'Vendor', filterable: true }),
    skuId: field.references({ filterable: true }),
    late: field.only(['true'], { label: 'Late', filterable: true }),
    /** `week`: open orders that are expected in the current week, which starts on Monday. */
    due: field.only(['week'], {
      label: 'Due',
      valueLabels: { week: 'this week' },
      filterable: true,
    }),
  },
  /** `progress`: adds the line count and the percentage received to each order. */
  parameters: { with: z.optional(z.enum(['progress'])) },
  chips: ['status', 'vendorCode', 'expectedDate', 'late'],
  views: [
    { label: 'All', filters: {} },
    { label: 'Awaiting approval', filters: { status: 'submitted' } },
    { label: 'To receive', filters: { status: 'approved' }, sort: 'expectedDate' },
    { label: 'Due this week', filters: { due: 'week' } },
    { label: 'Overdue', filters: { late: 'true' } },
    { label: 'Drafts', filters: { status: 'draft' } },
  ],
  groups: { status: 'status', vendor: 'vendorId', day: 'orderDate' },
})

const tabColumns = {
  status: { width: 130, phone: 'badge' },
  totalAmount: { phone: 'amount' },
  orderDate: { width: 120 },
  expectedDate: { width: 140, phone: 'date' },
} as const

/** The purchase orders of one vendor. */
export const vendorPurchaseOrderList = defineTable(purchaseOrderList, {
  name: 'vendor-purchase-orders',
  defaultSort: '-orderDate',
  columns: { orderNumber: {}, ...tabColumns },
})

/** The purchase orders with one SKU. */
export const skuPurchaseOrderList = defineTable(purchaseOrderList, {
  name: 'sku-purchase-orders',
  defaultSort: '-orderDate',
  columns: {
    orderNumber: {},
    vendorName: { label: 'Vendor', isLong: true, width: 220, phone: 'line' },
    ...tabColumns,
  },
})

export const purchaseOrderQuery = purchaseOrderList.query
export type PurchaseOrderQuery = z.output<typeof purchaseOrderQuery>

export const listPurchaseOrders = endpoint('GET', '/api/purchase-orders', {
  permission: 'purchaseOrders.read',
  query: z.extend(purchaseOrderQuery, changesQuery),
  returns: z.array(purchaseOrder),
  summary: 'Purchase orders. Filters accept several values, separated by commas',
})
export const readPurchaseOrder = endpoint('GET', '/api/purchase-orders/:id', {
  permission: 'purchaseOrders.read',
  returns: purchaseOrderDetails,
  summary: 'One purchase order with its lines',
})
const computedOfLines = ['items.id', 'items.purchaseOrderId', 'items.totalPrice']

/** Read-only fields of the record: a request body may contain them, and they are ignored. */
const computed = ['id', 'createdAt', 'updatedAt', 'version', ...computedOfLines]

export const createPurchaseOrder = endpoint('POST', '/api/purchase-orders', {
  permission: 'purchaseOrders.create',
  body: purchaseOrderForm,
  ignores: computed,
  returns: purchaseOrderDetails,
  status: 201,
  summary: 'Creates a purchase order, with all steps up to the requested status',
})
export const updatePurchaseOrder = endpoint('PUT', '/api/purchase-orders/:id', {
  permission: 'purchaseOrders.create',
  checksVersion: true,
  body: purchaseOrderChanges,
  ignores: computedOfLines,
  returns: purchaseOrderDetails,
  summary: 'Changes a draft; later only the expected date and notes',
})

export const reason = z.object({ reason: text(500) })

const step = { returns: purchaseOrderDetails }
export const submitPurchaseOrder = endpoint('POST', '/api/purchase-orders/:id/submit', {
  ...step,
  permission: 'purchaseOrders.create',
  checksVersion: true,
  summary: 'Submits a draft for approval',
})
export const approvePurchaseOrder = endpoint('POST', '/api/purchase-orders/:id/approve', {
  ...step,
  permission: 'purchaseOrders.approve',
  checksVersion: true,
  summary: 'Approves a submitted order; its goods are on order',
})
export const rejectPurchaseOrder = endpoint('POST', '/api/purchase-orders/:id/reject', {
  ...step,
  permission: 'purchaseOrders.approve',
  checksVersion: true,
  body: reason,
  summary: 'Rejects a submitted order with a reason; it becomes a draft again',
})
export const withdrawPurchaseOrder = endpoint('POST', '/api/purchase-orders/:id/withdraw', {
  ...step,
  permission: 'purchaseOrders.create',
  checksVersion: true,
  summary: 'Withdraws a submitted order, so that it can be changed',
})

/** Units of a line that have arrived. */
export const receivedItem = z.object({
  itemId: id(),
  quantity: units(1, 'Quantity must be at least 1'),
})

export const receiptForm = z.object({
  /** The number of the vendor's delivery note. */
  deliveryNote: optionalText(50),
  items: z.optional(
    z
      .array(receivedItem)
      .check(z.minLength(1, 'Required'), z.maxLength(maxLines, 'Too many lines')),
  ),
  ...postingDate,
  /** Confirms that these goods are not the ones that the warehouse has already reported. */
  isAnother: z.optional(z.boolean()),
})
export type ReceiptForm = z.output<typeof receiptForm>

export const receivePurchaseOrder = endpoint('POST', '/api/purchase-orders/:id/receive', {
  ...step,
  permission: 'purchaseOrders.receive',
  checksVersion: true,
  body: receiptForm,
  summary: 'Receives goods: the given quantities, or all open units',
})
export const closePurchaseOrder = endpoint('POST', '/api/purchase-orders/:id/close', {
  ...step,
  permission: 'purchaseOrders.close',
  checksVersion: true,
  body: reason,
  summary: 'Closes an approved order short; its open units will not arrive',
})
export const cancelPurchaseOrder = endpoint('POST', '/api/purchase-orders/:id/cancel', {
  ...step,
  permission: 'purchaseOrders.create',
  checksVersion: true,
  body: reason,
  summary: 'Cancels an order without receipts; an approved one needs a manager',
})

export const changeForm = z.object({
  action: z.enum(['submit', 'approve', 'withdraw']),
  ids: z.array(id()).check(z.minLength(1, 'Required'), z.maxLength(maxBulk, 'Too many at once')),
})
export type ChangePurchaseOrders = z.output<typeof changeForm>

export const changePurchaseOrders = endpoint('POST', '/api/purchase-orders/bulk', {
  permission: 'purchaseOrders.create',
  body: changeForm,
  returns: bulkOutcome,
  summary: 'Submits, approves or withdraws many orders; returns the reason for each skipped order',
})

/** The maximum number of orders in one import file. */
export const maxImportedOrders = 500

export const purchaseColumns = [
  { name: 'orderNumber', label: 'Order Number', isRequired: true },
  { name: 'vendorCode', label: 'Vendor Code', isRequired: true },
  { name: 'sku', label: 'SKU', isRequired: true },
  { name: 'quantity', label: 'Quantity', kind: 'count', isRequired: true },
  { name: 'unitPrice', label: 'Unit Price', kind: 'amount' },
  { name: 'orderDate', label: 'Order Date', kind: 'day' },
  { name: 'expectedDate', label: 'Expected Date', kind: 'day' },
  { name: 'notes', label: 'Notes' },
] as const satisfies readonly ImportColumn[]

/** A row of a purchase order import: one line, plus the fields of its order. */
export const purchaseRow = z.object({
  orderNumber: code(50),
  vendorCode: code(50),
  sku: code(50),
  quantity: units(1, 'Quantity must be at least 1'),
  unitPrice: z.optional(price),
  orderDate: z.optional(dayField),
  expectedDate: z.optional(dayField),
  notes: optionalText(5000),
})
export type PurchaseRow = z.output<typeof purchaseRow>

export const importPurchaseQuery = z.pick(importQuery, {
  dryRun: true,
  decimal: true,
  days: true,
  fileName: true,
})

export const importPurchaseOrders = endpoint('POST', '/api/purchase-orders/import', {
  permission: 'purchaseOrders.import',
  query: importPurchaseQuery,
  body: csvBody,
  bodyMediaType: 'text/csv',
  returns: importOutcome,
  summary:
    'Creates draft orders from a CSV file with one row per line, all orders or none. `dryRun` ' +
    'only checks the file. Orders whose number already exists are skipped',
})
export const undoPurchaseImport = endpoint('POST', '/api/purchase-orders/import/:id/undo', {
  permission: 'purchaseOrders.import',
  returns: bulkOutcome,
  summary: 'Cancels the drafts that an import created, except for drafts changed after it',
})

/** Units of one line on a receipt. Amounts are null for roles that may not read costs. */
export const receiptItem = z.object({
  id: z.int(),
  lineNo: z.int(),
  skuId: z.int(),
  sku: z.string(),
  name: z.string(),
  unitOfMeasure: z.string(),
  quantity: z.int(),
  amount: z.nullable(amountText),
})
export type ReceiptItem = z.infer<typeof receiptItem>

/** Goods that arrived together. Receipts of an order without lines have no lines either. */
export const receipt = z.object({
  id: z.int(),
  receiptNumber: z.string(),
  receivedOn: dayText,
  deliveryNote: nullableText,
  amount: z.nullable(amountText),
  by: z.string(),
  at: momentText,
  /** The date and reason of the reversal; null if the receipt was not reversed. */
  reversedOn: z.nullable(dayText),
  reversalReason: nullableText,
  items: z.array(receiptItem),
})
export type Receipt = z.infer<typeof receipt>

export const listReceipts = endpoint('GET', '/api/purchase-orders/:id/receipts', {
  permission: 'purchaseOrders.read',
  returns: z.array(receipt),
  summary: 'The receipts of a purchase order, newest first',
})

/** A receipt in the list of all, with its order. */
export const receiptOfOrder = z.extend(receipt, {
  purchaseOrderId: z.int(),
  orderNumber: z.string(),
  vendorId: z.int(),
})
export type ReceiptOfOrder = z.infer<typeof receiptOfOrder>

/** The list of all receipts. */
export const receiptList = defineList({
  name: 'receipts',
  row: receiptOfOrder,
  defaultSort: '-id',
  fields: {
    id: field.reference({ sortable: true }),
    purchaseOrderId: field.reference({ filterable: true }),
  },
})

export const receiptQuery = receiptList.query
export type ReceiptQuery = z.output<typeof receiptQuery>

export const listAllReceipts = endpoint('GET', '/api/receipts', {
  permission: 'purchaseOrders.read',
  query: z.extend(receiptQuery, changesQuery),
  returns: z.array(receiptOfOrder),
  summary: 'The receipts of all purchase orders, newest first',
})
export const reverseReceipt = endpoint('POST', '/api/receipts/:id/reverse', {
  permission: 'purchaseOrders.receive',
  body: reasonedPostingForm,
  returns: z.array(receipt),
  summary: 'Reverses a wrong receipt, and returns the receipts of its order',
})

export const listSimilarReceipts = endpoint('GET', '/api/purchase-orders/:id/similar-receipts', {
  permission: 'purchaseOrders.read',
  query: z.object({ deliveryNote: z.optional(searchText(50)) }),
  returns: z.array(z.string()),
  summary: "Receipts of the order's vendor under the same delivery note, as warnings",
})

export const readRelatedOfPurchase = endpoint('GET', '/api/purchase-orders/:id/related', {
  permission: 'purchaseOrders.read',
  returns: z.array(related),
  isDerived: true,
  summary: 'The documents related to an order: requisitions, waiting sales orders, bills, returns',
})

export const purchaseOrderSumsQuery = sumsQueryOf(purchaseOrderList)
export type PurchaseOrderSumsQuery = z.output<typeof purchaseOrderSumsQuery>

export const sumPurchaseOrders = endpoint('GET', '/api/purchase-orders/sums', {
  permission: 'purchaseOrders.read',
  isDerived: true,
  query: purchaseOrderSumsQuery,
  returns: listSums,
  summary: 'The number and total of matching purchase orders, also by group',
})

/** A level of the approval chain: up to an amount, by a role or a person. */
const approvalLevel = z.object({
  upTo: z.nullable(amountText),
  role: nullableText,
  userId: z.nullable(z.int()),
  username: nullableText,
})

/** The approval chain, the lowest level first; empty if one approval is enough. */
export const approvalLevels = z.object({ levels: z.array(approvalLevel) })
export type ApprovalLevels = z.infer<typeof approvalLevels>

/** The last level has no amount, and each level has a role or a person. */
export const approvalLevelsForm = z.object({
  levels: z
    .array(
      z.object({
        upTo: z.optional(z.nullable(price)),
        role: optionalText(40),
        userId: z.optional(z.nullable(id())),
      }),
    )
    .check(z.maxLength(mostLevels, { error: `Use at most ${mostLevels} levels` })),
})
export type ApprovalLevelsForm = z.output<typeof approvalLevelsForm>

export const readApprovalLevels = endpoint('GET', '/api/purchase-approval-levels', {
  permission: 'purchaseOrders.read',
  returns: approvalLevels,
  summary: 'Who approves purchase orders up to which amount, one level after another',
})
/** Who may approve purchase orders: what the form of the approval chain offers. */
export const approvers = z.object({
  roles: z.array(z.string()),
  users: z.array(userChoice),
})
export type Approvers = z.infer<typeof approvers>

export const readApprovers = endpoint('GET', '/api/purchase-approval-levels/approvers', {
  permission: 'settings.manage',
  returns: approvers,
  summary: 'The roles and active users that may approve purchase orders, for the levels',
})
export const updateApprovalLevels = endpoint('PUT', '/api/purchase-approval-levels', {
  permission: 'settings.manage',
  body: approvalLevelsForm,
  returns: approvalLevels,
  summary: 'Replaces the approval chain; without levels one approval is enough',
})
