import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { id } from '#platform/kernel/fields.ts'
import { sendables, sending } from './contract.ts'

// Documents of one kind that are sent together: the letters of a dunning run.

const most = 500

/** What became of one of them: `already` was sent before, or is on its way. */
const outcome = z.object({
  recordId: z.int(),
  outcome: z.enum(['queued', 'retried', 'already', 'refused']),
  /** Why it cannot be sent. */
  says: z.nullable(z.string()),
})
export type SendingOutcome = z.infer<typeof outcome>

export const sendMany = endpoint('POST', '/api/sendings', {
  permission: 'documents.send',
  body: z.object({
    name: z.enum(sendables),
    ids: z.array(id()).check(z.minLength(1, 'Please choose at least one'), z.maxLength(most)),
  }),
  returns: z.array(outcome),
  summary: 'Sends documents of one kind by e-mail, those that were given up again, none twice',
})

const someIds = z.string().check(
  z.refine((text) => /^\d{1,9}(,\d{1,9})*$/.test(text) && text.split(',').length <= most, {
    error: `Must be at most ${most} numbers, separated by commas`,
  }),
  z.maxLength(most * 10),
)

export const readLastSendings = endpoint('GET', '/api/sendings', {
  permission: 'documents.send',
  query: z.object({ name: z.enum(sendables), ids: someIds }),
  returns: z.array(sending),
  summary: 'Where documents of one kind are that were sent by e-mail: the last message of each',
})
