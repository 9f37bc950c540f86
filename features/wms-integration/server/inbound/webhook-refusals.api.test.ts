import { afterEach, beforeEach, expect, test } from 'vitest'
import { healthWithWarnings } from '#features/system-health/server/testing.ts'
import { notifyOfOutages } from '#features/notifications/server/outage-notifications.ts'
import { sign } from '#platform/server/outbound/webhook-signature.ts'
import { type WarehouseFixture, warehouseFixture } from '../testing.ts'
import { watchWarehouse } from '../runs/watch-warehouse.ts'

let fixture: WarehouseFixture

beforeEach(async () => {
  fixture = await warehouseFixture()
})
afterEach(() => fixture.close())

const secret = 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA='
const body = JSON.stringify({ type: 'ping', data: {} })

/** Sends a body with valid signature headers, which `headers` may override. */
async function deliver(headers: Record<string, string> = {}, secondsOff = 0) {
  const now = new Date(fixture.prizm.clock.now.getTime() + secondsOff * 1000)
  const signed = { ...sign(secret, { id: 'msg_1', body }, now), ...headers }
  const all = { 'content-type': 'application/json', ...signed }
  const sent = { method: 'POST', url: '/api/wms/webhook', headers: all, payload: body } as const
  const answer = await fixture.prizm.app.inject(sent)
  const { code, detail, errors } = answer.json<Record<string, unknown>>()
  return { status: answer.statusCode, code, detail, errors }
}

test.each([
  [{ 'webhook-id': '' }, 'webhook-id', 'Required: 1 to 2,000 characters'],
  [
    { 'webhook-timestamp': '1767225600000' },
    'webhook-timestamp',
    'Must be whole seconds since 1970, such as 1767225600',
  ],
  [
    { 'webhook-signature': 'abc' },
    'webhook-signature',
    'Must be v1, and the base64 of the HMAC-SHA256',
  ],
  [
    { 'webhook-signature': 'v1,abc' },
    'webhook-signature',
    'Does not match the secret and the body',
  ],
])('the error of a wrongly signed webhook names the header: %j', async (headers, path, message) => {
  expect(await deliver(headers)).toEqual({
    status: 401,
    code: 'unauthenticated',
    detail: 'The signature of this webhook does not match',
    errors: [{ code: 'invalid', path, message }],
  })
  expect(await fixture.query('select id from wms_messages')).toEqual([])
})

test('a wrong clock is reported only to a sender who knows the secret', async () => {
  const ours = fixture.prizm.clock.now.toISOString()
  expect(await deliver({}, -301)).toEqual({
    status: 401,
    code: 'wrong-clock',
    detail:
      'The sender’s clock is wrong: this webhook was signed 301 seconds behind ours, ' +
      `which says ${ours}`,
    errors: [{ code: 'invalid', path: 'webhook-timestamp', message: 'Must be within 300 seconds' }],
  })
  expect(await deliver({}, 7200)).toMatchObject({
    code: 'wrong-clock',
    detail: expect.stringContaining('7200 seconds ahead of ours'),
  })
  const forged = await deliver({ 'webhook-signature': 'v1,abc' }, 7200)
  expect(forged).toMatchObject({ status: 401, code: 'unauthenticated' })
  expect((await deliver({}, 299)).status).toBe(200)
})

const badSignature =
  'The signature of this webhook does not match. ' +
  'The webhook secret must be the same here and at the warehouse'

test.each([
  ['a signature that does not fit', { 'webhook-signature': 'v1,abc' }, 0, badSignature],
  ['a wrong clock', {}, -301, 'this webhook was signed 301 seconds behind ours'],
])('users are notified of webhooks that are refused repeatedly for %s', async (...of) => {
  const [, headers, secondsOff, says] = of
  const { query, context, prizm, manager } = fixture
  const readNotifications = async () => {
    await notifyOfOutages(context())
    return query<{ title: string; text: string }>(
      `select distinct title, text from notifications where key like 'trouble-%'`,
    )
  }
  for (let times = 0; times < 3; times++) await deliver(headers, secondsOff)
  expect(await readNotifications()).toEqual([])
  await query(`update outside_troubles set began_at = began_at - interval '2 minutes'`)
  const title = 'Webhooks of the warehouse are refused'
  expect(await readNotifications()).toEqual([{ title, text: expect.stringContaining(says) }])
  expect(await healthWithWarnings(prizm, manager)).toEqual({
    overall: 'degraded',
    warnings: [expect.stringContaining(says)],
  })
  expect((await deliver()).status).toBe(200)
  expect(await query('select part from outside_troubles')).toEqual([])
})

test('unsigned webhooks are not a problem, and one last seen a day ago is over', async () => {
  const { query, context, config } = fixture
  await deliver({ 'webhook-signature': '' })
  expect(await query('select part from outside_troubles')).toEqual([])
  await deliver({ 'webhook-signature': 'v1,abc' })
  await watchWarehouse(context(), config)
  expect(await query('select part from outside_troubles')).toEqual([{ part: 'warehouse-webhooks' }])
  await query(`update outside_troubles set last_at = last_at - interval '25 hours'`)
  await watchWarehouse(context(), config)
  expect(await query('select part from outside_troubles')).toEqual([])
})

test.each([
  [
    'shipment.created',
    { shipmentId: 'S-1', orderNumber: 'SO-1', lines: [] },
    'data.shippedAt',
    'Required',
  ],
  [
    'shipment.created',
    { shipmentId: 'S-1', orderNumber: 'SO-1', shippedAt: 'yesterday', lines: [] },
    'data.shippedAt',
    'Must be a moment with its zone, such as 2026-03-01T09:30:00Z',
  ],
  [
    'shipment.created',
    {
      shipmentId: 'S-1',
      orderNumber: 'SO-1',
      shippedAt: '2026-03-01T09:30:00Z',
      lines: [{ sku: 'A', quantity: 1.5 }],
    },
    'data.lines.0.quantity',
    'Must be a whole number from 1 to 2147483647',
  ],
  [
    'stock.moved',
    { movementId: 'M-1', sku: '', delta: 1, occurredAt: '2026-03-01T09:30:00Z' },
    'data.sku',
    'Must be text of 1 to 100 characters in one line',
  ],
  [
    'inventory.snapshot',
    { asOf: '2026-03-01T09:30:00Z', lines: [] },
    'data.snapshotId',
    'Required',
  ],
])('the error of an unreadable event names the field: %s %j', async (type, data, path, message) => {
  const answer = await fixture.webhook(type, data)
  expect(answer.statusCode).toBe(422)
  expect(answer.json<{ errors: unknown[] }>().errors).toContainEqual(
    expect.objectContaining({ path, message }),
  )
  const [problem] = await fixture.problems()
  expect(problem?.reason).toContain(path)
})

test('an unknown kind of event and a body without one are reported by field', async () => {
  const unknown = await fixture.webhook('order.sung', {})
  expect(unknown.json<object>()).toMatchObject({
    errors: [
      { path: 'type', message: expect.stringMatching(/^Must be one of ping, .*stock.moved/) },
    ],
  })
  const bare = await fixture.webhook('', {}, { body: '{"type":"ping"}' })
  expect(bare.json<object>()).toMatchObject({
    detail: 'The request body is not a valid event: data required',
    errors: [{ path: 'data', message: 'Required' }],
  })
})

test.each(['secret', 'x'.repeat(64), 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'whsec_c2hvcnQ='])(
  'the weak webhook secret %s is refused at its field',
  async (webhookSecret) => {
    const as = await fixture.prizm.signIn('admin')
    const put = { as, body: { webhookSecret } }
    const answer = await fixture.prizm.call('PUT', '/api/wms/connection', put)
    expect([answer.statusCode, answer.json<object>()]).toMatchObject([
      422,
      {
        errors: [
          {
            path: 'webhookSecret',
            message:
              'Must be at least 24 random bytes: whsec_ and their base64, ' +
              'or a text of the same length',
          },
        ],
      },
    ])
  },
)
