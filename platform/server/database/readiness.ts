import pg from 'pg'
import { Refusal } from '#platform/kernel/refusal.ts'
import { projectVersion } from '../runtime/config.ts'
import { type Db, rows } from './db.ts'
import { type SharedResult, singleFlight } from '../runtime/single-flight-cache.ts'
import { nodeId } from '../runtime/node-id.ts'
import { hadRecentOutage } from './recorded-outages.ts'
import { refusalOf } from './pg-errors.ts'
import { damageOf } from '../embedded/recorded-damage.ts'

// Checks whether the database is usable: it accepts a connection and a write.

const freshMs = 1000

const recordHeartbeat = {
  name: 'say_node_seen',
  text: `insert into program_nodes (node, version) values ($1, $2)
         on conflict (node) do update set seen_at = now()`,
}

/** Updates this node's heartbeat: the smallest write that a full or read-only database rejects. */
export async function tryToWrite(db: Db): Promise<void> {
  await rows(db, recordHeartbeat, [nodeId, projectVersion])
}

const askers = new WeakMap<object, SharedResult<Refusal | undefined>>()

/**
 * Why the database is unavailable; undefined if it is available. Checks at most once a second, on a
 * pooled connection, and returns "overloaded" after `waitMs`. If requests failed recently, it also
 * checks on a new connection with a larger write: open connections survive a changed password, and
 * a full disk still has room in existing pages.
 */
export async function databaseRefusal(db: Db, waitMs: number): Promise<Refusal | undefined> {
  const pool = db.$client
  const damage = damageOf(pool)
  if (damage) return damage
  const asker = askers.get(pool) ?? singleFlight(freshMs, async () => found(await probe(db)))
  askers.set(pool, asker)
  const timedOut = new Promise<Refusal>((resolve) => {
    setTimeout(() => resolve(notAnswering()), waitMs).unref()
  })
  return Promise.race([asker.get(waitMs).then((known) => known ?? undefined), timedOut])
}

async function probe(db: Db): Promise<unknown> {
  try {
    await tryToWrite(db)
    if (hadRecentOutage()) await reconnect(db.$client)
    return undefined
  } catch (error) {
    return error
  }
}

function found(error: unknown): Refusal | undefined {
  if (error === undefined) return undefined
  return refusalOf(error) ?? writesRefused()
}

/**
 * Writes about 250 KB of incompressible data into a temporary table. The database drops it at once:
 * both statements are one transaction, and behind a pooler the session belongs to others as well.
 */
const fill = `create temporary table readiness_probe (filler text) on commit drop;
  insert into readiness_probe
  select string_agg(md5(random()::text), '') from generate_series(1, 8000) n group by n % 256`

async function reconnect(pool: Db['$client']): Promise<void> {
  if (!(pool instanceof pg.Pool) || !pool.options.connectionString) return
  const client = new pg.Client(pool.options)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(fill)
  } finally {
    await client.end().catch(() => {})
  }
}

function notAnswering(): Refusal {
  const sentence = 'The database does not answer'
  return new Refusal('unavailable', 'overloaded', sentence, [], { retryAfterSeconds: 2 })
}

function writesRefused(): Refusal {
  const sentence = 'The database does not allow the program to save'
  return new Refusal('unavailable', 'database-refuses', sentence, [], { retryAfterSeconds: 10 })
}
