import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { wmsProblem } from './contract.ts'

// The ways to the warehouse, each of which can be tried, and the way back from a dismissal.

export const testWmsConnection = endpoint('POST', '/api/wms/connection/test', {
  permission: 'wms.run',
  body: z.object({ part: z.enum(['api', 'schedule', 'webhook']) }),
  returns: z.object({ isOk: z.boolean(), sentence: z.string(), tookMs: z.nullable(z.int()) }),
  summary: 'Calls the warehouse, looks after the schedule or asks for a webhook; says how it went',
})

export const reopenWmsProblem = endpoint('POST', '/api/wms/problems/:id/reopen', {
  permission: 'wms.mend',
  returns: wmsProblem,
  summary: 'Opens a problem again that was dismissed; what it was about can be tried again',
})
