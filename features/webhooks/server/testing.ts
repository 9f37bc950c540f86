import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import type { TestApp } from '#app/testing.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { openFeed } from '#platform/server/lists/change-feed.ts'
import { queueEvents } from './queue-events.ts'
import { createWebhookSender } from './send-due-deliveries.ts'
import { hasEventsAfterFeed } from './store.ts'

/** A message that a receiver got. */
type Received = { headers: IncomingHttpHeaders; body: string }

type Answer = (response: ServerResponse, received: Received) => void

/**
 * A receiver of webhooks on loopback. It accepts everything until `answer` is replaced, and keeps
 * what it gets in `received`.
 */
export async function startReceiver() {
  const receiver = {
    received: [] as Received[],
    answer: ((response) => response.writeHead(200).end('ok')) as Answer,
    url: '',
    close: async () => {},
  }
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const received = { headers: request.headers, body: Buffer.concat(pieces).toString() }
      receiver.received.push(received)
      receiver.answer(response, received)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  receiver.close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return receiver
}

/** The seconds that one attempt may take on a slow machine. */
export const slowest = 20

/** Lets webhooks go to the receivers of tests. */
export const loopback = { WEBHOOK_LOOPBACK: 'on' } as const

type MadeWebhook = { id: number; secret: string; version: number }
type FoundDelivery = {
  id: number
  state: string
  attempts: number
  error: string | null
  /** Seconds from the start of the last attempt to the next one; null before the first. */
  seconds: number | null
}

/** Events wait while a transaction of any database of the server is open that began before them. */
export async function queueAllEvents(ctx: Context): Promise<void> {
  const queueAndCount = async () => {
    await queueEvents(ctx)
    return (await rows(ctx.db, hasEventsAfterFeed)).length
  }
  await expect.poll(queueAndCount, { interval: 20 }).toBe(0)
}

const findNewerEvents = {
  name: 'find_events_from_position',
  text: 'select from outbox where feed_position >= $1 limit 1',
}

export type WebhookFixture = Awaited<ReturnType<typeof webhookFixture>>

/** A receiver, an administrator, and the steps that tests of sending have in common. */
export async function webhookFixture(prizm: TestApp) {
  const as = await prizm.signIn('admin')
  const receiver = await startReceiver()
  const { db } = prizm.database
  const ctx: Context = {
    db,
    user: undefined,
    now: new Date(),
    requestId: 'test',
    channel: 'worker',
  }
  return {
    as,
    ctx,
    receiver,
    /** Creates a webhook for invoices that goes to the receiver. */
    async make(more: object = {}): Promise<MadeWebhook> {
      const body = { url: receiver.url, description: 'Shop', topics: ['invoice.posted'], ...more }
      const made = await prizm.call('POST', '/api/webhooks', { as, body })
      expect(made.statusCode, made.body).toBe(201)
      return made.json()
    },
    /** Writes events of one topic, for records with these ids. */
    async emit(ids: readonly number[], topic = 'invoice.posted'): Promise<void> {
      for (const aggregateId of ids) {
        const about = { aggregate: 'invoice', aggregateId, aggregateVersion: 1, payload: {} }
        // oxlint-disable-next-line no-await-in-loop
        await inTransaction(ctx, (inner) => enqueue(inner, [{ topic, ...about }]))
      }
    },
    /**
     * Waits until the list of events has the newest one. A webhook that is made earlier also gets
     * events from before it, because the feed begins where open transactions may still write.
     */
    async waitUntilListed(): Promise<void> {
      const isListed = async () => {
        const { finalPosition } = await openFeed(db)
        return (await rows(db, findNewerEvents, [finalPosition])).length === 0
      }
      await expect.poll(isListed, { interval: 20 }).toBe(true)
    },
    /** Queues all events and sends what is due, until nothing is being sent. */
    async work(): Promise<void> {
      await queueAllEvents(ctx)
      const sender = createWebhookSender(loopback, () => new Date())
      await sender.start(ctx)
      await sender.idle()
    },
    deliveries: () =>
      prizm.rows<FoundDelivery>(
        `select id, state, attempts, last_error as error,
                extract(epoch from next_attempt_at - (
                  select max(a.at) from webhook_attempts a where a.delivery_id = d.id
                ))::float8 as seconds
         from webhook_deliveries d order by id`,
      ),
    /** Ends all waits for retries and rests. */
    makeDue: () =>
      prizm.rows(
        `with due as (update webhook_deliveries set next_attempt_at = now() returning 1)
         update webhooks set leased_until = now()`,
      ),
    /** The ids of the records in the received messages. */
    receivedIds: () => receiver.received.map(({ body }) => JSON.parse(body).data.entityId),
    headersOf: (index: number) => receiver.received[index]?.headers as Record<string, string>,
  }
}
