import { beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '#app/testing.ts'
import { type Context, type Database, inTransaction } from '../database/db.ts'
import { nextNumbers } from './generate-document-numbers.ts'

let database: Database

beforeAll(async () => {
  database = await testDatabase()
}, 60_000)
beforeEach(() => emptyDatabase(database))

const now = new Date('2026-03-02T15:00:00Z')
const context = (): Context => ({
  db: database.db,
  user: undefined,
  now,
  requestId: 'test',
  channel: 'test',
})
/** A series of its own for each test, because a node remembers its blocks. */
const oneOf = async ({ db }: Pick<Context, 'db'>, series: string) =>
  (await nextNumbers(db, series, { count: 1, now }))[0]

const onPostgres = test.runIf(process.env['TEST_DATABASE'] === 'postgres')

onPostgres('an open transaction that has a number does not lock the series', async () => {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  let tookNumber = (_: string | undefined) => {}
  const taken = new Promise<string | undefined>((resolve) => (tookNumber = resolve))
  const open = inTransaction(context(), async (inner) => {
    tookNumber(await oneOf(inner, 'TA'))
    await ended
  })
  expect(await taken).toBe(`TA-${now.getTime()}`)
  const lock = `select next from number_series where series = 'TA' for update nowait`
  // One block of a hundred is reserved, and nobody holds the row.
  expect((await database.pool.query(lock)).rows).toEqual([{ next: now.getTime() + 100 }])
  expect(await oneOf({ db: database.db }, 'TA')).toBe(`TA-${now.getTime() + 100}`)
  end()
  await open
})

onPostgres('transactions on all connections get numbers without waiting', async () => {
  const size = database.pool.options.max
  let begun = 0
  let begin = () => {}
  const allBegun = new Promise<void>((resolve) => (begin = resolve))
  const numbers = await Promise.all(
    Array.from({ length: size }, () =>
      inTransaction(context(), async (inner) => {
        await oneOf(inner, 'TB')
        if (++begun === size) begin()
        await allBegun
        return oneOf(inner, 'TB')
      }),
    ),
  )
  expect(new Set(numbers).size).toBe(size)
})

test('numbers after a rollback differ, on PostgreSQL also from the lost one', async () => {
  let lost: string | undefined
  const failing = inTransaction(context(), async (inner) => {
    lost = await oneOf(inner, 'TC')
    throw new Error('Rolled back')
  })
  await expect(failing).rejects.toThrow('Rolled back')
  const later = await Promise.all([0, 1].map(() => oneOf({ db: database.db }, 'TC')))
  expect(new Set(later).size).toBe(2)
  // The embedded database rolled the block back with the transaction, so its number is free again.
  expect(later.includes(lost)).toBe(database.kind === 'embedded')
})
