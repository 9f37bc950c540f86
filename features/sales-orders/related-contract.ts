import * as z from 'zod/mini'
import { related } from '#features/documents/related.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'

export const readRelatedOfSale = endpoint('GET', '/api/sales-orders/:id/related', {
  permission: 'salesOrders.read',
  isDerived: true,
  returns: z.array(related),
  summary: 'What belongs to an order: back orders, what brings them, invoices, credits, returns',
})
