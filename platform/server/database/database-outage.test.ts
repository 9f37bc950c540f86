import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startProgram } from '#app/program.ts'
import { freshDatabase, type TestDatabase, testServer } from '#db/testing.ts'
import { readConfig } from '../runtime/config.ts'
import { type Database, openDatabase } from './db.ts'
import { migrate } from './migrate.ts'

// Each test breaks its own database, under its own role, and restores it afterwards.
const inPostgres = test.skipIf(process.env['TEST_DATABASE'] !== 'postgres')

let role: string
let made: TestDatabase
let owner: pg.Client
let database: Database
let app: FastifyInstance

beforeEach(async (context) => {
  if (process.env['TEST_DATABASE'] !== 'postgres') return context.skip()
  made = await freshDatabase()
  role = new URL(made.url).pathname.slice(1)
  owner = new pg.Client({ connectionString: testServer })
  await owner.connect()
  await owner.query(`create role ${role} login superuser`)
  const url = new URL(made.url)
  url.username = role
  database = await openDatabase({ DATABASE_URL: url.href, POOL_SIZE: 3 })
  await migrate(database.pool)
  const config = readConfig({ LOG_LEVEL: 'silent', DEMO_DATA: 'none', DATABASE_URL: url.href })
  app = (await startProgram({ config, database })).app
})
afterEach(async () => {
  if (process.env['TEST_DATABASE'] !== 'postgres') return
  await app.close()
  await database.close()
  await made.drop()
  await owner.query(`drop role ${role}`)
  await owner.end()
})

/** Terminates all sessions of the role, as an administrator or a failover does. */
const endSessions = () =>
  owner.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role])

const ready = () => app.inject({ method: 'GET', url: '/readyz' })
/** A request that reads the current user, and one that writes. */
const call = () =>
  app.inject({ method: 'GET', url: '/api/user', headers: { cookie: `sid=${'a'.repeat(43)}` } })
const save = () => {
  const payload = { username: 'nobody', password: 'not this one' }
  return app.inject({ method: 'POST', url: '/api/login', payload })
}

type Outage = { breaks: string; mends: string; code: string; message: string }

const outages: [string, (name: string) => Outage][] = [
  [
    'may not sign in any more',
    (name) => ({
      breaks: `alter role ${name} nologin`,
      mends: `alter role ${name} login`,
      code: 'database-refuses',
      message: 'The database rejects the program’s login. An administrator must check DATABASE_URL',
    }),
  ],
  [
    'has no connection left',
    (name) => ({
      breaks: `alter role ${name} nosuperuser connection limit 0`,
      mends: `alter role ${name} superuser connection limit -1`,
      code: 'database-connections',
      message: 'All database connections are in use. Try again shortly',
    }),
  ],
  [
    'can only read',
    (name) => ({
      breaks: `alter role ${name} set default_transaction_read_only = on`,
      mends: `alter role ${name} reset default_transaction_read_only`,
      code: 'read-only',
      message: 'The database is read-only at the moment. Nothing can be saved',
    }),
  ],
]

inPostgres.each(outages)(
  'a program that %s is not ready and reports it until it recovers',
  async (_, of) => {
    const { breaks, mends, code, message } = of(role)
    expect((await ready()).body).toBe('ok')
    await owner.query(breaks)
    await endSessions()
    await expect.poll(async () => (await ready()).body).toBe(message)
    const answer = await ready()
    expect(answer.statusCode).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    const refused = await save()
    expect(refused.json()).toMatchObject({ status: 503, code, detail: message })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const health = await app.inject({ method: 'GET', url: '/api/health' })
    await expect
      .poll(async () => (await app.inject({ method: 'GET', url: '/api/health' })).json())
      .toMatchObject({ overall: 'unhealthy', database: { status: 'unhealthy', error: message } })
    expect(health.statusCode).toBe(200)
    await owner.query(mends)
    await endSessions()
    await expect.poll(async () => (await ready()).body).toBe('ok')
    await expect.poll(async () => (await save()).statusCode).toBe(401)
  },
)

inPostgres('no call fails if the database ends idle connections', async () => {
  await owner.query(`alter role ${role} set idle_session_timeout = 50`)
  await endSessions()
  const answers = []
  for (let turn = 0; turn < 40; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 45 + (turn % 10)))
    answers.push(await call())
  }
  const wrong = answers.filter(({ statusCode }) => statusCode !== 401 && statusCode !== 503)
  expect(wrong.map(({ body }) => body)).toEqual([])
})

inPostgres('a full disk makes the program not ready, with its own message', async () => {
  // PostgreSQL returns SQLSTATE 53100 if a file cannot grow.
  await database.pool.query(`
    create function fill() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger fill before insert or update on program_nodes execute function fill()`)
  const message = 'The database disk is full. Nothing can be saved until space is freed'
  await expect.poll(async () => (await ready()).body).toBe(message)
  await database.pool.query('drop trigger fill on program_nodes')
  await expect.poll(async () => (await ready()).body).toBe('ok')
})

inPostgres('a changed password is reported while old connections still work', async () => {
  expect((await ready()).body).toBe('ok')
  await owner.query(`alter role ${role} nologin`)
  const answers = await Promise.all(Array.from({ length: 12 }, call))
  const refused = answers.filter(({ statusCode }) => statusCode === 503)
  expect(refused.length).toBeGreaterThan(0)
  await expect.poll(async () => (await ready()).statusCode).toBe(503)
  await owner.query(`alter role ${role} login`)
  await expect.poll(async () => (await ready()).body).toBe('ok')
})
