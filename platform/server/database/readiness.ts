import pg from 'pg'
import { Refusal } from '#platform/kernel/refusal.ts'
import { projectVersion } from '../runtime/config.ts'
import { type Db, rows } from './db.ts'
import { type Latest, latest } from '../lists/shared-read.ts'
import { nodeId } from '../runtime/node-id.ts'
import { hasSeenOutage } from './outages.ts'
import { refusalOf } from './pg-errors.ts'
import { seenDamage } from '../embedded/seen-damage.ts'

// Whether the database serves this program: a connection can be had, and something can be saved.

const freshMs = 1000

const recordNodeSeen = {
  name: 'say_node_seen',
  text: `insert into program_nodes (node, version) values ($1, $2)
         on conflict (node) do update set seen_at = now()`,
}

/** Saves that this node runs: the smallest thing that a full or read-only database refuses. */
export async function tryToWrite(db: Db): Promise<void> {
  await rows(db, recordNodeSeen, [nodeId, projectVersion])
}

const askers = new WeakMap<object, Latest<Refusal | undefined>>()

/**
 * Why the database does not serve this program; undefined where it does. Tried at most once a
 * second, on a connection that the calls share. While calls have failed lately, tried besides on
 * a new connection, with more to save: old connections outlive a password that was changed, and a
 * full disk has room in pages that exist already.
 */
export async function databaseRefusal(db: Db, waitMs: number): Promise<Refusal | undefined> {
  const pool = db.$client
  const damage = seenDamage(pool)
  if (damage) return damage
  const asker = askers.get(pool) ?? latest(freshMs, async () => found(await probe(db)))
  askers.set(pool, asker)
  const timedOut = new Promise<Refusal>((resolve) => {
    setTimeout(() => resolve(silent()), waitMs).unref()
  })
  return Promise.race([asker.ask(waitMs).then((known) => known ?? undefined), timedOut])
}

async function probe(db: Db): Promise<unknown> {
  try {
    await tryToWrite(db)
    if (hasSeenOutage()) await tryAnew(db.$client)
    return undefined
  } catch (error) {
    return error
  }
}

function found(error: unknown): Refusal | undefined {
  if (error === undefined) return undefined
  return refusalOf(error) ?? unwilling()
}

/** About 250 KB that no compression makes smaller, in a table that is gone with its connection. */
const fill = `create temporary table readiness_probe (filler text);
  insert into readiness_probe
  select string_agg(md5(random()::text), '') from generate_series(1, 8000) n group by n % 256`

async function tryAnew(pool: Db['$client']): Promise<void> {
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

function silent(): Refusal {
  const sentence = 'The database does not answer'
  return new Refusal('unavailable', 'overloaded', sentence, [], { retryAfterSeconds: 2 })
}

function unwilling(): Refusal {
  const sentence = 'The database does not let the program save anything'
  return new Refusal('unavailable', 'database-refuses', sentence, [], { retryAfterSeconds: 10 })
}
