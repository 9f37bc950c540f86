// One file: connections, contexts and transactions of the database belong together.
import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { Refusal } from '#platform/kernel/refusal.ts'
import {
  beginOn,
  endOn,
  expectNoSession,
  preserveOrder,
  sendPipelined,
  runWithCustomPlan,
  type Statement,
} from './pipeline.ts'
import type { Config } from '../runtime/config.ts'
import { driverAddress } from '../runtime/driver-address.ts'
import { embeddedPool } from '../embedded/embedded.ts'
import { checkDeadline } from '../http/request-deadline.ts'
import { isTransient, pgErrorOf } from './pg-errors.ts'
import { types } from './pg-types.ts'
import { watchForDamage } from '../embedded/recorded-damage.ts'
import { type Replica, replicaOn } from './replica.ts'
import { type SessionSettings, sessionSettings, usualTimeouts } from './session-settings.ts'

/**
 * The acting user, or undefined for the program itself. An API key acts as its user, limited to the
 * key's scopes, which grant some permissions. `keyName` is for the log. `ratePerMinute` is the
 * limit of a key that has one of its own.
 */
export type Actor = { id: number; username: string; role: string; scopes?: readonly string[] } & {
  opens?: ReadonlySet<string>
  /** The permissions of a role that the company made; absent for a built-in role. */
  grants?: readonly string[]
  keyId?: number
  keyName?: string
  /** True if the account must add a second factor before anything else is answered. */
  mustEnroll?: boolean
  ratePerMinute?: number
}

/** The query builder, on the pool or on the single connection of a transaction. */
export type Db = NodePgDatabase & { $client: pg.Pool | pg.PoolClient }

/** The first argument of every service function. */
export type Context = {
  db: Db
  user: Actor | undefined
  now: Date
  requestId: string
  channel: string
  /** True if only this machine can reach the server, as in a trial. */
  isForThisMachine?: boolean
  /** When the reported event happened, if an external system reports it later. */
  occurredAt?: string
  /** In a transaction: statements sent without waiting. The commit waits for them. */
  sent?: Promise<unknown>[]
  /**
   * In a transaction: what is done in a transaction of its own after a refusal rolled this one
   * back, such as writing the receipt of a refused order.
   */
  afterRefusal?: ((ctx: Context) => Promise<unknown>)[]
  /** In a transaction: what is started once it is committed, such as work in the background. */
  afterCommit?: (() => void)[]
  /**
   * In a request: starts work that the answer does not wait for, with a context of its own. Its
   * errors are logged. It sees no rows of an open transaction.
   */
  runInBackground?: (name: string, work: (ctx: Context) => Promise<unknown>, bytes?: number) => void
}

export type Database = {
  db: Db
  pool: pg.Pool
  kind: 'embedded' | 'postgres'
  /** After this time a request checks whether the database is slow, and fails if it is. */
  requestMs: number
  /** A read replica for reports, if one is configured. */
  replica?: Replica
  close(): Promise<void>
}

const openTransaction = new AsyncLocalStorage<{ isOpen: boolean }>()
const attempts = 3

type DatabaseConfig = Pick<Config, 'DATABASE_URL' | 'POOL_SIZE'> &
  Partial<Pick<Config, 'DATABASE_REPLICA_URL' | 'DATABASE_POOLER'>>

/** A server that is gone without a word, such as after a power failure, ends its connections. */
const alive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * Opens PostgreSQL if DATABASE_URL is set, else the embedded database in `folder`. Tests pass
 * longer `timeouts`, so that their results do not depend on the speed of the machine.
 */
export async function openDatabase(
  config: DatabaseConfig,
  folder?: string,
  timeouts = usualTimeouts,
): Promise<Database> {
  const { connectMs, requestMs } = timeouts
  const timing = { connectionTimeoutMillis: connectMs, ...alive }
  const settings = { types, pipeline: true, ...timing } as pg.PoolConfig
  const url = config.DATABASE_URL
  if (!url) {
    const waitMs = { connectionTimeoutMillis: 15_000 }
    const { pool, close } = await embeddedPool(folder, { ...settings, ...waitMs })
    return { ...prepare(pool), kind: 'embedded', requestMs, close }
  }
  const open = (address: string, own: pg.PoolConfig, main?: pg.Pool, within = timeouts) => {
    const session = sessionSettings(within, config.DATABASE_POOLER)
    const place = driverAddress(address, session.options)
    return prepare(new pg.Pool({ ...settings, ...own, ...place }), main, session)
  }
  // All connections stay open, so that a burst of requests does not wait for new connections to
  // open and load their caches.
  const size = { max: config.POOL_SIZE, min: config.POOL_SIZE }
  const { db, pool } = open(url, size)
  const maintenance = open(url, maintenanceSettings, pool)
  maintenancePools.set(pool, maintenance.db)
  const pulse = open(url, maintenanceSettings)
  pulses.set(pool, pulse.db)
  const slow = open(url, slowSettings, pool, { ...timeouts, statementMs: slowMs })
  slowPools.set(pool, slow.db)
  const standby = config.DATABASE_REPLICA_URL
  const replica = standby ? replicaOn(open(standby, size)) : undefined
  const close = async () => {
    const aside = [maintenance, pulse, slow].map((each) => each.pool.end())
    await Promise.all([pool.end(), ...aside, replica?.close()])
  }
  return { db, pool, kind: 'postgres', requestMs, ...(replica && { replica }), close }
}

/** Stays open: on a slow network, a new connection would take many times as long. */
const maintenanceSettings = { max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: 10_000 }
/** Background queries may take two minutes. The connection closes when it is idle. */
const slowSettings = {
  max: 1,
  connectionTimeoutMillis: 10_000,
}
const slowMs = 120_000
const maintenancePools = new WeakMap<object, Db>()
const slowPools = new WeakMap<object, Db>()
const pulses = new WeakMap<object, Db>()
const pulse = { name: 'pulse', text: 'select 1' }

/**
 * A separate connection for monitoring, so that it neither waits for requests nor uses one of their
 * connections. The embedded database has only one connection, which is used instead.
 */
export function maintenancePool(db: Db): Db {
  return maintenancePools.get(db.$client) ?? db
}

const poolOfClient = new WeakMap<pg.PoolClient, pg.Pool>()

/**
 * Runs a short statement beside an open transaction: it commits at once, and its locks end with it.
 * It uses the maintenance connection, because a transaction that waited for a second connection of
 * its own pool would wait forever if all others did so, too. On the embedded database, which has
 * one connection, it runs inside the transaction; so it does on a connection that a caller took
 * from the pool by hand.
 */
export function besideTransaction<R>(db: Db, work: (own: Db) => Promise<R>): Promise<R> {
  const { $client } = db
  const pool = $client instanceof pg.Pool ? undefined : poolOfClient.get($client)
  const own = pool && maintenancePools.get(pool)
  return own ? openTransaction.run({ isOpen: false }, () => work(own)) : work(db)
}

/** A separate connection for background work, with a longer statement timeout. */
export function slowPool(db: Db): Db {
  return slowPools.get(db.$client) ?? db
}

/**
 * Runs the smallest query on a connection that is used for nothing else, so that its duration is
 * the network round trip.
 */
export async function ping(db: Db): Promise<void> {
  await rows(pulses.get(db.$client) ?? db, pulse)
}

/** Damage found on any pool is recorded for the `main` pool of the database. */
function prepare(pool: pg.Pool, main = pool, { inEachTransaction }: SessionSettings = {}) {
  // Without error listeners, a broken connection, idle or checked out, would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    watchForDamage(client, main)
    preserveOrder(client)
    if (inEachTransaction) expectNoSession(client, inEachTransaction)
  })
  const connect = pool.connect.bind(pool)
  const guarded = (...args: Parameters<typeof connect>) => {
    if (openTransaction.getStore()?.isOpen) {
      throw new Error('A query outside the open transaction: use the inner context')
    }
    checkDeadline()
    return connect(...args)
  }
  pool.connect = guarded as typeof pool.connect
  if (inEachTransaction) {
    // What the query builder sends outside a transaction gets one of its own.
    const query = (...args: [string]) => transact(pool, (client) => client.query(...args))
    pool.query = query as typeof pool.query
  }
  return { db: drizzle(pool) as Db, pool }
}

const builders = new WeakMap<pg.PoolClient, Db>()

function builderOn(client: pg.PoolClient): Db {
  let builder = builders.get(client)
  if (!builder) {
    builder = drizzle(client)
    builders.set(client, builder)
  }
  return builder
}

/**
 * Runs `work` in a transaction, or joins the open one. Inside, use only the inner context. Retries
 * a deadlock, a lock timeout or a serialization failure; three attempts in all. After a refusal it
 * runs what `work` added to `afterRefusal`, after the commit what it added to `afterCommit`.
 */
export async function inTransaction<C extends Context, R>(
  ctx: C,
  work: (inner: C) => Promise<R>,
): Promise<R> {
  if (!(ctx.db.$client instanceof pg.Pool)) return work(ctx)
  for (let attempt = 1; ; attempt++) {
    const afterRefusal: NonNullable<Context['afterRefusal']> = []
    const afterCommit: NonNullable<Context['afterCommit']> = []
    let result: R
    try {
      result = await once(ctx.db.$client, { ...ctx, afterRefusal, afterCommit }, work)
    } catch (error) {
      if (error instanceof Refusal && afterRefusal.length > 0) {
        await inTransaction<Context, unknown>(ctx, (inner) =>
          Promise.all(afterRefusal.map((each) => each(inner))),
        )
      }
      if (attempt >= attempts || !isTransient(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 60 * attempt))
      continue
    }
    for (const start of afterCommit) start()
    return result
  }
}

const commit = { name: 'commit', text: 'commit' }

function once<C extends Context, R>(
  pool: pg.Pool,
  ctx: C,
  work: (inner: C) => Promise<R>,
): Promise<R> {
  return transact(pool, (client, sent) => work({ ...ctx, db: builderOn(client), sent }))
}

/** Runs `work` in a transaction on a connection of its own. `sent` is awaited before the commit. */
async function transact<R>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, sent: Promise<unknown>[]) => Promise<R>,
): Promise<R> {
  const client = await pool.connect()
  poolOfClient.set(client, pool)
  const state = { isOpen: true }
  let broken: Error | undefined
  try {
    // Not awaited: `begin` is sent with the first statements of the work.
    const sent = beginOn(client)
    const result = await openTransaction.run(state, () => work(client, sent))
    checkDeadline()
    const committed = sendPipelined(client, commit, { values: [], types })
    committed.catch(() => {})
    await Promise.all(sent)
    if ((await committed).command !== 'COMMIT') throw new Error('The transaction was rolled back')
    return result
  } catch (error) {
    broken = await client.query('rollback').then(
      () => undefined,
      (failure: Error) => failure,
    )
    throw error
  } finally {
    state.isOpen = false
    endOn(client)
    client.release(broken)
  }
}

export type { Statement }

/**
 * Runs a statement and returns its rows. Several statements can be sent without waiting
 * (pipelining). A named statement is planned once; one without a name is planned for its values, as
 * lists with filters must be.
 */
export async function rows<Row>(
  db: Db,
  statement: Statement,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  checkDeadline()
  const { $client } = db
  const isPool = $client instanceof pg.Pool
  const client = isPool ? await $client.connect() : $client
  try {
    const run = statement.name === '' ? runWithCustomPlan : sendPipelined
    return (await run<Row>(client, statement, { values, types })).rows
  } catch (error) {
    throw pgErrorOf(error) ?? error
  } finally {
    if (isPool) client.release()
  }
}

/**
 * Sends a statement whose rows are not needed. In a transaction it is not awaited: it is sent with
 * the following statements, and if it fails, the commit rolls back and the work fails.
 */
export async function send(
  ctx: Context,
  statement: Statement,
  values: readonly unknown[],
): Promise<void> {
  const done = rows(ctx.db, statement, values)
  if (!ctx.sent) return void (await done)
  done.catch(() => {})
  ctx.sent.push(done)
}

/** Runs related reads on one connection, so that they are pipelined. */
export async function onOneConnection<R>(
  ctx: Context,
  work: (inner: Context) => Promise<R>,
): Promise<R> {
  if (!(ctx.db.$client instanceof pg.Pool)) return work(ctx)
  const client = await ctx.db.$client.connect()
  try {
    return await work({ ...ctx, db: builderOn(client) })
  } finally {
    client.release()
  }
}
