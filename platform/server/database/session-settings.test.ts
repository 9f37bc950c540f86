import { Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startProgram } from '#app/program.ts'
import { freshDatabase, type TestDatabase } from '#db/testing.ts'
import { cookieOf } from '#features/auth/server/testing.ts'
import { readConfig } from '../runtime/config.ts'
import {
  type Context,
  type Database,
  inTransaction,
  maintenancePool,
  onOneConnection,
  openDatabase,
  rows,
  slowPool,
} from './db.ts'
import { migrate } from './migrate.ts'

// The database of each test has other formats of days and another time zone than the program.
const isPostgres = process.env['TEST_DATABASE'] === 'postgres'
const timeouts = {
  statementMs: 61_000,
  lockMs: 62_000,
  idleMs: 63_000,
  connectMs: 60_000,
  requestMs: 120_000,
}
let made: TestDatabase
let database: Database

beforeEach(async (context) => {
  if (!isPostgres) return context.skip()
  made = await freshDatabase()
  const name = new URL(made.url).pathname.slice(1)
  await directly(`alter database ${name} set "DateStyle" = 'German, DMY'`)
  await directly(`alter database ${name} set timezone = 'Asia/Tokyo'`)
})
afterEach(async () => {
  if (isPostgres) await made.drop()
})

/** Runs a statement on a new connection, without the settings of the program. */
async function directly(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: made.url })
  await client.connect()
  const { rows: found } = await client.query<Record<string, unknown>>(text)
  await client.end()
  return found
}

const open = (pooler: 'transaction' | undefined, size = 2) =>
  openDatabase(
    { DATABASE_URL: made.url, POOL_SIZE: size, DATABASE_POOLER: pooler },
    undefined,
    timeouts,
  )

const context = (): Context => ({
  db: database.db,
  user: undefined,
  now: new Date(0),
  requestId: 'test',
  channel: 'test',
})

const days = {
  name: 'test_days',
  text: `select '03/04/2026'::date::text as day, timestamptz '2026-03-04 05:06:07Z'::text as "at"`,
}
const unnamedDays = { ...days, name: '' }
const fail = { name: 'test_fail', text: 'select 1 / $1::int as result' }

/** Reads the days in every way in which the program sends statements. */
async function readDays({ db, pool }: Database): Promise<unknown[]> {
  return [
    await rows(db, days),
    await rows(db, unnamedDays),
    await rows(slowPool(db), days),
    await rows(maintenancePool(db), days),
    (await db.execute(sql.raw(days.text))).rows,
    (await pool.query(days.text)).rows,
    ...(await onOneConnection(context(), async (inner) => {
      const together = await Promise.all([rows(inner.db, days), rows(inner.db, unnamedDays)])
      return [...together, await rows(inner.db, days)]
    })),
    ...(await inTransaction(context(), async (inner) => [
      await rows(inner.db, days),
      await rows(inner.db, unnamedDays),
      (await inner.db.execute(sql.raw(days.text))).rows,
    ])),
  ]
}

describe.each([undefined, 'transaction'] as const)('with DATABASE_POOLER %s', (pooler) => {
  test('days and moments are the same whatever DateStyle the database has', async () => {
    const german = { day: '03.04.2026', at: '04.03.2026 14:06:07 JST' }
    expect(await directly(days.text)).toEqual([german])
    database = await open(pooler)
    const found = await readDays(database)
    const expected = [{ day: '2026-03-04', at: '2026-03-04 05:06:07+00' }]
    expect(found).toEqual(found.map(() => expected))
    expect(found).toHaveLength(12)
    await database.close()
  })

  test('each statement has the timeouts of its pool', async () => {
    database = await open(pooler)
    const limits = {
      name: 'test_limits',
      text: `select current_setting('statement_timeout') as statement,
               current_setting('lock_timeout') as "lock",
               current_setting('idle_in_transaction_session_timeout') as idle`,
    }
    const usual = { statement: '61s', lock: '62s', idle: '63s' }
    expect(await rows(database.db, limits)).toEqual([usual])
    expect(await rows(maintenancePool(database.db), limits)).toEqual([usual])
    expect(await rows(slowPool(database.db), limits)).toEqual([{ ...usual, statement: '2min' }])
    const inside = await inTransaction(context(), ({ db }) => rows(db, limits))
    expect(inside).toEqual([usual])
    await database.close()
  })

  test('a server that is gone without a word ends its connections', async () => {
    const alive = vi.spyOn(Socket.prototype, 'setKeepAlive')
    onTestFinished(() => alive.mockRestore())
    database = await open(pooler)
    await rows(database.db, days)
    await rows(maintenancePool(database.db), days)
    expect(alive.mock.calls).toEqual(alive.mock.calls.map(() => [true, 10_000]))
    expect(alive.mock.calls.length).toBeGreaterThanOrEqual(2)
    await database.close()
  })

  test('an order is found by its day on a database with the DateStyle German', async () => {
    const settings = { LOG_LEVEL: 'silent', DEMO_DATA: 'none', DATABASE_URL: made.url }
    const config = readConfig({ ...settings, ...(pooler && { DATABASE_POOLER: pooler }) })
    const clock = () => new Date('2026-03-04T15:00:00Z')
    database = await openDatabase(config, undefined, timeouts)
    await migrate(database.pool)
    const { app, close } = await startProgram({ config, database, clock, validateResponses: true })
    const ana = { username: 'ana', email: 'ana@example.com', password: 'nine blue kettles' }
    const registered = await app.inject({ method: 'POST', url: '/api/register', payload: ana })
    const headers = { cookie: cookieOf(registered) }
    const post = async (url: string, payload: object) => {
      const answer = await app.inject({ method: 'POST', url, payload, headers })
      expect([url, answer.statusCode, answer.statusCode === 201 ? '' : answer.body]).toEqual([
        url,
        201,
        '',
      ])
      return answer.json<{ id: number }>()
    }
    const customer = { customerCode: 'C-1', name: 'Acme', email: 'acme@example.com' }
    const customerId = (await post('/api/customers', { ...customer, creditLimit: '500.00' })).id
    const sku = { sku: 'S-1', name: 'Bolt', cost: '5.00', price: '10.00', currentStock: 9 }
    const items = [{ skuId: (await post('/api/skus', sku)).id, quantity: 1 }]
    const dates = { shipDate: '2026-03-05', cancelAfter: '2026-04-03' }
    await post('/api/orders/create', { customerId, ...dates, items })
    const read = async (query: string) =>
      (await app.inject({ method: 'GET', url: `/api/sales-orders?${query}`, headers })).json()
    const order = { orderDate: '2026-03-04', ...dates }
    expect(await read('from=2026-03-04&to=2026-03-04')).toMatchObject([order])
    expect(await read('shipFrom=2026-03-05&shipTo=2026-03-05')).toMatchObject([order])
    expect(await read('shipFrom=2026-05-03&shipTo=2026-05-03')).toEqual([])
    await close()
  })
})

test('behind a transaction pooler nothing is sent that a session would remember', async () => {
  database = await open('transaction', 1)
  await readDays(database)
  await expect(rows(database.db, fail, [0])).rejects.toMatchObject({ code: '22012' })
  const failing = inTransaction(context(), ({ db }) => rows(db, fail, [0]))
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  await expect(database.pool.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
  const remembered = `select (select count(*)::int from pg_prepared_statements) as statements,
    (select array_agg(name::text order by name) from pg_settings
     where source in ('client', 'session') and name <> 'application_name') as settings`
  const client = await database.pool.connect()
  expect((await client.query(remembered)).rows).toEqual([
    { statements: 0, settings: ['client_encoding'] },
  ])
  client.release()
  await database.close()
})
