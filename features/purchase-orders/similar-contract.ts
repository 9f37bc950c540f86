import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'

export const listSimilarReceipts = endpoint('GET', '/api/purchase-orders/:id/similar-receipts', {
  permission: 'purchaseOrders.read',
  query: z.object({ deliveryNote: z.string() }),
  returns: z.array(z.string()),
  summary: "Receipts of the order's vendor under the same delivery note, as warnings",
})
