import { beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { DeadMessage } from '../contract.ts'

let prizm: TestApp
let admin: string

const query = async (text: string, values: unknown[] = []) =>
  (await prizm.database.pool.query(text, values)).rows
const dead = (aggregateId: number, deadAt: string) =>
  query(
    `insert into outbox (topic, aggregate, aggregate_id, aggregate_version, payload, attempts,
                         last_error, created_at, dead_at)
     values ('payment.recorded', 'customer_payment', $1, 1, '{}', 10, 'No customer',
             '2026-03-01T08:00:00Z', $2)
     returning id`,
    [aggregateId, deadAt],
  )
const list = async (as = admin) =>
  (await prizm.call('GET', '/api/health/dead-messages', { as })).json<DeadMessage[]>()
const retry = (id: number, as = admin) =>
  prizm.call('POST', `/api/health/dead-messages/${id}/retry`, { as })

beforeEach(async () => {
  prizm = await startTestApp()
  admin = await prizm.signIn('admin')
})

test('lists the messages that were given up, newest first, and no others', async () => {
  await dead(7, '2026-03-01T09:00:00Z')
  await dead(8, '2026-03-01T10:00:00Z')
  await query(
    `insert into outbox (topic, aggregate, aggregate_id, aggregate_version, payload, attempts)
     values ('payment.recorded', 'customer_payment', 9, 1, '{}', 9)`,
  )
  expect(await list()).toEqual([
    {
      id: 2,
      topic: 'payment.recorded',
      aggregate: 'customer_payment',
      aggregateId: 8,
      attempts: 10,
      error: 'No customer',
      createdAt: '2026-03-01T08:00:00.000Z',
      deadAt: '2026-03-01T10:00:00.000Z',
    },
    expect.objectContaining({ id: 1, aggregateId: 7 }),
  ])
})

test('a retry queues the message with all attempts again, and is recorded', async () => {
  await dead(7, '2026-03-01T09:00:00Z')
  expect((await retry(1)).statusCode).toBe(204)
  expect(await list()).toEqual([])
  expect(
    await query('select attempts, dead_at, next_attempt_at <= now() as due from outbox'),
  ).toEqual([{ attempts: 0, dead_at: null, due: true }])
  expect(await query(`select entity_id, action from audit_log where entity = 'message'`)).toEqual([
    { entity_id: 1, action: 'retry' },
  ])
})

test('of two concurrent retries one succeeds, and the other is not found', async () => {
  await dead(7, '2026-03-01T09:00:00Z')
  const answers = await Promise.all([retry(1), retry(1)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 404])
})

test('only administrators see and retry messages', async () => {
  await dead(7, '2026-03-01T09:00:00Z')
  for (const role of ['manager', 'finance', 'viewer'] as const) {
    const as = await prizm.signIn(role)
    const listed = await prizm.call('GET', '/api/health/dead-messages', { as })
    expect([listed.statusCode, (await retry(1, as)).statusCode]).toEqual([403, 403])
  }
})
