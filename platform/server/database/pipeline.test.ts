import { beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '#app/testing.ts'
import {
  type Context,
  type Database,
  inTransaction,
  onOneConnection,
  rows,
  send,
  type Statement,
} from './db.ts'

// These tests hold a new version of the driver to what `pipeline.ts` relies on: it passes the
// messages of the database to the query that is active, and starts the next one when it is ready.

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

test('the driver’s own query runs after the queued statements', async () => {
  const found = await onOneConnection(context(), async ({ db }) => {
    const added = rows(db, add, ['a', 1])
    const counted = db.$client.query('select series from number_series')
    await added
    return (await counted).rows
  })
  expect(found).toEqual([{ series: 'a' }])
})

test('a statement without a name is planned for its values, even if one fails', async () => {
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

test('if one statement fails, the rest are skipped and nothing is stored', async () => {
  const work = inTransaction(context(), async ({ db }) => {
    const sent = [rows(db, add, ['a', 1]), rows(db, fail, [0]), rows(db, add, ['b', 2])]
    await Promise.all(sent)
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  expect(await rows(database.db, all)).toEqual([])
})

test('an unawaited statement that fails also fails the transaction', async () => {
  const work = inTransaction(context(), async (inner) => {
    await send(inner, add, ['a', 1])
    await send(inner, fail, [0])
    return 'done'
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  expect(await rows(database.db, all)).toEqual([])
})

test('a statement that was skipped before planning works the next time', async () => {
  const late = { name: 'test_late', text: 'select $1::int as n' }
  const failing = onOneConnection(context(), ({ db }) =>
    Promise.all([rows(db, fail, [0]), rows(db, late, [1])]),
  )
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  for (const n of [1, 2]) expect(await rows(database.db, late, [n])).toEqual([{ n }])
})

test('a statement that could not be planned works once its table exists', async () => {
  const count = { name: 'test_absent', text: 'select count(*) as count from absent_table' }
  const create = { name: 'test_create', text: 'create temp table absent_table (n int)' }
  const drop = { name: 'test_drop', text: 'drop table absent_table' }
  const found = await onOneConnection(context(), async ({ db }) => {
    for (let time = 0; time < 2; time++) {
      await expect(rows(db, count)).rejects.toMatchObject({ code: '42P01' })
    }
    const [, counted] = await Promise.all([rows(db, create), rows(db, count), rows(db, drop)])
    return counted
  })
  expect(found).toEqual([{ count: 0 }])
})

test('a statement that failed after planning returns its fields the next time', async () => {
  const share = { name: 'test_share', text: 'select $1::int / $2::int as share, $1::int as "of"' }
  const of = (by: number) => rows(database.db, share, [6, by])
  expect(await of(2)).toEqual([{ share: 3, of: 6 }])
  await expect(of(0)).rejects.toMatchObject({ code: '22012' })
  expect(await of(3)).toEqual([{ share: 2, of: 6 }])
  expect(await rows(database.db, all)).toEqual([])
})

test('rejects two statements with the same name, then sends the next ones', async () => {
  const [one, other] = ['select 1 as n', 'select 2 as n'].map((text) => ({
    name: 'test_twin',
    text,
  }))
  const twins = onOneConnection(context(), ({ db }) =>
    Promise.all([rows(db, one as Statement), rows(db, other as Statement)]),
  )
  await expect(twins).rejects.toThrow('Two statements are named test_twin')
  expect(await rows(database.db, one as Statement)).toEqual([{ n: 1 }])
})

test('a result value that cannot be parsed fails only its own statement', async () => {
  const count = { name: 'test_count', text: 'select $1::bigint as count' }
  const found = await Promise.allSettled([
    rows(database.db, count, ['9007199254740993']),
    rows(database.db, count, ['7']),
  ])
  expect(found).toMatchObject([
    { status: 'rejected', reason: new RangeError('A count left the safe range') },
    { status: 'fulfilled', value: [{ count: 7 }] },
  ])
})

test('a parameter that cannot be serialized fails only its own statement', async () => {
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  const answers = await onOneConnection(context(), ({ db }) =>
    Promise.allSettled([rows(db, add, ['a', circle]), rows(db, all)]),
  )
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

test('array parameters round-trip', async () => {
  const echo = {
    name: 'test_lists',
    text: `select $1::text[] as texts, $2::int[] as ints, $3::boolean[] as flags,
             $4::bytea[] as bytes, $5::text[] as none, $6::timestamptz[]::text[] as moments,
             $7::numeric[]::text[] as amounts`,
  }
  const texts = [
    '',
    'NULL',
    null,
    'a "quoted" \\ word',
    '{1,2}',
    ' ü, 株 ',
    'two\nlines',
    "o'clock",
    // Long texts are written in another way.
    JSON.stringify({ path: 'C:\\a "b" ü' }).repeat(20),
    'two\nlines and a\ttab \u0001 '.repeat(20),
    '株 😀 "quoted" \\ '.repeat(20),
    '\u2028\u2029\u007f "'.repeat(50),
  ]
  const values = [texts, [1, -2, null], [true, false, null], [Buffer.from('ab\\"')], []]
  const moments = [new Date('2026-03-02T10:00:00Z')]
  const [found] = await rows(database.db, echo, [...values, moments, ['1.10', null]])
  expect(found).toEqual({
    texts,
    ints: [1, -2, null],
    flags: [true, false, null],
    bytes: [Buffer.from('ab\\"')],
    none: [],
    moments: ['2026-03-02 10:00:00+00'],
    amounts: ['1.10', null],
  })
})
