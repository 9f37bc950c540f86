// One file: the schemas and endpoints of returns are read together.
import * as z from 'zod/mini'
import {
  amountQuery,
  choiceQuery,
  endpoint,
  ids,
  listQuery,
  textQuery,
} from '#platform/kernel/endpoint.ts'
import {
  id,
  idParameter,
  momentQuery,
  optionalText,
  text,
  units,
  price,
} from '#platform/kernel/fields.ts'
import { replacementPrices, returnStatuses } from './rules.ts'
import { postingDate } from '#features/journal/contract.ts'
import { bulkOutcome, stepIds } from '#platform/kernel/bulk.ts'

export const returnTypes = ['rma', 'rtv'] as const
export const conditions = ['new', 'opened', 'damaged', 'defective'] as const
export const dispositions = ['restock', 'scrap', 'vendor'] as const
/** What happens to units that arrived: decided at once, or by an inspection. */
export const verdicts = [...dispositions, 'inspect'] as const
export const maxLines = 500

const nullableText = z.nullable(z.string())
const nullableId = z.nullable(z.int())

/** A line of a return. Prices of goods for vendors are null for roles that may not read costs. */
export const returnItem = z.object({
  id: z.int(),
  lineNo: z.int(),
  skuId: z.int(),
  sku: z.string(),
  name: z.string(),
  unitOfMeasure: z.string(),
  originalItemId: nullableId,
  quantity: z.int(),
  /** Of a customer's goods: arrived, closed because they will not come, and still to come. */
  qtyReceived: z.int(),
  qtyCancelled: z.int(),
  qtyOpen: z.int(),
  /** Arrived units that are meant for a vendor and in no return to one yet. */
  toVendor: z.int(),
  unitPrice: nullableText,
  totalPrice: nullableText,
  reason: nullableText,
  /** What else was said of the line. */
  note: nullableText,
  condition: z.nullable(z.enum(conditions)),
  disposition: z.nullable(z.enum(dispositions)),
})
export type ReturnItem = z.infer<typeof returnItem>

/** A return as lists answer it. The total is the sum of its lines. */
export const goodsReturn = z.object({
  id: z.int(),
  returnNumber: z.string(),
  type: z.enum(returnTypes),
  customerId: nullableId,
  vendorId: nullableId,
  /** The code and name of the customer or the vendor. */
  partyCode: z.string(),
  partyName: z.string(),
  originalOrderId: nullableId,
  originalOrderNumber: nullableText,
  status: z.enum(returnStatuses),
  /** Why the warehouse was asked to give the goods up that it expects; null where it was not. */
  cancelRequest: nullableText,
  /** Why it is on hold; null where it is not. */
  holdReason: nullableText,
  /** The status, `on hold`, or that the warehouse was asked to give it up. */
  displayStatus: z.string(),
  reason: z.string(),
  /** Null for goods to a vendor where the role may not read what things cost. */
  totalAmount: nullableText,
  notes: nullableText,
  /** Of a customer's goods: arrived, waiting for inspection, waiting for a return to a vendor. */
  qtyReceived: z.int(),
  toInspect: z.int(),
  toVendor: z.int(),
  /** The order that replaces the goods, and whether it is free or at the original price. */
  replacementOrderId: nullableId,
  replacementOrderNumber: nullableText,
  replacementPrice: z.nullable(z.enum(replacementPrices)),
  /** Of goods for a vendor: the customer's return that they came with. */
  sourceReturnId: nullableId,
  sourceReturnNumber: nullableText,
  createdBy: z.int(),
  createdByName: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type GoodsReturn = z.infer<typeof goodsReturn>

/** Units that arrived, and what happens to them. */
const returnReceiptItem = z.object({
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

/** A delivery of a customer's return. */
const returnReceipt = z.object({
  id: z.int(),
  receiptNumber: z.string(),
  receivedOn: z.string(),
  by: z.string(),
  items: z.array(returnReceiptItem),
})
export type ReturnReceipt = z.infer<typeof returnReceipt>

/** A return with its lines, its receipts, and where its goods come from or go to, for paper. */
export const returnDetails = z.extend(goodsReturn, {
  partyAddress: nullableText,
  items: z.array(returnItem),
  receipts: z.array(returnReceipt),
  /** The returns to vendors that were made of it. */
  vendorReturns: z.array(
    z.object({ id: z.int(), returnNumber: z.string(), status: z.enum(returnStatuses) }),
  ),
})
export type ReturnDetails = z.infer<typeof returnDetails>

export const returnQuery = z.object({
  ...listQuery,
  id: ids,
  /** The order that the goods were of: a customer's, or ours to a vendor. */
  originalOrderId: idParameter,
  createdAt: momentQuery,
  totalAmount: amountQuery,
  reason: textQuery,
  createdBy: ids,
  type: choiceQuery(returnTypes),
  status: choiceQuery(returnStatuses),
  /** Returns on hold. */
  held: z.optional(z.enum(['true'])),
  customerId: idParameter,
  vendorId: idParameter,
  salesOrderId: idParameter,
  purchaseOrderId: idParameter,
  returnNumber: textQuery,
  skuId: idParameter,
  /** The return whose goods that order replaces. */
  replacementOrderId: idParameter,
  /** The returns to vendors that were made of that customer's return. */
  sourceReturnId: idParameter,
})
export type ReturnQuery = z.output<typeof returnQuery>

export const listReturns = endpoint('GET', '/api/returns', {
  permission: 'returns.read',
  query: returnQuery,
  returns: z.array(goodsReturn),
  summary: 'Returns of customers and to vendors; filters take several values with commas',
})
export const readReturn = endpoint('GET', '/api/returns/:id', {
  permission: 'returns.read',
  returns: returnDetails,
  summary: 'One return with its lines',
})

/** What can still be returned of an order, line by line. */
export const returnable = z.object({
  type: z.enum(returnTypes),
  orderId: z.int(),
  orderNumber: z.string(),
  partyId: z.int(),
  partyCode: z.string(),
  partyName: z.string(),
  status: z.string(),
  /** The day the goods left to the customer. */
  shipDate: nullableText,
  /** Why nothing of it can be returned now. */
  whyNot: nullableText,
  /** What is unusual but may be done by a manager: goods that come back late. */
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
      /** Shipped to the customer, or received from the vendor. */
      moved: z.int(),
      returned: z.int(),
      returnable: z.int(),
      unitPrice: nullableText,
    }),
  ),
})
export type Returnable = z.infer<typeof returnable>

export const readReturnable = endpoint('GET', '/api/returns/returnable', {
  permission: 'returns.read',
  query: z.object({ salesOrderId: idParameter, purchaseOrderId: idParameter }),
  returns: returnable,
  isDerived: true,
  summary: 'What of an order was moved, is in returns, and can still be returned',
})

/** A line to be returned: of the original order's line, or of a SKU. */
const returnLineForm = z.object({
  originalItemId: z.optional(z.nullable(id())),
  skuId: z.optional(id('Please select a SKU')),
  quantity: units(1, 'Quantity must be at least 1'),
  reason: optionalText(500),
  note: optionalText(500),
  condition: z.optional(z.nullable(z.enum(conditions))),
  disposition: z.optional(z.nullable(z.enum(dispositions))),
})

const optionalId = z.optional(z.nullable(id()))

/** A new return: from an order, or of a customer or vendor alone. Prices are the server's. */
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

/** Fields of a return that nobody sets: a body may carry them without any effect. */
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
  summary: 'Makes a return; no more than was moved and is not in other returns',
})

const step = { returns: returnDetails }

export const approveReturn = endpoint('POST', '/api/returns/:id/approve', {
  ...step,
  permission: 'returns.approve',
  summary: 'Approves a return; goods for a vendor are reserved',
})
export const reasonForm = z.object({ reason: text(500) })
export const rejectReturn = endpoint('POST', '/api/returns/:id/reject', {
  ...step,
  permission: 'returns.approve',
  body: reasonForm,
  summary: 'Turns a return down and says why',
})
export const cancelReturn = endpoint('POST', '/api/returns/:id/cancel', {
  ...step,
  permission: 'returns.create',
  body: reasonForm,
  summary: 'Cancels a return whose goods have not moved; what it reserved is free again',
})
export const holdReturn = endpoint('POST', '/api/returns/:id/hold', {
  ...step,
  permission: 'returns.approve',
  body: reasonForm,
  summary: 'Stops a return and says why; it takes no step forward until it is released',
})
export const releaseReturn = endpoint('POST', '/api/returns/:id/release', {
  ...step,
  permission: 'returns.approve',
  body: reasonForm,
  summary: 'Ends the hold of a return and says why; it goes on where it stood',
})
export const shipReturn = endpoint('POST', '/api/returns/:id/ship', {
  ...step,
  permission: 'returns.receive',
  summary: 'Sends goods back to a vendor; on hand and reserved fall',
})
/** What is kept of the credit for putting a customer's goods back; nothing unless said. */
export const completeForm = z.object({ restockingFee: z.optional(price), ...postingDate })
export const completeReturn = endpoint('POST', '/api/returns/:id/complete', {
  ...step,
  permission: 'returns.complete',
  body: completeForm,
  summary: 'Ends a return whose goods have moved; a customer’s are credited as they were charged',
})

// What is done with a customer's goods: they arrive, are looked at, replaced, sent on.

/**
 * What a delivery brought: all that is open where nothing is counted, else the lines that are
 * listed and no others; a line without a quantity has come in whole.
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
  /** These are other goods than the same that the warehouse has reported. */
  isAnother: z.optional(z.boolean()),
})
export const receiveReturn = endpoint('POST', '/api/returns/:id/receive', {
  ...step,
  permission: 'returns.receive',
  body: receiveForm,
  summary: 'Takes in what arrived of a customer’s goods; what is restocked is on hand again',
})
export const closeReturn = endpoint('POST', '/api/returns/:id/close', {
  ...step,
  permission: 'returns.receive',
  body: reasonForm,
  summary: 'Closes the rest of a customer’s return that will not come, with the reason',
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
  body: reasonForm,
  summary: 'Opens a customer’s completed return again: its credit memo is void',
})
export const inspectReturn = endpoint('POST', '/api/returns/:id/inspect', {
  ...step,
  permission: 'returns.receive',
  body: inspectForm,
  summary: 'Decides what happens to goods that arrived and wait for inspection or for a vendor',
})
export const replaceForm = z.object({
  price: z.enum(replacementPrices, { error: 'Must be free or original' }),
  backorder: z.optional(z.boolean()),
})
export const replaceReturn = endpoint('POST', '/api/returns/:id/replace', {
  ...step,
  permission: 'returns.replace',
  body: replaceForm,
  summary: 'Makes the one order that replaces a customer’s goods, free or at the original price',
})
export const sendToVendorForm = z.object({
  vendorId: id('Please select a vendor'),
  reason: optionalText(500),
  notes: optionalText(5000),
  items: z.optional(
    z
      .array(z.object({ itemId: id(), quantity: units(1, 'Quantity must be at least 1') }))
      .check(
        z.minLength(1, { error: 'At least one item is required' }),
        z.maxLength(maxLines, { error: `A return has at most ${maxLines} lines` }),
      ),
  ),
})
export const sendToVendor = endpoint('POST', '/api/returns/:id/send-to-vendor', {
  ...step,
  permission: 'returns.createRtv',
  body: sendToVendorForm,
  status: 201,
  summary: 'Makes a return to a vendor of goods of a customer’s return that are meant for one',
})

export const approveReturns = endpoint('POST', '/api/returns/bulk', {
  permission: 'returns.approve',
  body: z.object({ action: z.enum(['approve']), ids: stepIds }),
  returns: bulkOutcome,
  summary: 'Approves many returns; those that cannot be are named with the reason',
})

const amount = z.nullable(z.string())

/** What a return will be credited with; nothing is said of costs to roles that do not read them. */
const returnCredit = z.object({
  goods: amount,
  tax: amount,
  /** Kept of the credit when the return is completed; nothing until somebody says so. */
  restockingFee: amount,
  total: amount,
})
export const previewReturn = endpoint('POST', '/api/returns/preview', {
  permission: 'returns.create',
  body: returnForm,
  returns: returnCredit,
  summary: 'What a return would be credited with, tax and all; it writes nothing',
})
