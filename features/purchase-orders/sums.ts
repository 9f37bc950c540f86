import * as z from 'zod/mini'
import { endpoint, listSums, pagingAndOrder } from '#platform/kernel/endpoint.ts'
import { purchaseOrderQuery } from './contract.ts'

export const purchaseOrderSumsQuery = z.extend(z.omit(purchaseOrderQuery, pagingAndOrder), {
  by: z.optional(z.enum(['status', 'day', 'vendor'])),
})
export type PurchaseOrderSumsQuery = z.output<typeof purchaseOrderSumsQuery>

export const sumPurchaseOrders = endpoint('GET', '/api/purchase-orders/sums', {
  permission: 'purchaseOrders.read',
  isDerived: true,
  query: purchaseOrderSumsQuery,
  returns: listSums,
  summary: 'How many purchase orders match, what they come to, and by what they have in common',
})
