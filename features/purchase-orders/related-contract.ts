import * as z from 'zod/mini'
import { related } from '#features/documents/related.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'

export const readRelatedOfPurchase = endpoint('GET', '/api/purchase-orders/:id/related', {
  permission: 'purchaseOrders.read',
  isDerived: true,
  returns: z.array(related),
  summary: 'What belongs to an order: its requisitions, who waits for it, bills and returns',
})
