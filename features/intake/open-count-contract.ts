import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'

export const countIntakeMessages = endpoint('GET', '/api/intake-messages/open-count', {
  permission: 'intake.read',
  returns: z.object({
    /** Messages that wait for a person, and those of the caller among them. */
    open: z.int(),
    mine: z.int(),
  }),
  summary: 'How many messages of the intake inbox need review',
})
