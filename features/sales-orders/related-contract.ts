import * as z from 'zod/mini'
import { related } from '#features/documents/related-contract.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'

export const readRelatedOfSale = endpoint('GET', '/api/sales-orders/:id/related', {
  permission: 'salesOrders.read',
  returns: z.array(related),
  isDerived: true,
  summary: 'What belongs to an order: back orders, what brings them, invoices, credits, returns',
})
