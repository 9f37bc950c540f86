import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { auditedEntities } from './audited-entities.ts'

/**
 * The number of changes by other users to one kind of record. `comment` covers comments on any kind
 * of record. `notification` is the caller's unread count, sent to listeners when it changes.
 */
export const change = z.object({
  entity: z.enum([...auditedEntities, 'comment', 'notification']),
  count: z.int(),
})
export type Change = z.infer<typeof change>

/**
 * Streams changes by other users as server-sent events (`text/event-stream`) until the client
 * disconnects: each event has its position as `id` and a list of changes as `data`. Without the
 * event-stream Accept header, returns the changes since `since` and ends.
 */
export const listenToChanges = endpoint('GET', '/api/changes', {
  permission: 'activity.read',
  query: z.object({ since: z.optional(z.coerce.number().check(z.int(), z.minimum(0))) }),
  file: 'text/event-stream',
  event: z.array(change),
  summary: 'A live stream of changes by other users',
})
