import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { id, searchText } from '#platform/kernel/fields.ts'

export const listSimilarPayments = endpoint('GET', '/api/payments/similar', {
  permission: 'receivables.read',
  query: z.object({ customerId: z.pipe(z.coerce.number(), id()), reference: searchText(100) }),
  returns: z.array(z.string()),
  summary: 'Checks of the customer with the same number, as warnings',
})
