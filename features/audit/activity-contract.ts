import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { momentText } from '#platform/kernel/fields.ts'
import { auditedEntities } from './audited-entities.ts'

/** The values of a field before and after a change. */
export const fieldChange = z.object({ from: z.unknown(), to: z.unknown() })

/** One entry of a record's Activity tab: user, action, time, and old and new values. */
export const activity = z.object({
  id: z.int(),
  action: z.string(),
  actor: z.string(),
  channel: z.string(),
  at: momentText,
  fromStatus: z.nullable(z.string()),
  toStatus: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  changes: z.record(z.string(), fieldChange),
  /** The comment, if the entry is one; `mentions` are usernames. */
  comment: z.nullable(
    z.object({
      id: z.int(),
      text: z.string(),
      mentions: z.array(z.string()),
      isMine: z.boolean(),
    }),
  ),
})
export type Activity = z.infer<typeof activity>

export const readActivity = endpoint('GET', '/api/activity/:id', {
  permission: 'activity.read',
  query: z.object({ entity: z.enum(auditedEntities) }),
  returns: z.array(activity),
  summary: 'The history of one record, newest first',
})
