import * as z from 'zod/mini'
import {
  amountQuery,
  choiceQuery,
  endpoint,
  ids,
  listQuery,
  textQuery,
} from '#platform/kernel/endpoint.ts'
import { id, idParameter, momentQuery, optionalText, text, units } from '#platform/kernel/fields.ts'
import { replacementPrices, returnStatuses } from './rules.ts'

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
const wantedItem = z.object({
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
    .array(wantedItem, { error: 'At least one item is required' })
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
