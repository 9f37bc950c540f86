import * as z from 'zod/mini'
import { bulkOutcome, stepIds } from '#platform/kernel/bulk.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'

export const approveReturns = endpoint('POST', '/api/returns/bulk', {
  permission: 'returns.approve',
  body: z.object({ action: z.enum(['approve']), ids: stepIds }),
  returns: bulkOutcome,
  summary: 'Approves many returns; those that cannot be are named with the reason',
})
