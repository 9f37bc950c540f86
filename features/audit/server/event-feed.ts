import { type Context, rows } from '#platform/server/database/db.ts'
import type { Page } from '#platform/server/http/route.ts'
import { openFeed, startAgain } from '#platform/server/lists/change-feed.ts'
import { eventEntities, readableLike } from '../audited-entities.ts'
import type { DomainEvent } from '../contract.ts'

const usualEvents = 100

const findEvent = {
  name: 'find_event',
  text: `select feed_position as position, id from outbox where message_id = $1`,
}

// Like changes of records: only transactions below the final position are read, so none that
// commits late is missed.
const readEvents = {
  name: 'read_events_after',
  text: `select message_id as id, topic,
           coalesce(payload ->> 'action', payload ->> 'verb') as action, created_at as at,
           aggregate as entity, aggregate_id as "entityId", aggregate_version as version
         from outbox
         where (feed_position, id) > ($1::bigint, $2::bigint) and feed_position < $3
           and aggregate = any($4::text[])
         order by feed_position, id
         limit $5`,
}

type EventQuery = { after?: string | undefined; limit?: number | undefined }

/**
 * A page of the events after a given one, oldest first, about kinds of records that the caller may
 * read. A feed has no total, because it goes on while it is read. Throws 410 if that event was not
 * found: it is older than 30 days, or the database was restored.
 */
export async function listEvents(
  ctx: Context,
  { after, limit = usualEvents }: EventQuery,
  mayRead: (entity: string) => boolean,
): Promise<Page<DomainEvent>> {
  const readable = eventEntities.filter((entity) => mayRead(readableLike(entity)))
  const { finalPosition } = await openFeed(ctx.db)
  const cursor = after === undefined ? { position: 0, id: 0 } : await placeOf(ctx, after)
  const values = [cursor.position, cursor.id, finalPosition, readable, limit + 1]
  const found = await rows<DomainEvent>(ctx.db, readEvents, values)
  const events = found.slice(0, limit)
  const last = found.length > limit ? events.at(-1) : undefined
  return { rows: events, total: events.length, nextAfter: last?.id ?? null }
}

async function placeOf(ctx: Context, after: string): Promise<{ position: number; id: number }> {
  const [found] = await rows<{ position: number; id: number }>(ctx.db, findEvent, [after])
  if (!found) throw startAgain('The event was not found, or is older than 30 days')
  return found
}
