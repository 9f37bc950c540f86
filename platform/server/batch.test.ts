import { beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '#app/testing.ts'
import { type Context, type Database, inTransaction, onOneConnection, rows, send } from './db.ts'

let database: Database
const add = {
  name: 'test_add_series',
  text: 'insert into number_series (series, next) values ($1, $2)',
}
const all = { name: 'test_all_series', text: 'select series, next from number_series order by 1' }
const fail = { name: 'test_fail', text: 'select 1 / $1::int as result' }

beforeAll(async () => {
  database = await testDatabase()
}, 60_000)
beforeEach(() => emptyDatabase(database))

const context = (): Context => ({
  db: database.db,
  user: undefined,
  now: new Date(0),
  requestId: 'test',
  channel: 'test',
})

test('statements sent together run in order and each gets its own rows', async () => {
  const answers = await inTransaction(context(), ({ db }) =>
    Promise.all([rows(db, add, ['a', 1]), rows(db, all), rows(db, add, ['b', 2]), rows(db, all)]),
  )
  expect(answers.map((found) => found.length)).toEqual([0, 1, 0, 2])
})

test('a statement of the driver’s own comes behind those that wait to be sent', async () => {
  const found = await onOneConnection(context(), async ({ db }) => {
    const added = rows(db, add, ['a', 1])
    const counted = db.$client.query('select series from number_series')
    await added
    return (await counted).rows
  })
  expect(found).toEqual([{ series: 'a' }])
})

test('a statement without a name is planned for its values, whatever becomes of it', async () => {
  const text = `select current_setting('plan_cache_mode') as mode`
  const modes = (names: string[]) =>
    onOneConnection(context(), async ({ db }) => {
      const found = await Promise.all(
        names.map((name) => rows<{ mode: string }>(db, { name, text })),
      )
      return found.map(([row]) => row?.mode)
    })
  const usual = database.kind === 'postgres' ? 'force_generic_plan' : 'auto'
  const custom = 'force_custom_plan'
  expect(await modes(['test_mode', '', 'test_mode'])).toEqual([usual, custom, usual])
  const failing = onOneConnection(context(), ({ db }) =>
    rows(db, { name: '', text: 'select 1 / $1::int' }, [0]),
  )
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await modes(['test_mode'])).toEqual([usual])
})

test('where one fails those behind it are skipped and nothing stays', async () => {
  const work = inTransaction(context(), async ({ db }) => {
    const sent = [rows(db, add, ['a', 1]), rows(db, fail, [0]), rows(db, add, ['b', 2])]
    await Promise.all(sent)
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  expect(await rows(database.db, all)).toEqual([])
})

test('a failure of what nobody waited for fails the work', async () => {
  const work = inTransaction(context(), async (inner) => {
    await send(inner, add, ['a', 1])
    await send(inner, fail, [0])
    return 'done'
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  expect(await rows(database.db, all)).toEqual([])
})

test('a statement that was skipped before it was planned works the next time', async () => {
  const late = { name: 'test_late', text: 'select $1::int as n' }
  const failing = onOneConnection(context(), ({ db }) =>
    Promise.all([rows(db, fail, [0]), rows(db, late, [1])]),
  )
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  for (const n of [1, 2]) expect(await rows(database.db, late, [n])).toEqual([{ n }])
})
