import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { createWebhookSender } from './send-due-deliveries.ts'
import { loopback, slowest, startReceiver, type WebhookFixture, webhookFixture } from './testing.ts'

const clock = () => new Date()

let prizm: TestApp
let hooks: WebhookFixture

beforeEach(async () => {
  prizm = await startTestApp(loopback)
  hooks = await webhookFixture(prizm)
})
afterEach(async () => {
  await hooks.receiver.close()
  await prizm.close()
})

test('an event arrives signed, with the data of the event list', async () => {
  const { secret } = await hooks.make()
  await hooks.emit([7])
  await hooks.work()
  const [message] = hooks.receiver.received
  const body = message?.body ?? ''
  expect(new Webhook(secret).verify(body, hooks.headersOf(0))).toEqual(JSON.parse(body))
  const [event] = (await prizm.call('GET', '/api/events', { as: hooks.as })).json()
  expect(JSON.parse(body)).toEqual({ type: 'invoice.posted', timestamp: event.at, data: event })
  expect(message?.headers['webhook-id']).toBe(event.id)
  expect(await hooks.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1, error: null }])
})

test('only events of its topics and of the time in which it is active are sent', async () => {
  await hooks.emit([1])
  await hooks.waitUntilListed()
  const { id, version } = await hooks.make()
  await hooks.emit([2])
  await hooks.emit([3], 'payment.recorded')
  await hooks.work()
  const form = { url: hooks.receiver.url, description: 'Shop', topics: ['invoice.posted'] }
  const body = { ...form, isActive: false }
  const headers = { 'if-match': `"${version}"` }
  const off = await prizm.call('PUT', `/api/webhooks/${id}`, { as: hooks.as, body, headers })
  expect(off.statusCode, off.body).toBe(200)
  await hooks.emit([4])
  await hooks.work()
  expect(hooks.receivedIds()).toEqual([2])
})

test('events arrive in their order, one after the other', async () => {
  await hooks.make()
  await hooks.emit([5, 3, 9, 1])
  await hooks.work()
  expect(hooks.receivedIds()).toEqual([5, 3, 9, 1])
})

test('events of one record arrive in the order of its changes', async () => {
  await hooks.make()
  await hooks.emit([7])
  await prizm.rows(`insert into outbox
    (topic, aggregate, aggregate_id, aggregate_version, payload)
    values ('invoice.posted', 'invoice', 7, 2, '{}')`)
  await hooks.emit([8])
  // The transaction of the later change began first, and waited for the record.
  await prizm.rows(`update outbox o set feed_position = p.other
    from (select a.id, b.feed_position as other from outbox a
          join outbox b on b.aggregate_id = a.aggregate_id and b.id <> a.id) p
    where p.id = o.id`)
  await hooks.work()
  const data = hooks.receiver.received.map(({ body }) => JSON.parse(body).data)
  expect(data.map(({ entityId, version }) => [entityId, version])).toEqual([
    [7, 1],
    [7, 2],
    [8, 1],
  ])
})

test('a first failure holds back later events for 5 seconds', async () => {
  await hooks.make()
  let failures = 1
  hooks.receiver.answer = (response) => response.writeHead(failures-- > 0 ? 503 : 200).end()
  await hooks.emit([1, 2])
  await hooks.work()
  expect(hooks.receivedIds()).toEqual([1])
  const [first] = await hooks.deliveries()
  expect(first).toMatchObject({ state: 'waiting', attempts: 1 })
  expect(first?.seconds).toBeGreaterThanOrEqual(4.5)
  expect(first?.seconds).toBeLessThanOrEqual(5.5 + slowest)
  await hooks.makeDue()
  await hooks.work()
  expect(hooks.receivedIds()).toEqual([1, 1, 2])
  const [once, again] = hooks.receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(once).toBe(again)
})

test('an event that failed twice no longer holds back the later ones', async () => {
  await hooks.make()
  hooks.receiver.answer = (response, { body }) =>
    response.writeHead(JSON.parse(body).data.entityId === 1 ? 500 : 200).end()
  await hooks.emit([1, 2])
  await hooks.work()
  await hooks.makeDue()
  await hooks.work()
  expect(hooks.receivedIds()).toEqual([1, 1, 2])
  expect((await hooks.deliveries()).map(({ state }) => state)).toEqual(['waiting', 'delivered'])
})

test('a redirect is not followed', async () => {
  await hooks.make()
  const other = await startReceiver()
  hooks.receiver.answer = (response) => response.writeHead(302, { location: other.url }).end()
  await hooks.emit([1])
  await hooks.work()
  await other.close()
  expect(other.received).toEqual([])
  const error = 'The receiver answered 302: redirects are not followed'
  expect(await hooks.deliveries()).toMatchObject([{ state: 'waiting', error }])
})

test('P22 a private address is refused when it is saved and when it is sent to', async () => {
  for (const url of ['https://10.0.0.1/hook', 'https://169.254.169.254/', 'http://example.com/']) {
    const body = { url, description: 'Shop', topics: ['invoice.posted'] }
    // oxlint-disable-next-line no-await-in-loop
    const refused = await prizm.call('POST', '/api/webhooks', { as: hooks.as, body })
    expect([refused.statusCode, refused.json().errors[0].path]).toEqual([422, 'url'])
  }
  await hooks.make()
  await prizm.rows(`update webhooks set url = 'https://192.168.1.1/hook'`)
  await hooks.emit([1])
  await hooks.work()
  expect(await hooks.deliveries()).toMatchObject([
    { state: 'waiting', error: '192.168.1.1 is in a private network, which is not allowed' },
  ])
  // Without the setting, loopback is private too.
  await prizm.rows(`update webhooks set url = '${hooks.receiver.url}'`)
  await hooks.makeDue()
  const sender = createWebhookSender({}, clock)
  await sender.start(hooks.ctx)
  await sender.idle()
  expect(hooks.receiver.received).toEqual([])
})

test('after a rotation both secrets sign for 24 hours, then only the new one', async () => {
  const { id, secret: old } = await hooks.make()
  const rotated = await prizm.call('POST', `/api/webhooks/${id}/secret`, { as: hooks.as })
  expect(rotated.statusCode, rotated.body).toBe(201)
  const { secret, previousUntil } = rotated.json()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  expect(secret).not.toBe(old)
  expect(previousUntil).not.toBeNull()
  await hooks.emit([1])
  await hooks.work()
  const first = hooks.receiver.received[0]?.body ?? ''
  for (const each of [old, secret]) {
    expect(new Webhook(each).verify(first, hooks.headersOf(0))).toEqual(JSON.parse(first))
  }
  await prizm.rows(`update webhooks set previous_until = now() - interval '1 second'`)
  await hooks.emit([2])
  await hooks.work()
  const second = hooks.receiver.received[1]?.body ?? ''
  expect(new Webhook(secret).verify(second, hooks.headersOf(1))).toEqual(JSON.parse(second))
  expect(() => new Webhook(old).verify(second, hooks.headersOf(1))).toThrow('No matching signature')
})

test('the log has the request without its signature, and the beginning of the answer', async () => {
  await hooks.make()
  const answer = `no\u0000 ${'x'.repeat(100_000)}`
  hooks.receiver.answer = (response) => response.writeHead(400).end(answer)
  await hooks.emit([1])
  await hooks.work()
  const [{ id } = { id: 0 }] = await hooks.deliveries()
  const read = await prizm.call('GET', `/api/webhook-deliveries/${id}`, { as: hooks.as })
  const { log, body } = read.json()
  expect(body).toBe(hooks.receiver.received[0]?.body)
  expect(log).toMatchObject([{ url: hooks.receiver.url, status: 400, error: null }])
  expect(Object.keys(log[0].headers).toSorted()).toEqual([
    'content-type',
    'user-agent',
    'webhook-id',
    'webhook-timestamp',
  ])
  expect(log[0].answer).toHaveLength(2000)
  expect(log[0].answer.slice(0, 4)).toBe('no\uFFFD ')
})
