import * as z from 'zod/mini'
import { reasonedPostingForm } from '#features/journal/posting-contract.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { searchText } from '#platform/kernel/fields.ts'

const nullableText = z.nullable(z.string())

/** Units of one line that a receipt brought. Amounts are null for roles that may not read costs. */
const receiptItem = z.object({
  id: z.int(),
  lineNo: z.int(),
  skuId: z.int(),
  sku: z.string(),
  name: z.string(),
  unitOfMeasure: z.string(),
  quantity: z.int(),
  amount: nullableText,
})
export type ReceiptItem = z.infer<typeof receiptItem>

/** Goods that arrived together; an order by its total alone has receipts without lines. */
export const receipt = z.object({
  id: z.int(),
  receiptNumber: z.string(),
  receivedOn: z.string(),
  deliveryNote: nullableText,
  amount: nullableText,
  by: z.string(),
  at: z.string(),
  /** When it was reversed, and why. */
  reversedOn: nullableText,
  reversalReason: nullableText,
  items: z.array(receiptItem),
})
export type Receipt = z.infer<typeof receipt>

export const listReceipts = endpoint('GET', '/api/purchase-orders/:id/receipts', {
  permission: 'purchaseOrders.read',
  returns: z.array(receipt),
  summary: 'What has arrived of a purchase order, the latest first',
})
export const reverseReceipt = endpoint('POST', '/api/receipts/:id/reverse', {
  permission: 'purchaseOrders.receive',
  body: reasonedPostingForm,
  returns: z.array(receipt),
  summary: 'Reverses a receipt that was typed wrong, and answers the receipts of its order',
})

export const listSimilarReceipts = endpoint('GET', '/api/purchase-orders/:id/similar-receipts', {
  permission: 'purchaseOrders.read',
  query: z.object({ deliveryNote: z.optional(searchText(50)) }),
  returns: z.array(z.string()),
  summary: "Receipts of the order's vendor under the same delivery note, as warnings",
})
