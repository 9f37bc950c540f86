import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { freshDatabase } from '#db/testing.ts'
import { authBuilders } from '#features/auth/server/testing.ts'
import { customerBuilders } from '#features/customers/server/testing.ts'
import { pricingBuilders } from '#features/pricing/server/testing.ts'
import { skuBuilders } from '#features/skus/server/testing.ts'
import { vendorBuilders } from '#features/vendors/server/testing.ts'
import type { Method } from '#platform/kernel/endpoint.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { type Database, type Db, openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { openFeed } from '#platform/server/lists/change-feed.ts'
import { problemCodes } from './api-description/problem-codes.ts'
import { startProgram } from './program.ts'

// Support for API tests: one database per test worker, emptied before each test, and the whole
// program running in this process on it. Both end with the worker. TEST_DATABASE=postgres runs the
// same tests on PostgreSQL.

let shared: Promise<Database> | undefined

/** The worker's database, opened and migrated once. */
export function testDatabase(): Promise<Database> {
  shared ??= process.env['TEST_DATABASE'] === 'postgres' ? onPostgres() : embedded()
  return shared
}

async function embedded(): Promise<Database> {
  const database = await openDatabase({ DATABASE_URL: undefined, POOL_SIZE: 1 })
  await migrate(database.pool)
  return database
}

/** On a busy machine a statement may take longer than users would wait. */
const longTimeouts = {
  statementMs: 120_000,
  lockMs: 60_000,
  idleMs: 120_000,
  connectMs: 60_000,
  requestMs: 120_000,
}

async function onPostgres(): Promise<Database> {
  const { url, drop } = await freshDatabase()
  const database = await openDatabase({ DATABASE_URL: url, POOL_SIZE: 10 }, undefined, longTimeouts)
  await migrate(database.pool)
  const close = async () => {
    await database.close()
    await drop()
  }
  return { ...database, close }
}

const tables = `select quote_ident(tablename) as name from pg_tables
  where schemaname = 'public' and tablename not in ('migrations', 'change_feed')`
const sequences = `select quote_ident(sequencename) as name from pg_sequences
  where schemaname = 'public'`
const emptying = new WeakMap<pg.Pool, Promise<() => Promise<unknown>>>()

/**
 * Empties every table except those of migrations and of the change feed, and restarts sequences at
 * 1. It deletes rows only in tables that were used: truncating all tables takes a hundred times as
 * long.
 */
export async function emptyDatabase({ pool, kind }: Database): Promise<void> {
  const prepared = emptying.get(pool) ?? prepareEmptying(pool, kind)
  emptying.set(pool, prepared)
  const empty = await prepared
  await empty()
}

/**
 * Bypasses foreign keys and the guards of append-only tables (`session_replication_role`). Changing
 * that setting discards all plans of a connection, so on PostgreSQL it has its own connection.
 */
async function prepareEmptying(pool: pg.Pool, kind: Database['kind']) {
  const all = await pool.query<{ name: string }>(tables)
  const numbers = await pool.query<{ name: string }>(sequences)
  const steps = [
    ...all.rows.map(
      ({ name }) => `if exists (select from ${name}) then delete from ${name}; end if;`,
    ),
    ...numbers.rows.map(
      ({ name }) => `if pg_sequence_last_value('${name}') is not null then
        perform setval('${name}', 1, false); end if;`,
    ),
  ]
  await pool.query(
    `create schema if not exists testing;
     create or replace function testing.empty_all() returns void language plpgsql
     as $$ begin ${steps.join('\n')} end $$`,
  )
  const call = 'select testing.empty_all()'
  if (kind === 'embedded') {
    const role = 'set local session_replication_role = replica'
    return () => pool.query(`begin; ${role}; ${call}; commit`)
  }
  const options = '-c session_replication_role=replica'
  const apart = new pg.Pool({ ...pool.options, max: 1, options, allowExitOnIdle: true })
  // The server closes this idle connection when the test database is dropped; ignore that error.
  apart.on('error', () => undefined)
  return () => apart.query(call)
}

let invariantsCall: Promise<string> | undefined

/**
 * The violated invariants, counted as in `check_invariants()`, but with views planned once per
 * connection: planning takes ten times as long as querying a small database.
 */
export async function brokenInvariants(
  on?: Pick<pg.PoolClient, 'query'>,
): Promise<{ inv: string; violations: number }[]> {
  const { pool } = await testDatabase()
  // The embedded database has one connection, which the caller may hold.
  invariantsCall ??= unionOfInvariants(on ?? pool)
  const question = { name: 'broken_invariants', text: await invariantsCall }
  return (await (on ?? pool).query<{ inv: string; violations: number }>(question)).rows
}

async function unionOfInvariants(on: Pick<pg.PoolClient, 'query'>): Promise<string> {
  const views = await on.query<{ name: string }>(
    `select viewname as name from pg_views
     where schemaname = current_schema() and viewname like 'inv\\_%' order by viewname`,
  )
  const each = views.rows.map(
    ({ name }) =>
      `select '${name}' as inv, count(*) as violations from ${name} having count(*) > 0`,
  )
  return each.join(' union all ')
}

export type TestApp = {
  app: FastifyInstance
  database: Database
  /** The program's current time; tests may change it. */
  clock: { now: Date }
  call: typeof call
  /** Builders of test data: `given.user({ role: 'sales' })`. */
  builders: Builders
  /** The rows of a statement, untyped unless the caller gives a type. */
  rows<Row extends object = pg.QueryResult['rows'][number]>(text: string): Promise<Row[]>
  /** Creates a user with this role and returns the session cookie. */
  signIn(role: string): Promise<string>
  close(): Promise<void>
}

type Builders = ReturnType<typeof buildersOf>

/** The builders of every feature that has a `testing.ts`. */
function buildersOf(db: Db) {
  return {
    ...authBuilders(db),
    ...customerBuilders(db),
    ...vendorBuilders(db),
    ...skuBuilders(db),
    ...pricingBuilders(db),
  }
}

type CallOptions = {
  as?: string
  body?: unknown
  headers?: Record<string, string>
  /** The caller's IP address; defaults to loopback. */
  from?: string
}

/**
 * One in-process call, whose problem must have a known code. `as` is a session cookie as returned
 * by `signIn`.
 */
async function call(
  this: TestApp,
  method: Method,
  url: string,
  options: CallOptions = {},
): Promise<LightMyRequestResponse> {
  const answer = await this.app.inject({
    method,
    url,
    ...(options.from && { remoteAddress: options.from }),
    ...(options.body !== undefined && { payload: options.body as object }),
    headers: { ...(options.as && { cookie: options.as }), ...options.headers },
  })
  refuseUnknownCode(answer)
  return answer
}

/** Every code that a test meets must be in the list of the OpenAPI document. */
function refuseUnknownCode(answer: LightMyRequestResponse): void {
  if (!String(answer.headers['content-type']).startsWith('application/problem+json')) return
  const { code } = answer.json<{ code: string }>()
  if (Object.hasOwn(problemCodes, code)) return
  throw new Error(`The code ${code} is missing in app/api-description/problem-codes.ts`)
}

// Each test starts two seconds after the previous one, so that data cached for a second, such as
// the settings, does not leak into it.
const start = Date.parse('2026-03-02T15:00:00Z')
let tests = 0

type Running = { app: FastifyInstance; clock: { now: Date } }
const running = new Map<string, Promise<Running>>()

/**
 * Starts the program on an empty database, with responses validated against their contracts. Tests
 * with the same settings share one instance, as users do in production. `isOwn` starts a separate
 * one, for a test that listens on a port or changes the program's state; `close` ends it.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  { isOwn = false }: { isOwn?: boolean } = {},
): Promise<TestApp> {
  const database = await testDatabase()
  await finishBackground()
  await emptyDatabase(database)
  const name = JSON.stringify(env)
  const started = (isOwn ? undefined : running.get(name)) ?? startOn(database, env)
  if (!isOwn) running.set(name, started)
  const { app, clock } = await started
  clock.now = new Date(start + 2000 * tests++)
  const builders = buildersOf(database.db)
  const signIn = async (role: string) => builders.session(await builders.user({ role }))
  const close = async () => (isOwn ? app.close() : undefined)
  const rows = async <Row extends object>(text: string) =>
    (await database.pool.query<Row>(text)).rows
  return { app, database, clock, call, builders, rows, signIn, close }
}

/** Waits for what an earlier test left to the background, which would write into the next one. */
async function finishBackground(): Promise<void> {
  const apps = await Promise.allSettled(running.values())
  const started = apps.flatMap((each) => (each.status === 'fulfilled' ? [each.value.app] : []))
  await Promise.all(started.map(({ background }) => background.finish()))
}

async function startOn(database: Database, env: Record<string, string>): Promise<Running> {
  const clock = { now: new Date(start) }
  await openFeed(database.db)
  const config = readConfig({
    LOG_LEVEL: 'silent',
    DEMO_DATA: 'none',
    SHUTDOWN_DELAY: '0',
    ...env,
  })
  const options = { config, database, clock: () => clock.now, validateResponses: true }
  return { app: (await startProgram(options)).app, clock }
}

/** Deterministic pseudo-random numbers in [0, 1) from a linear congruential generator. */
export function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
