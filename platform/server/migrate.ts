import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { projectRoot } from './config.ts'
import { refusalOf } from './pg-errors.ts'
import { refuseOld, unreachable } from './start-errors.ts'

const lockNumber = 727_272
const startAttempts = 30
const startPauseMs = 1000

/**
 * Applies the SQL files of `db/migrations` that have not been applied, each in a transaction of
 * its own, in the order of their numbers. Several nodes may start at once: one migrates, the
 * others wait at the lock and then find nothing to do. Answers the names it applied. Refuses a
 * PostgreSQL that cannot be reached, or is too old, with a line that names its setting.
 */
export async function migrate(pool: pg.Pool, folder = join(projectRoot, 'db/migrations')) {
  const client = await patientConnect(pool)
  try {
    await refuseOldServer(client)
    await client.query('set statement_timeout = 0')
    await client.query('set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    return await applyNew(client, folder)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockNumber])
    await client.query('reset statement_timeout')
    await client.query('reset lock_timeout')
    client.release()
  }
}

/** Connects to a database that may be starting itself: tries again for half a minute. */
async function patientConnect(pool: pg.Pool): Promise<pg.PoolClient> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await pool.connect()
    } catch (error) {
      const isAway = refusalOf(error)?.status === 503
      if (!isAway || attempt >= startAttempts) throw failureOf(pool, error)
      await new Promise((resolve) => setTimeout(resolve, startPauseMs))
    }
  }
}

function failureOf({ options }: pg.Pool, error: unknown): unknown {
  return options.connectionString ? unreachable(error, new pg.Client(options)) : error
}

async function refuseOldServer(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  refuseOld(rows[0]?.version ?? 0)
}

async function applyNew(client: pg.PoolClient, folder: string): Promise<string[]> {
  await client.query(
    `create table if not exists migrations (
       name text primary key,
       applied_at timestamptz not null default now()
     )`,
  )
  const applied = await client.query<{ name: string }>('select name from migrations')
  const known = new Set(applied.rows.map((row) => row.name))
  const files = readdirSync(folder).filter((name) => /^\d{4}_.*\.sql$/.test(name))
  const fresh = files.filter((name) => !known.has(name)).sort()
  for (const name of fresh) await apply(client, name, readFileSync(join(folder, name), 'utf8'))
  return fresh
}

async function apply(client: pg.PoolClient, name: string, text: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${String(error)}`, { cause: error })
  }
}
