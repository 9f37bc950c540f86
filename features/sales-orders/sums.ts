import * as z from 'zod/mini'
import { endpoint, listSums, pagingAndOrder } from '#platform/kernel/endpoint.ts'
import { salesOrderQuery } from './contract.ts'

export const salesOrderSumsQuery = z.extend(z.omit(salesOrderQuery, pagingAndOrder), {
  by: z.optional(z.enum(['status', 'source', 'day', 'customer'])),
})
export type SalesOrderSumsQuery = z.output<typeof salesOrderSumsQuery>

export const sumSalesOrders = endpoint('GET', '/api/sales-orders/sums', {
  permission: 'salesOrders.read',
  isDerived: true,
  query: salesOrderSumsQuery,
  returns: listSums,
  summary: 'How many sales orders match, what they come to, and by what they have in common',
})
