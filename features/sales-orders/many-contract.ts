import * as z from 'zod/mini'
import { bulkOutcome, stepIds } from '#platform/kernel/bulk.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { optionalText } from '#platform/kernel/fields.ts'

export const changeSalesOrders = endpoint('POST', '/api/sales-orders/bulk', {
  permission: 'salesOrders.process',
  body: z.object({
    action: z.enum(['process', 'ship', 'recall']),
    ids: stepIds,
    /** Why orders are recalled. */
    reason: optionalText(500),
  }),
  returns: bulkOutcome,
  summary: 'Starts, ships or recalls many orders; those that cannot be are named with the reason',
})
