import * as z from 'zod/mini'
import { bulkOutcome, stepIds } from '#platform/kernel/bulk.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { text } from '#platform/kernel/fields.ts'

export const releaseVendorBills = endpoint('POST', '/api/vendor-bills/bulk', {
  permission: 'payables.release',
  body: z.object({ action: z.enum(['release']), ids: stepIds, reason: text(500) }),
  returns: bulkOutcome,
  summary: 'Lets many blocked bills through; those that cannot be are named with the reason',
})
