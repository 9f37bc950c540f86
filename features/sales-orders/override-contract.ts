import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { text } from '#platform/kernel/fields.ts'
import { salesOrderDetails } from './contract.ts'

export const overrideForm = z.object({
  reason: text(500).check(z.minLength(10, { error: 'Say why, in at least 10 characters' })),
})
export const overrideOrderCredit = endpoint('POST', '/api/sales-orders/:id/override-credit', {
  permission: 'salesOrders.overrideCredit',
  body: overrideForm,
  returns: salesOrderDetails,
  summary: 'Ends the hold of an order that the credit of its customer does not cover',
})
