import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '#app/testing.ts'
import type { Context, Database } from './db.ts'
import { inTransaction } from './db.ts'
import { makeLog } from './log.ts'
import { enqueue } from './outbox.ts'
import { type Delivery, round, startWorker, type Subscribers, waitSeconds } from './worker.ts'

let database: Database
let ctx: Context
const log = makeLog('silent')
const clock = () => new Date('2026-03-02T15:00:00Z')

beforeEach(async () => {
  database = await testDatabase()
  await emptyDatabase(database)
  ctx = { db: database.db, user: undefined, now: clock(), requestId: 'r', channel: 'test' }
})
afterEach(() => database.pool.query('select 1'))

const message = (aggregateId: number, topic = 'told') => ({
  topic,
  aggregate: 'thing',
  aggregateId,
  aggregateVersion: 1,
  payload: { number: aggregateId },
})
const states = async () => {
  const found = await database.pool.query(`select aggregate_id as id, attempts,
    sent_at is not null as sent, dead_at is not null as dead, last_error as error
    from outbox order by id`)
  return found.rows
}
const turn = (subscribers: Subscribers) => round({ database, log, clock, subscribers })

test('a message is heard once, in the order of its making', async () => {
  const heard: number[] = []
  await enqueue(ctx, [message(1), message(2), message(3)])
  const told = async (each: Delivery) => void heard.push(each.aggregateId)
  await turn({ told })
  await turn({ told })
  expect(heard).toEqual([1, 2, 3])
  expect((await states()).every((row) => row.sent && row.attempts === 1)).toBe(true)
})

test('a message of an act that was rolled back is never heard', async () => {
  const failing = inTransaction(ctx, async (inner) => {
    await enqueue(inner, [message(1)])
    throw new Error('the act failed')
  })
  await expect(failing).rejects.toThrow('the act failed')
  expect(await states()).toEqual([])
})

test('what nobody hears of is settled at once', async () => {
  await enqueue(ctx, [message(1, 'silent')])
  await turn({})
  expect(await states()).toEqual([{ id: 1, attempts: 1, sent: true, dead: false, error: null }])
})

test('a failed delivery waits, keeps its reason, and does not stop the others', async () => {
  await enqueue(ctx, [message(1), message(2)])
  await turn({
    told: async (each) => {
      if (each.aggregateId === 1) throw new Error('nobody home')
    },
  })
  expect(await states()).toEqual([
    { id: 1, attempts: 1, sent: false, dead: false, error: 'nobody home' },
    { id: 2, attempts: 1, sent: true, dead: false, error: null },
  ])
})

test('after ten failures a message waits for a person', async () => {
  await enqueue(ctx, [message(1)])
  await database.pool.query('update outbox set attempts = 9')
  await turn({ told: () => Promise.reject(new Error('still not')) })
  expect(await states()).toMatchObject([{ attempts: 10, dead: true, error: 'still not' }])
})

test('two nodes never deliver the same message at once', async () => {
  const heard: number[] = []
  await enqueue(
    ctx,
    Array.from({ length: 50 }, (_, index) => message(index + 1)),
  )
  const told = async (each: Delivery) => void heard.push(each.aggregateId)
  await Promise.all([turn({ told }), turn({ told }), turn({ told })])
  expect(heard.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
})

test('the wait doubles up to ten minutes', () => {
  expect([1, 2, 5, 9, 10, 20].map(waitSeconds)).toEqual([2, 4, 32, 512, 600, 600])
})

test('stopping ends the work after its round', async () => {
  await enqueue(ctx, [message(1, 'silent')])
  const cleaned: string[] = []
  const housekeeping = [async (inner: Context) => void cleaned.push(inner.requestId)]
  const stop = startWorker({ database, log, clock, subscribers: {}, housekeeping })
  await expect.poll(async () => (await states())[0]?.sent).toBe(true)
  await expect.poll(() => cleaned).toEqual(['worker'])
  await stop()
})
