import * as z from 'zod/mini'
import { related } from '#features/documents/related-contract.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'

export const readRelatedOfPurchase = endpoint('GET', '/api/purchase-orders/:id/related', {
  permission: 'purchaseOrders.read',
  returns: z.array(related),
  isDerived: true,
  summary: 'What belongs to an order: its requisitions, who waits for it, bills and returns',
})
