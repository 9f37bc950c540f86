import pg from 'pg'
import { projectVersion } from '../runtime/config.ts'
import { migrationNames, migrationsFolder, olderMayWrite, readMigration } from './migrations.ts'
import { isAway } from './pg-errors.ts'
import { refuseOld, unreachable } from '../runtime/start-errors.ts'

const lockNumber = 727_272
const startAttempts = 30
const startPauseMs = 1000

/**
 * Applies the SQL files of `db/migrations` that have not been applied, in the order of their names,
 * each in its own transaction. A file that arrives from another branch after later ones were
 * applied is applied too. Several nodes may start at once: an advisory lock lets one migrate; the
 * others wait and then find nothing to do. Returns the names of the applied files. Throws if
 * PostgreSQL cannot be reached or is too old, naming the setting, and if a newer version of the
 * program has migrated the database.
 */
export async function migrate(pool: pg.Pool, folder = migrationsFolder) {
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

/** Connects to a database that may still be starting: retries for half a minute. */
async function patientConnect(pool: pg.Pool): Promise<pg.PoolClient> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await pool.connect()
    } catch (error) {
      if (!isAway(error) || attempt >= startAttempts) throw failureOf(pool, error)
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
  await prepareList(client)
  const applied = await client.query<Applied>(
    'select name, program_version as "version" from migrations order by name collate "C"',
  )
  const names = migrationNames(folder)
  refuseNewer(applied.rows, names)
  const known = new Set(applied.rows.map((row) => row.name))
  const fresh = names.filter((name) => !known.has(name))
  for (const name of fresh) await apply(client, name, readMigration(name, folder))
  return fresh
}

/**
 * Creates the table of applied migrations, with the version that applied each and whether older
 * nodes may keep running.
 */
async function prepareList(client: pg.PoolClient): Promise<void> {
  await client.query(
    `create table if not exists migrations (
       name text primary key,
       applied_at timestamptz not null default now(),
       program_version text,
       older_may_write boolean not null default false
     )`,
  )
  const { rowCount } = await client.query(
    `select from pg_attribute
     where attrelid = 'migrations'::regclass and attname = 'older_may_write'`,
  )
  if (rowCount) return
  await client.query(
    `alter table migrations add column program_version text,
       add column older_may_write boolean not null default false`,
  )
}

type Applied = { name: string; version: string | null }

/**
 * Rejects a database that a newer build has migrated, because this build would corrupt its data.
 */
function refuseNewer(applied: readonly Applied[], names: readonly string[]): void {
  const unknown = applied.filter(({ name }) => !names.includes(name))
  const last = unknown.at(-1)
  if (!last) return
  const others = unknown.length - 1
  const more = others === 0 ? '' : ` and ${others} more`
  const newer = `version ${last.version ?? 'unknown'} has changed it (${last.name}${more})`
  const known = `version ${projectVersion}, which knows the changes up to ${names.at(-1) ?? 'none'}`
  throw new Error(
    `The database is newer than this program: ${newer}. This is ${known}. ` +
      'Start that version or a newer one',
  )
}

async function apply(client: pg.PoolClient, name: string, text: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query(
      'insert into migrations (name, program_version, older_may_write) values ($1, $2, $3)',
      [name, projectVersion, olderMayWrite(text) ?? false],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${String(error)}`, { cause: error })
  }
}
