import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { createWebhookSender } from './send-due-deliveries.ts'
import { startReceiver, queueAllEvents } from './testing.ts'
import { deleteOldWebhookDeliveries } from './deliveries.ts'

// An address of the public network, so that no name must be resolved.
const url = 'https://93.184.215.14/hook'
const form = { url, description: 'Shop', topics: ['invoice.posted'] }

let prizm: TestApp
let as: string
let ctx: Context

beforeEach(async () => {
  prizm = await startTestApp({ WEBHOOK_LOOPBACK: 'on' })
  as = await prizm.signIn('admin')
  const { db } = prizm.database
  ctx = { db, user: undefined, now: new Date(), requestId: 'test', channel: 'worker' }
})
afterEach(() => prizm.close())

const post = (path: string, body?: object, headers: Record<string, string> = {}) =>
  prizm.call('POST', `/api/${path}`, { as, ...(body && { body }), headers })

async function emit(aggregateId: number): Promise<void> {
  const message = { aggregate: 'invoice', aggregateId, aggregateVersion: 1, payload: {} }
  await inTransaction(ctx, (inner) => enqueue(inner, [{ topic: 'invoice.posted', ...message }]))
}

test('a webhook is created with a secret that no other answer shows', async () => {
  const made = await post('webhooks', form)
  expect(made.statusCode, made.body).toBe(201)
  const { secret, ...webhook } = made.json()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  expect(webhook).toMatchObject({ ...form, isActive: true, inactiveReason: null, version: 1 })
  const listed = await prizm.call('GET', '/api/webhooks', { as })
  expect(listed.json()).toEqual([webhook])
  expect(listed.body).not.toContain(secret)
  const acts = await prizm.rows(`select action, entity_id from audit_log where entity = 'webhook'`)
  expect(acts).toEqual([{ action: 'create', entity_id: webhook.id }])
  const [{ changes }] = (await prizm.rows(
    `select changes::text as changes from audit_log where entity = 'webhook'`,
  )) as [{ changes: string }]
  expect(changes).not.toContain(secret)
})

test('a retry of the creation returns the same webhook and secret', async () => {
  const headers = { 'idempotency-key': 'lost' }
  const answers = await Promise.all([1, 2, 3].map(() => post('webhooks', form, headers)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(await prizm.rows('select count(*)::int as count from webhooks')).toEqual([{ count: 1 }])
  const other = await post('webhooks', { ...form, description: 'Other' }, headers)
  expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency-key-reused'])
})

test('a retry of a rotation returns the same secret, and the old one keeps its time', async () => {
  const { id, secret: old } = (await post('webhooks', form)).json()
  const headers = { 'idempotency-key': 'lost' }
  const first = await post(`webhooks/${id}/secret`, undefined, headers)
  const again = await post(`webhooks/${id}/secret`, undefined, headers)
  expect(again.json()).toEqual(first.json())
  expect(await prizm.rows('select previous_secret as old from webhooks')).toEqual([{ old }])
})

test.each([
  [{ ...form, topics: [] }, 'topics'],
  [{ ...form, topics: ['invoice.burned'] }, 'topics.0'],
  [{ ...form, url: 'ftp://93.184.215.14/' }, 'url'],
  [{ ...form, url: 'https://user@93.184.215.14/' }, 'url'],
  [{ ...form, url: 'https://93.184.215.14:22/' }, 'url'],
  [{ ...form, description: '' }, 'description'],
])('refuses %j at its field', async (body, path) => {
  const refused = await post('webhooks', body)
  expect(refused.statusCode).toBe(422)
  expect(refused.json().errors).toMatchObject([{ path }])
  expect(await prizm.rows('select id from webhooks')).toEqual([])
})

test('there are at most 50 webhooks', async () => {
  await prizm.rows(
    `insert into webhooks (url, description, topics, secret)
     select 'https://93.184.215.14/', 'Shop', array['invoice.posted'], 'whsec_' || n
     from generate_series(1, 50) n`,
  )
  const refused = await post('webhooks', form)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'too-many-webhooks'])
})

test('only administrators see and change webhooks, and no API key does', async () => {
  const manager = await prizm.signIn('manager')
  expect((await prizm.call('GET', '/api/webhooks', { as: manager })).statusCode).toBe(403)
  const { key } = (await post('api-keys', { name: 'shop', scopes: ['read', 'override'] })).json()
  const headers = { authorization: `Bearer ${key}` }
  expect((await prizm.call('GET', '/api/webhooks', { headers })).statusCode).toBe(403)
  const made = await prizm.call('POST', '/api/webhooks', { headers, body: form })
  expect(made.statusCode).toBe(403)
})

test('a stale update is refused, and one without a change writes nothing', async () => {
  const { id, version } = (await post('webhooks', form)).json()
  const put = (body: object, ifMatch: number) =>
    prizm.call('PUT', `/api/webhooks/${id}`, {
      as,
      body,
      headers: { 'if-match': `"${ifMatch}"` },
    })
  expect((await put(form, version)).json().version).toBe(version)
  const changed = await put({ ...form, description: 'Web shop' }, version)
  expect(changed.json()).toMatchObject({ description: 'Web shop', version: version + 1 })
  expect((await put(form, version)).statusCode).toBe(412)
})

test('a webhook whose address is private by now can be deactivated, but not moved', async () => {
  const { id } = (await post('webhooks', form)).json()
  await prizm.rows(`update webhooks set url = 'https://10.0.0.1/hook' returning 1`)
  const put = (body: object) => prizm.call('PUT', `/api/webhooks/${id}`, { as, body })
  const off = await put({ ...form, url: 'https://10.0.0.1/hook', isActive: false })
  expect([off.statusCode, off.json().isActive]).toEqual([200, false])
  const moved = await put({ ...form, url: 'https://10.0.0.2/hook' })
  expect(moved.statusCode).toBe(422)
  expect(moved.json().errors).toMatchObject([{ path: 'url' }])
})

test('a deleted webhook is gone with its deliveries, and the history knows', async () => {
  const { id } = (await post('webhooks', form)).json()
  await emit(1)
  await queueAllEvents(ctx)
  const gone = await prizm.call('DELETE', `/api/webhooks/${id}`, { as })
  expect(gone.statusCode).toBe(204)
  expect(await prizm.rows('select id from webhook_deliveries')).toEqual([])
  expect((await prizm.call('DELETE', `/api/webhooks/${id}`, { as })).statusCode).toBe(404)
  const acts = await prizm.rows(`select action from audit_log where entity = 'webhook' order by id`)
  expect(acts).toEqual([{ action: 'create' }, { action: 'delete' }])
})

test('a replay since a moment sends what was sent and what was missed, once each', async () => {
  const { id } = (await post('webhooks', form)).json()
  await emit(1)
  await queueAllEvents(ctx)
  await prizm.rows(`update webhook_deliveries set state = 'delivered', ended_at = now()`)
  await prizm.rows('update webhooks set is_active = false')
  await emit(2)
  await queueAllEvents(ctx)
  const since = new Date(Date.now() - 60_000).toISOString()
  const inactive = await post(`webhooks/${id}/replay`, { since })
  expect([inactive.statusCode, inactive.json().code]).toEqual([409, 'webhook-inactive'])
  await prizm.rows('update webhooks set is_active = true')
  const replay = await post(`webhooks/${id}/replay`, { since })
  expect(replay.json()).toEqual({ count: 2 })
  const waiting = await prizm.rows(
    'select entity_id as id, state, attempts from webhook_deliveries order by id',
  )
  expect(waiting).toEqual([
    { id: 1, state: 'waiting', attempts: 0 },
    { id: 2, state: 'waiting', attempts: 0 },
  ])
  const later = new Date(Date.now() + 60_000).toISOString()
  expect((await post(`webhooks/${id}/replay`, { since: later })).json()).toEqual({ count: 0 })
  const wrong = await post(`webhooks/${id}/replay`, { since: 'yesterday' })
  expect(wrong.json().errors).toMatchObject([{ path: 'since' }])
})

test('a test sends one ping, also to an inactive webhook, and is not repeated', async () => {
  const receiver = await startReceiver()
  const made = await post('webhooks', { ...form, url: receiver.url, isActive: false })
  const { id } = made.json()
  receiver.answer = (response) => response.writeHead(500).end()
  const queued = await post(`webhooks/${id}/test`)
  expect(queued.statusCode).toBe(201)
  expect(queued.json()).toMatchObject({ webhookId: id, topic: 'ping', state: 'waiting' })
  const sender = createWebhookSender({ WEBHOOK_LOOPBACK: 'on' }, () => new Date())
  await sender.start(ctx)
  await sender.idle()
  await receiver.close()
  expect(receiver.received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: 'ping', data: { webhookId: id } },
  ])
  const [delivery] = (await prizm.call('GET', '/api/webhook-deliveries', { as })).json()
  expect(delivery).toMatchObject({ state: 'dead', attempts: 1, lastStatus: 500 })
  const acts = await prizm.rows(`select action from audit_log where entity = 'webhook' order by id`)
  expect(acts).toEqual([{ action: 'create' }, { action: 'test' }])
})

test('deliveries are deleted with their attempts after 30 days', async () => {
  const { id } = (await post('webhooks', form)).json()
  await post(`webhooks/${id}/test`)
  await post(`webhooks/${id}/test`)
  await prizm.rows(
    `insert into webhook_attempts (delivery_id, url, headers, took_ms)
     select id, 'https://93.184.215.14/', '{}', 5 from webhook_deliveries`,
  )
  await prizm.rows(
    `update webhook_deliveries set created_at = now() - interval '31 days'
     where id = (select min(id) from webhook_deliveries)`,
  )
  await deleteOldWebhookDeliveries(ctx)
  const left = await prizm.rows('select delivery_id as id from webhook_attempts')
  expect(left).toEqual(await prizm.rows('select id from webhook_deliveries'))
  expect(left).toHaveLength(1)
})

test('deliveries are listed by webhook, topic and state', async () => {
  const { id } = (await post('webhooks', form)).json()
  await emit(1)
  await queueAllEvents(ctx)
  await post(`webhooks/${id}/test`)
  const topicsOf = async (query: string) => {
    const answer = await prizm.call('GET', `/api/webhook-deliveries?${query}`, { as })
    return answer.json().map(({ topic }: { topic: string }) => topic)
  }
  expect(await topicsOf(`webhookId=${id}`)).toEqual(['ping', 'invoice.posted'])
  expect(await topicsOf('topic=ping&state=waiting')).toEqual(['ping'])
  expect(await topicsOf('state=dead')).toEqual([])
  expect(await topicsOf(`webhookId=${id + 1}`)).toEqual([])
})
