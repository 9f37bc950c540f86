import * as z from 'zod/mini'
import { bulkOutcome } from '#platform/kernel/bulk.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { id } from '#platform/kernel/fields.ts'

const someOrders = z.maxLength(200, 'At most 200 orders at once')
export const changeSalesOrders = endpoint('POST', '/api/sales-orders/bulk', {
  permission: 'salesOrders.process',
  body: z.object({
    action: z.enum(['process', 'ship']),
    ids: z.array(id()).check(z.minLength(1, 'Required'), someOrders),
  }),
  returns: bulkOutcome,
  summary: 'Starts or ships many orders; those that cannot be are named with the reason',
})
