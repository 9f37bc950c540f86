import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '#app/testing.ts'
import type { Context, Database } from '../database/db.ts'
import { inTransaction } from '../database/db.ts'
import { createLog } from '../runtime/log.ts'
import { createNodeCheck } from '../runtime/clock-and-version-check.ts'
import type { JobRecords } from './job-outcomes.ts'
import { enqueue } from './outbox.ts'
import type { RetentionRule } from './retention-rules.ts'
import {
  type Delivery,
  runWorkerRound,
  startWorker,
  type Subscribers,
  retryDelaySeconds,
} from './worker.ts'

let database: Database
let ctx: Context
const log = createLog('silent')
const clock = () => new Date('2026-03-02T15:00:00Z')

beforeEach(async () => {
  database = await testDatabase()
  await emptyDatabase(database)
  ctx = { db: database.db, user: undefined, now: clock(), requestId: 'r', channel: 'test' }
})
afterEach(() => database.pool.query('select 1'))

/** A cleanup of no table of the program. */
const cleanup = (deleteDue: RetentionRule['deleteDue']): RetentionRule => {
  const countDue = { name: 'count_none', text: 'select 0 as count, null as oldest' }
  return { deleteDue, tables: [{ table: 'none', keptDays: null, countDue }] }
}
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
const turn = (subscribers: Subscribers) => runWorkerRound({ database, log, clock, subscribers })

test('delivers each message once, in creation order', async () => {
  const delivered: number[] = []
  await enqueue(ctx, [message(1), message(2), message(3)])
  const subscriber = async (each: Delivery) => void delivered.push(each.aggregateId)
  await turn({ told: subscriber })
  await turn({ told: subscriber })
  expect(delivered).toEqual([1, 2, 3])
  expect((await states()).every((row) => row.sent && row.attempts === 1)).toBe(true)
})

test('never delivers a message whose transaction was rolled back', async () => {
  const failing = inTransaction(ctx, async (inner) => {
    await enqueue(inner, [message(1)])
    throw new Error('the act failed')
  })
  await expect(failing).rejects.toThrow('the act failed')
  expect(await states()).toEqual([])
})

test('marks a message without a subscriber as sent at once', async () => {
  await enqueue(ctx, [message(1, 'silent')])
  await turn({})
  expect(await states()).toEqual([{ id: 1, attempts: 1, sent: true, dead: false, error: null }])
})

test('a failed delivery records its error, is retried later and blocks no others', async () => {
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

test('a slow subscriber delays no other topic', async () => {
  await enqueue(ctx, [message(1, 'slow'), message(2), message(3, 'slow'), message(4)])
  const delivered: number[] = []
  let finish = () => {}
  const blocked = new Promise<void>((resolve) => (finish = resolve))
  const subscribers = {
    slow: async (each: Delivery) => {
      await blocked
      delivered.push(each.aggregateId)
    },
    told: async (each: Delivery) => void delivered.push(each.aggregateId),
  }
  const stop = startWorker({ database, log, clock, subscribers, housekeeping: [] })
  try {
    await expect.poll(() => delivered).toEqual([2, 4])
    // Later rounds deliver the other topic while the slow one is still busy.
    await enqueue(ctx, [message(5)])
    await expect.poll(() => delivered).toEqual([2, 4, 5])
    const sent = async () => (await states()).map((each) => each.sent)
    await expect.poll(sent).toEqual([false, true, false, true, true])
  } finally {
    finish()
    await stop()
  }
  expect(delivered).toEqual([2, 4, 5, 1, 3])
  expect((await states()).every(({ sent, attempts }) => sent && attempts === 1)).toBe(true)
})

test('a message becomes a dead letter after ten failures', async () => {
  await enqueue(ctx, [message(1)])
  await database.pool.query('update outbox set attempts = 9')
  await turn({ told: () => Promise.reject(new Error('still not')) })
  expect(await states()).toMatchObject([{ attempts: 10, dead: true, error: 'still not' }])
})

test('nodes never deliver the same message at the same time', async () => {
  const delivered: number[] = []
  await enqueue(
    ctx,
    Array.from({ length: 50 }, (_, index) => message(index + 1)),
  )
  const subscriber = async (each: Delivery) => void delivered.push(each.aggregateId)
  await Promise.all([
    turn({ told: subscriber }),
    turn({ told: subscriber }),
    turn({ told: subscriber }),
  ])
  expect(delivered.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
})

test('the retry delay doubles up to ten minutes', () => {
  expect([1, 2, 5, 9, 10, 20].map(retryDelaySeconds)).toEqual([2, 4, 32, 512, 600, 600])
})

test('stops after the current round', async () => {
  await enqueue(ctx, [message(1, 'silent')])
  const cleaned: string[] = []
  const housekeeping = [cleanup(async (inner) => void cleaned.push(inner.requestId))]
  const stop = startWorker({ database, log, clock, subscribers: {}, housekeeping })
  await expect.poll(async () => (await states())[0]?.sent).toBe(true)
  await expect.poll(() => cleaned).toEqual(['worker'])
  await stop()
})

test('records when each job last succeeded, and how often it failed', async () => {
  const records: JobRecords = new Map()
  const failing = async () => {
    throw new Error('not today')
  }
  const jobs = [
    { name: 'good', everyMs: 3_600_000, run: async () => undefined },
    { name: 'bad', everyMs: 3_600_000, run: failing },
  ]
  const housekeeping = [cleanup(async () => undefined)]
  const stop = startWorker({ database, log, clock, subscribers: {}, housekeeping, jobs, records })
  await stop()
  const startedAt = clock()
  expect([...records.values()]).toEqual([
    { name: 'good', everyMs: 3_600_000, startedAt, succeededAt: startedAt, failures: 0 },
    { name: 'bad', everyMs: 3_600_000, startedAt, succeededAt: undefined, failures: 1 },
    { name: 'outbox', everyMs: 1000, startedAt, succeededAt: startedAt, failures: 0 },
  ])
})

/** A node with a problem, and how to cause and fix it. */
type Wrong = { now: () => Date; setWrong: () => Promise<unknown>; setRight: () => Promise<unknown> }

const newer = '99991231_235959_of_tomorrow'
let aheadMs = 0
const wrongs: Record<string, Wrong> = {
  'whose clock is a day behind': {
    now: () => new Date(Date.now() + aheadMs),
    setWrong: async () => (aheadMs = -86_400_000),
    setRight: async () => (aheadMs = 0),
  },
  'whose version is older than the database': {
    now: () => new Date(),
    setWrong: () =>
      database.pool.query(
        `insert into migrations (name, program_version, older_may_write)
         values ('${newer}', '9.9.0', false)`,
      ),
    setRight: () => database.pool.query(`delete from migrations where name = '${newer}'`),
  },
}

test.each(Object.keys(wrongs))(
  'a node %s runs no jobs and delivers nothing until it is corrected',
  async (name) => {
    const wrong = wrongs[name]
    if (!wrong) throw new Error(name)
    const done: string[] = []
    const jobs = [{ name: 'job', everyMs: 1, run: async () => void done.push('job') }]
    const housekeeping = [cleanup(async () => void done.push('cleaned'))]
    const subscribers = { told: async (each: Delivery) => void done.push(`told ${each.id}`) }
    const node = createNodeCheck(database, { clock: wrong.now })
    const parts = { database, log, clock: wrong.now, node, jobs, housekeeping, subscribers }
    // Counts how often the worker checks the node, to prove that it had the chance to run.
    let checkCount = 0
    const refusal = () => {
      checkCount += 1
      return node.refusal()
    }
    const countingNode = { ...node, refusal }
    await wrong.setWrong()
    let stop = async () => {}
    try {
      await node.check()
      await enqueue(ctx, [message(1)])
      stop = startWorker({ ...parts, node: countingNode })
      await expect.poll(() => checkCount).toBeGreaterThan(20)
      expect(done).toEqual([])
      expect(await states()).toMatchObject([{ attempts: 0, sent: false }])
    } finally {
      await wrong.setRight()
    }
    await node.check()
    await expect.poll(() => done).toEqual(expect.arrayContaining(['job', 'cleaned']))
    await expect.poll(async () => (await states())[0]?.sent).toBe(true)
    // A new problem stops it again.
    await wrong.setWrong()
    try {
      await node.check()
      const before = checkCount + 1
      await expect.poll(() => checkCount).toBeGreaterThan(before + 2)
      const ran = done.length
      await expect.poll(() => checkCount).toBeGreaterThan(before + 20)
      expect(done).toHaveLength(ran)
    } finally {
      await wrong.setRight()
      await stop()
    }
  },
)
