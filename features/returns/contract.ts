// One file: the schemas and endpoints of returns are read together.
import * as z from 'zod/mini'
import { changesQuery, endpoint, listSums, sumsQuery } from '#platform/kernel/endpoint.ts'
import { defineList, field, defineTable } from '#platform/kernel/list.ts'
import {
  amountText,
  dayText,
  id,
  idParameter,
  momentText,
  optionalText,
  price,
  text,
  units,
} from '#platform/kernel/fields.ts'
import { typeNames } from './labels.ts'
import { replacementPrices, returnStatuses } from './rules.ts'
import { postingDate, reasonedPostingForm } from '#features/journal/posting-form.ts'
import { bulkOutcome, stepIds } from '#platform/kernel/bulk.ts'

export const returnTypes = ['rma', 'rtv'] as const
export const conditions = ['new', 'opened', 'damaged', 'defective'] as const
export const dispositions = ['restock', 'scrap', 'vendor'] as const
/** What happens to received units: a final disposition, or inspection first. */
export const verdicts = [...dispositions, 'inspect'] as const
export const maxLines = 500

const nullableText = z.nullable(z.string())
const nullableId = z.nullable(z.int())

/** A line of a return. Prices on returns to vendors are null for roles that may not read costs. */
export const returnItem = z.object({
  id: z.int(),
  lineNo: z.int(),
  skuId: z.int(),
  sku: z.string(),
  name: z.string(),
  unitOfMeasure: z.string(),
  originalItemId: nullableId,
  quantity: z.int(),
  /** Customer returns only: units received, cancelled as they will not arrive, and still open. */
  qtyReceived: z.int(),
  qtyCancelled: z.int(),
  qtyOpen: z.int(),
  /** Received units marked for a vendor that are not on a vendor return yet. */
  toVendor: z.int(),
  unitPrice: z.nullable(amountText),
  totalPrice: z.nullable(amountText),
  reason: nullableText,
  /** Further remarks on the line. */
  note: nullableText,
  condition: z.nullable(z.enum(conditions)),
  disposition: z.nullable(z.enum(dispositions)),
})
export type ReturnItem = z.infer<typeof returnItem>

/** A return as the list endpoints return it. The total is the sum of its lines. */
export const goodsReturn = z.object({
  id: z.int(),
  returnNumber: z.string(),
  type: z.enum(returnTypes),
  customerId: nullableId,
  vendorId: nullableId,
  /** Code and name of the customer or the vendor. */
  partyCode: z.string(),
  partyName: z.string(),
  originalOrderId: nullableId,
  originalOrderNumber: nullableText,
  status: z.enum(returnStatuses),
  /** Reason of a pending cancellation request to the warehouse; null if there is none. */
  cancelRequest: nullableText,
  /** Reason of the hold; null if the return is not on hold. */
  holdReason: nullableText,
  /** The status, `on hold`, or that a cancellation request to the warehouse is pending. */
  displayStatus: z.string(),
  reason: z.string(),
  /** Null on returns to vendors if the role may not read costs. */
  totalAmount: z.nullable(amountText),
  notes: nullableText,
  /** Customer returns only: units received, awaiting inspection, and awaiting a vendor return. */
  qtyReceived: z.int(),
  toInspect: z.int(),
  toVendor: z.int(),
  /** The replacement order, and whether it is free or at the original price. */
  replacementOrderId: nullableId,
  replacementOrderNumber: nullableText,
  replacementPrice: z.nullable(z.enum(replacementPrices)),
  /** Returns to vendors only: the customer return that the goods came from. */
  sourceReturnId: nullableId,
  sourceReturnNumber: nullableText,
  createdBy: z.int(),
  createdByName: z.string(),
  createdAt: momentText,
  updatedAt: momentText,
  version: z.int(),
})
export type GoodsReturn = z.infer<typeof goodsReturn>

/** Received units and what happens to them. */
export const returnReceiptItem = z.object({
  id: z.int(),
  itemId: z.int(),
  lineNo: z.int(),
  sku: z.string(),
  name: z.string(),
  unitOfMeasure: z.string(),
  quantity: z.int(),
  condition: z.nullable(z.enum(conditions)),
  disposition: z.enum(verdicts),
})
export type ReturnReceiptItem = z.infer<typeof returnReceiptItem>

/** One receipt of a customer's return. */
export const returnReceipt = z.object({
  id: z.int(),
  receiptNumber: z.string(),
  receivedOn: dayText,
  by: z.string(),
  /** The date and reason of the reversal; null if the receipt was not reversed. */
  reversedOn: nullableText,
  reversalReason: nullableText,
  items: z.array(returnReceiptItem),
})
export type ReturnReceipt = z.infer<typeof returnReceipt>

/** A return with its lines and receipts, and the customer's or vendor's address for printing. */
export const returnDetails = z.extend(goodsReturn, {
  partyAddress: nullableText,
  /** What ends the hold, as a sentence; only if the return is on hold. */
  holdAdvice: z.optional(z.string()),
  items: z.array(returnItem),
  receipts: z.array(returnReceipt),
  /** The returns to vendors created from this return. */
  vendorReturns: z.array(
    z.object({ id: z.int(), returnNumber: z.string(), status: z.enum(returnStatuses) }),
  ),
})
export type ReturnDetails = z.infer<typeof returnDetails>

/** The list of returns. */
export const returnList = defineList({
  name: 'returns',
  row: goodsReturn,
  defaultSort: '-id',
  fields: {
    returnNumber: field.text({
      label: 'Return Number',
      sortable: true,
      filterable: true,
      column: { width: 168 },
    }),
    type: field.choice(returnTypes, {
      label: 'Type',
      valueLabels: typeNames,
      isSingle: true,
      sortable: true,
      filterable: true,
      column: { width: 88 },
    }),
    partyName: field.text({
      label: 'Customer/Vendor',
      sortable: true,
      column: { isLong: true, width: 202, phone: 'line' },
    }),
    status: field.choice(returnStatuses, {
      label: 'Status',
      sortable: true,
      filterable: true,
      column: { width: 126, phone: 'badge' },
    }),
    reason: field.text({
      label: 'Reason',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 140 },
    }),
    totalAmount: field.amount({
      label: 'Total Amount',
      sortable: true,
      filterable: true,
      column: { width: 120, phone: 'amount' },
    }),
    /** A timestamp, shown as a day in the reader's time zone. */
    createdAt: field.moment({
      label: 'Date Created',
      sortable: true,
      filterable: true,
      column: { width: 120, phone: 'date' },
    }),
    originalOrderNumber: field.text({
      label: 'Original Order',
      column: { width: 170, isOptional: true },
    }),
    createdByName: field.text({ label: 'Created by', column: { isOptional: true } }),
    id: field.references({ sortable: true, filterable: true }),
    /** The original order: a sales order or a purchase order. */
    originalOrderId: field.reference({ filterable: true }),
    createdBy: field.references({ filterable: true }),
    /** Only returns on hold. */
    held: field.only(['true'], { label: 'On hold', filterable: true }),
    customerId: field.reference({ label: 'Customer', filterable: true }),
    vendorId: field.reference({ label: 'Vendor', filterable: true }),
    salesOrderId: field.reference({ label: 'Sales order', filterable: true }),
    purchaseOrderId: field.reference({ label: 'Purchase order', filterable: true }),
    skuId: field.reference({ label: 'SKU', filterable: true }),
    /** The return that this order replaces. */
    replacementOrderId: field.reference({ filterable: true }),
    /** The returns to vendors created from this customer return. */
    sourceReturnId: field.reference({ filterable: true }),
  },
  chips: [
    'type',
    'status',
    'held',
    'reason',
    'customerId',
    'vendorId',
    'salesOrderId',
    'purchaseOrderId',
    'skuId',
  ],
  views: [
    { label: 'All', filters: {} },
    { label: 'To approve', filters: { status: 'pending' } },
    { label: 'To receive', filters: { type: 'rma', status: 'approved' } },
    { label: 'To credit', filters: { type: 'rma', status: 'received' } },
    { label: 'RTV to ship', filters: { type: 'rtv', status: 'approved' } },
    { label: 'On hold', filters: { held: 'true' } },
  ],
  groups: { status: 'status', type: 'type' },
})

/** The returns of one customer. */
export const customerReturnList = defineTable(returnList, {
  name: 'customer-returns',
  defaultSort: '-createdAt',
  columns: {
    returnNumber: { width: 175 },
    status: { width: 130, phone: 'badge' },
    reason: { sortable: false, isLong: true, width: 180, phone: 'line' },
    totalAmount: { phone: 'amount' },
    createdAt: { width: 130, phone: 'date' },
  },
})

/** The returns to one vendor. */
export const vendorReturnList = { ...customerReturnList, name: 'vendor-returns' } as const

export const returnQuery = returnList.query
export type ReturnQuery = z.output<typeof returnQuery>

export const listReturns = endpoint('GET', '/api/returns', {
  permission: 'returns.read',
  query: z.extend(returnQuery, changesQuery),
  returns: z.array(goodsReturn),
  summary:
    'Returns of customers and to vendors. Filters accept several values, separated by commas',
})

export const returnSumsQuery = sumsQuery(returnQuery, ['status', 'type', 'party'])
export type ReturnSumsQuery = z.output<typeof returnSumsQuery>

export const sumReturns = endpoint('GET', '/api/returns/sums', {
  permission: 'returns.read',
  isDerived: true,
  query: returnSumsQuery,
  returns: listSums,
  summary:
    'The number and total of matching returns, also by group. A total with returns to vendors is ' +
    'null for roles that may not read costs',
})
export const readReturn = endpoint('GET', '/api/returns/:id', {
  permission: 'returns.read',
  returns: returnDetails,
  summary: 'One return with its lines',
})

/** The returnable quantities of an order, by line. */
export const returnable = z.object({
  type: z.enum(returnTypes),
  orderId: z.int(),
  orderNumber: z.string(),
  partyId: z.int(),
  partyCode: z.string(),
  partyName: z.string(),
  status: z.string(),
  /** The day the goods shipped to the customer. */
  shipDate: z.nullable(dayText),
  /** Why nothing of the order can be returned now; null if something can. */
  whyNot: nullableText,
  /** A warning that a manager can override: the return window has passed. */
  warning: nullableText,
  items: z.array(
    z.object({
      originalItemId: z.int(),
      lineNo: z.int(),
      skuId: z.int(),
      sku: z.string(),
      name: z.string(),
      unitOfMeasure: z.string(),
      ordered: z.int(),
      /** Units shipped to the customer, or received from the vendor. */
      moved: z.int(),
      returned: z.int(),
      returnable: z.int(),
      unitPrice: z.nullable(amountText),
    }),
  ),
})
export type Returnable = z.infer<typeof returnable>

export const readReturnable = endpoint('GET', '/api/returns/returnable', {
  permission: 'returns.read',
  query: z.object({ salesOrderId: idParameter, purchaseOrderId: idParameter }),
  returns: returnable,
  isDerived: true,
  summary: 'The shipped or received, returned and returnable quantities of an order',
})

/** A line to return: by line of the original order, or by SKU. */
export const returnLineForm = z.object({
  originalItemId: z.optional(z.nullable(id())),
  skuId: z.optional(id('Please select a SKU')),
  quantity: units(1, 'Quantity must be at least 1'),
  reason: optionalText(500),
  note: optionalText(500),
  condition: z.optional(z.nullable(z.enum(conditions))),
  disposition: z.optional(z.nullable(z.enum(dispositions))),
})

const optionalId = z.optional(z.nullable(id()))

/** A new return, from an order or for a customer or vendor without one. The server sets prices. */
export const returnForm = z.object({
  type: z.enum(returnTypes, { error: 'Must be rma or rtv' }),
  originalOrderId: optionalId,
  salesOrderId: optionalId,
  purchaseOrderId: optionalId,
  customerId: optionalId,
  vendorId: optionalId,
  reason: text(500),
  notes: optionalText(5000),
  items: z
    .array(returnLineForm, { error: 'At least one item is required' })
    .check(
      z.minLength(1, { error: 'At least one item is required' }),
      z.maxLength(maxLines, { error: `A return has at most ${maxLines} lines` }),
    ),
})
export type ReturnForm = z.output<typeof returnForm>

/** Server-computed fields: a request body may contain them, but they are ignored. */
const computed = [
  'id',
  'returnNumber',
  'status',
  'totalAmount',
  'createdBy',
  'createdAt',
  'updatedAt',
  'items.id',
  'items.returnId',
  'items.totalPrice',
]

export const createReturn = endpoint('POST', '/api/returns', {
  permission: 'returns.create',
  body: returnForm,
  ignores: computed,
  returns: returnDetails,
  status: 201,
  summary: 'Creates a return of at most the units shipped or received and not in other returns',
})

const step = { returns: returnDetails }

export const approveReturn = endpoint('POST', '/api/returns/:id/approve', {
  ...step,
  permission: 'returns.approve',
  checksVersion: true,
  summary: 'Approves a return; goods for a vendor are reserved',
})
export const reasonForm = z.object({ reason: text(500) })
export const rejectReturn = endpoint('POST', '/api/returns/:id/reject', {
  ...step,
  permission: 'returns.approve',
  checksVersion: true,
  body: reasonForm,
  summary: 'Rejects a return with a reason',
})
export const cancelReturn = endpoint('POST', '/api/returns/:id/cancel', {
  ...step,
  permission: 'returns.create',
  checksVersion: true,
  body: reasonForm,
  summary: 'Cancels a return whose goods have not moved; releases its reserved stock',
})
export const holdReturn = endpoint('POST', '/api/returns/:id/hold', {
  ...step,
  permission: 'returns.approve',
  checksVersion: true,
  body: reasonForm,
  summary: 'Puts a return on hold with a reason, until it is released',
})
export const releaseReturn = endpoint('POST', '/api/returns/:id/release', {
  ...step,
  permission: 'returns.approve',
  checksVersion: true,
  body: reasonForm,
  summary: 'Releases a return from hold with a reason; it continues at its current status',
})
export const shipReturn = endpoint('POST', '/api/returns/:id/ship', {
  ...step,
  permission: 'returns.receive',
  checksVersion: true,
  summary: 'Ships goods back to a vendor; on-hand and reserved stock decrease',
})
/** The restocking fee deducted from the customer's credit; 0 by default. */
export const completeForm = z.object({ restockingFee: z.optional(price), ...postingDate })
export const completeReturn = endpoint('POST', '/api/returns/:id/complete', {
  ...step,
  permission: 'returns.complete',
  checksVersion: true,
  body: completeForm,
  summary: 'Completes a return whose goods have moved; a customer is credited as charged',
})

// Endpoints for a customer's goods: receive, inspect, replace, send to a vendor.

/** Units of a line that leave for the vendor. */
export const sentItem = z.object({
  itemId: id(),
  quantity: units(1, 'Quantity must be at least 1'),
})

/**
 * What a receipt brings: every open line if no lines are listed, else only the listed lines. A line
 * without a quantity is received in full.
 */
export const receiveForm = z.object({
  items: z.optional(
    z
      .array(
        z.object({
          itemId: id(),
          quantity: z.optional(units(0)),
          condition: z.optional(z.nullable(z.enum(conditions))),
          disposition: z.enum(verdicts),
        }),
      )
      .check(z.maxLength(maxLines)),
  ),
  /** True to confirm that these are not the goods the warehouse already reported. */
  isAnother: z.optional(z.boolean()),
})
export const receiveReturn = endpoint('POST', '/api/returns/:id/receive', {
  ...step,
  permission: 'returns.receive',
  checksVersion: true,
  body: receiveForm,
  summary: 'Receives a customer’s returned goods; restocked units are on hand again',
})
export const closeReturn = endpoint('POST', '/api/returns/:id/close', {
  ...step,
  permission: 'returns.receive',
  checksVersion: true,
  body: reasonForm,
  summary: 'Closes the rest of a customer’s return that will not arrive, with a reason',
})
export const inspectForm = z.object({
  items: z
    .array(
      z.object({
        receiptItemId: id(),
        quantity: z.optional(units(1, 'Quantity must be at least 1')),
        condition: z.optional(z.nullable(z.enum(conditions))),
        disposition: z.enum(dispositions),
      }),
      { error: 'Decide on at least one line' },
    )
    .check(
      z.minLength(1, { error: 'Decide on at least one line' }),
      z.maxLength(maxLines, { error: `A return has at most ${maxLines} lines` }),
    ),
})
export const reopenReturn = endpoint('POST', '/api/returns/:id/reopen', {
  ...step,
  permission: 'returns.complete',
  checksVersion: true,
  body: reasonForm,
  summary: 'Reopens a completed customer return and voids its credit memo',
})
export const inspectReturn = endpoint('POST', '/api/returns/:id/inspect', {
  ...step,
  permission: 'returns.receive',
  checksVersion: true,
  body: inspectForm,
  summary: 'Decides about received goods that need inspection or go to a vendor',
})
export const reverseReturnReceipt = endpoint('POST', '/api/return-receipts/:id/reverse', {
  ...step,
  permission: 'returns.receive',
  body: reasonedPostingForm,
  summary: 'Reverses an incorrect receipt of customer goods; the return can be received again',
})
export const replaceForm = z.object({
  price: z.enum(replacementPrices, { error: 'Must be free or original' }),
  backorder: z.optional(z.boolean()),
})
export const replaceReturn = endpoint('POST', '/api/returns/:id/replace', {
  ...step,
  permission: 'returns.replace',
  checksVersion: true,
  body: replaceForm,
  summary: 'Creates the replacement order for a customer’s goods, free or at the original price',
})
export const sendToVendorForm = z.object({
  vendorId: id('Please select a vendor'),
  reason: optionalText(500),
  notes: optionalText(5000),
  items: z.optional(
    z
      .array(sentItem)
      .check(
        z.minLength(1, { error: 'At least one item is required' }),
        z.maxLength(maxLines, { error: `A return has at most ${maxLines} lines` }),
      ),
  ),
})
export const sendToVendor = endpoint('POST', '/api/returns/:id/send-to-vendor', {
  ...step,
  permission: 'returns.createRtv',
  checksVersion: true,
  body: sendToVendorForm,
  status: 201,
  summary: 'Creates a return to a vendor for goods of a customer’s return',
})

export const approveReturns = endpoint('POST', '/api/returns/bulk', {
  permission: 'returns.approve',
  body: z.object({ action: z.enum(['approve']), ids: stepIds }),
  returns: bulkOutcome,
  summary: 'Approves many returns; returns the reason for each skipped return',
})

const amount = z.nullable(z.string())

/** The expected credit of a return; amounts are null for roles that may not read costs. */
export const returnCredit = z.object({
  goods: amount,
  tax: amount,
  /** Deducted from the credit on completion; 0 until then. */
  restockingFee: amount,
  total: amount,
})
export const previewReturn = endpoint('POST', '/api/returns/preview', {
  permission: 'returns.create',
  body: returnForm,
  returns: returnCredit,
  summary: 'Previews the credit for a return, including tax. Saves nothing',
})
