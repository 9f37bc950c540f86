import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { openFeed } from '#platform/server/lists/change-feed.ts'
import * as store from './store.ts'

type Place = { position: number; id: number }

/**
 * Queues the events of the outbox for the webhooks that want them, in the order in which
 * `GET /api/events` lists them, up to 500 at once. One node does so at a time. Like that list it
 * reads only what no open transaction can still come before.
 */
export async function queueEvents(ctx: Context): Promise<void> {
  const behind = await rows(ctx.db, store.hasEventsAfterFeed)
  if (behind.length === 0) return
  await inTransaction(ctx, async (inner) => {
    const [place] = await rows<Place>(inner.db, store.lockFeed)
    if (!place) return
    const { finalPosition } = await openFeed(inner.db)
    const from = [place.position, place.id]
    const [last] = await rows<Place>(inner.db, store.readLastOfEvents, [...from, finalPosition])
    if (!last) return
    const to = [last.position, last.id]
    await rows(inner.db, store.queueForWebhooks, [...from, ...to])
    await rows(inner.db, store.moveFeed, to)
  })
}
