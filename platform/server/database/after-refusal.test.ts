import { beforeEach, expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '#app/testing.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { enqueue } from '../jobs/outbox.ts'
import { type Context, type Database, inTransaction } from './db.ts'

// What a refusal leaves is written after its transaction was rolled back.

let database: Database
let ctx: Context

beforeEach(async () => {
  database = await testDatabase()
  await emptyDatabase(database)
  const now = new Date('2026-03-02T15:00:00Z')
  ctx = { db: database.db, user: undefined, now, requestId: 'r', channel: 'test' }
})

const message = (aggregateId: number) => ({
  topic: 'told',
  aggregate: 'thing',
  aggregateId,
  aggregateVersion: 1,
  payload: {},
})
const written = async () => {
  const found = await database.pool.query('select aggregate_id as id from outbox order by id')
  return found.rows.map(({ id }) => id)
}
const refusal = new Refusal('refused', 'on-hold', 'The order is on hold')

/** A nested transaction that writes 1, leaves 2 for after a refusal, and then runs `end`. */
const run = (end: () => void) =>
  inTransaction(ctx, (outer) =>
    inTransaction(outer, async (inner) => {
      await enqueue(inner, [message(1)])
      inner.afterRefusal?.push((after) => enqueue(after, [message(2)]))
      end()
    }),
  )
const fail = (error: Error) => () => {
  throw error
}

test('a refusal rolls back its transaction, and what it leaves is written', async () => {
  await expect(run(fail(refusal))).rejects.toBe(refusal)
  expect(await written()).toEqual([2])
})

test('an error leaves nothing, and neither does a transaction that commits', async () => {
  const bug = new Error('the act failed')
  await expect(run(fail(bug))).rejects.toBe(bug)
  expect(await written()).toEqual([])
  await run(() => {})
  expect(await written()).toEqual([1])
})

test('what a refusal leaves starts work after it is committed', async () => {
  const started: string[] = []
  const refused = inTransaction(ctx, async (outer) => {
    outer.afterCommit?.push(() => void started.push('of the refused transaction'))
    outer.afterRefusal?.push(async (after) => {
      await enqueue(after, [message(2)])
      after.afterCommit?.push(() => void started.push('of what it left'))
      expect(started).toEqual([])
    })
    throw refusal
  })
  await expect(refused).rejects.toBe(refusal)
  expect([started, await written()]).toEqual([['of what it left'], [2]])
})
