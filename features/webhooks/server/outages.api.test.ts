import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { createWebhookSender } from './send-due-deliveries.ts'
import {
  loopback,
  slowest,
  startReceiver,
  type WebhookFixture,
  webhookFixture,
  queueAllEvents,
} from './testing.ts'

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

test('after eight attempts a delivery is given up, and a replay sends it', async () => {
  const { id } = await hooks.make()
  hooks.receiver.answer = (response) => response.writeHead(500).end('broken')
  await hooks.emit([1])
  const waits: number[] = []
  for (let attempt = 1; attempt <= 8; attempt++) {
    // oxlint-disable-next-line no-await-in-loop
    await hooks.work()
    // oxlint-disable-next-line no-await-in-loop
    waits.push((await hooks.deliveries())[0]?.seconds ?? 0)
    // oxlint-disable-next-line no-await-in-loop
    await hooks.makeDue()
  }
  const planned = [5, 300, 1800, 7200, 18_000, 21_600, 28_800]
  for (const [index, seconds] of planned.entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(seconds * 0.9)
    expect(waits[index]).toBeLessThanOrEqual(seconds * 1.1 + slowest)
  }
  const error = 'The receiver answered 500'
  expect(await hooks.deliveries()).toMatchObject([{ state: 'dead', attempts: 8, error }])
  await hooks.work()
  expect(hooks.receiver.received).toHaveLength(8)
  const notices = (await prizm.call('GET', '/api/notifications', { as: hooks.as })).json()
  expect(notices).toMatchObject([{ title: 'Webhook Shop does not accept messages' }])
  const [{ id: deliveryId } = { id: 0 }] = await hooks.deliveries()
  hooks.receiver.answer = (response) => response.writeHead(200).end()
  const path = `/api/webhook-deliveries/${deliveryId}/replay`
  const replay = await prizm.call('POST', path, { as: hooks.as })
  expect(replay.statusCode, replay.body).toBe(200)
  expect(replay.json()).toMatchObject({ webhookId: id, state: 'waiting', attempts: 0 })
  await hooks.work()
  expect(await hooks.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }])
  const ids = new Set(hooks.receiver.received.map(({ headers }) => headers['webhook-id']))
  expect(ids.size).toBe(1)
  const acts = await prizm.rows(
    `select entity_id, changes from audit_log where entity = 'webhook' and action = 'replay'`,
  )
  const changes = { messageId: { from: null, to: [...ids][0] } }
  expect(acts).toEqual([{ entity_id: id, changes }])
})

test('410 deactivates the webhook, administrators know, and nothing more is sent', async () => {
  const { id } = await hooks.make()
  hooks.receiver.answer = (response) => response.writeHead(410).end()
  await hooks.emit([1, 2])
  await hooks.work()
  await hooks.work()
  expect(hooks.receivedIds()).toEqual([1])
  const [webhook] = (await prizm.call('GET', '/api/webhooks', { as: hooks.as })).json()
  expect(webhook).toMatchObject({ id, isActive: false, inactiveReason: 'gone' })
  expect(webhook).toMatchObject({ dead: 1, waiting: 1 })
  const notices = (await prizm.call('GET', '/api/notifications', { as: hooks.as })).json()
  expect(notices).toMatchObject([{ title: 'Webhook Shop was deactivated' }])
  const [{ id: deliveryId } = { id: 0 }] = await hooks.deliveries()
  const path = `/api/webhook-deliveries/${deliveryId}/replay`
  const replay = await prizm.call('POST', path, { as: hooks.as })
  expect([replay.statusCode, replay.json().code]).toEqual([409, 'webhook-inactive'])
})

test('five days of failures deactivate a webhook; activating it goes on', async () => {
  const { id } = await hooks.make()
  hooks.receiver.answer = (response) => response.writeHead(500).end()
  await hooks.emit([1])
  await hooks.work()
  await prizm.rows(`update webhooks set failing_since = now() - interval '6 days'`)
  await hooks.makeDue()
  await hooks.work()
  const [webhook] = (await prizm.call('GET', '/api/webhooks', { as: hooks.as })).json()
  expect(webhook).toMatchObject({ isActive: false, inactiveReason: 'failing', waiting: 1 })
  hooks.receiver.answer = (response) => response.writeHead(200).end()
  const { url, description, topics } = webhook
  const body = { url, description, topics, isActive: true }
  const on = await prizm.call('PUT', `/api/webhooks/${id}`, { as: hooks.as, body })
  expect(on.json()).toMatchObject({ isActive: true, inactiveReason: null, failingSince: null })
  await hooks.makeDue()
  await hooks.work()
  expect(await hooks.deliveries()).toMatchObject([{ state: 'delivered' }])
})

test('a receiver that hangs does not delay another', async () => {
  await hooks.make()
  const hanging = await startReceiver()
  const arrived = new Promise<void>((resolve) => {
    hanging.answer = () => resolve()
  })
  await hooks.make({ url: hanging.url, description: 'Hanging' })
  await hooks.emit([1])
  await queueAllEvents(hooks.ctx)
  const sender = createWebhookSender(loopback, clock)
  await sender.start(hooks.ctx)
  await arrived
  await hooks.emit([2])
  await queueAllEvents(hooks.ctx)
  while (hooks.receiver.received.length < 2) {
    // oxlint-disable-next-line no-await-in-loop
    await sender.start(hooks.ctx)
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(hooks.receivedIds()).toEqual([1, 2])
  expect(hanging.received).toHaveLength(1)
  await hanging.close()
  await sender.finish()
})

test('two nodes send each message once', async () => {
  await hooks.make()
  await hooks.emit([1, 2, 3])
  await Promise.all([queueAllEvents(hooks.ctx), queueAllEvents(hooks.ctx)])
  const senders = [createWebhookSender(loopback, clock), createWebhookSender(loopback, clock)]
  await Promise.all(senders.map((sender) => sender.start(hooks.ctx)))
  await Promise.all(senders.map((sender) => sender.idle()))
  expect(hooks.receivedIds()).toEqual([1, 2, 3])
})

test('a node that died while sending is replaced after its lease, with the same id', async () => {
  await hooks.make()
  await hooks.emit([1])
  await queueAllEvents(hooks.ctx)
  // The dead node had claimed the webhook; whether its message arrived is unknown.
  await prizm.rows(`update webhooks set leased_until = now() + interval '60 seconds'`)
  await hooks.work()
  expect(hooks.receiver.received).toEqual([])
  await prizm.rows(`update webhooks set leased_until = now()`)
  await hooks.work()
  const [event] = (await prizm.call('GET', '/api/events', { as: hooks.as })).json()
  expect(hooks.receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([event.id])
})

test('after five failures a receiver gets one attempt in 30 seconds', async () => {
  await hooks.make()
  hooks.receiver.answer = (response) => response.writeHead(500).end()
  await hooks.emit([1, 2, 3, 4, 5, 6, 7])
  // None of them holds back the others.
  await queueAllEvents(hooks.ctx)
  await prizm.rows('update webhook_deliveries set attempts = 2')
  await hooks.work()
  expect(hooks.receiver.received).toHaveLength(5)
  await hooks.work()
  expect(hooks.receiver.received).toHaveLength(5)
  await prizm.rows('update webhooks set leased_until = now()')
  await hooks.work()
  expect(hooks.receiver.received).toHaveLength(6)
})
