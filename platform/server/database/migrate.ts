import pg from 'pg'
import { projectVersion } from '../runtime/config.ts'
import { migrationNames, migrationsFolder, olderMayWrite, readMigration } from './migrations.ts'
import { isUnreachable } from './pg-errors.ts'
import { types } from './pg-types.ts'
import { beginOn, endOn, sendPipelined, type Statement } from './pipeline.ts'
import { arrivalMark } from './session-settings.ts'
import {
  isRefusedByPooler,
  type Place,
  requirePostgresVersion,
  refusedRights,
  unreachable,
  waitingLine,
  withoutOptions,
} from '../runtime/start-errors.ts'

const lockNumber = 727_272
const startAttempts = 30
const startPauseMs = 1000

/**
 * Applies the SQL files of `db/migrations` that have not been applied, in the order of their names,
 * each in its own transaction. A file that arrives from another branch after later ones were
 * applied is applied too. Several nodes may start at once: each transaction takes an advisory lock
 * and reads again what is applied, so that each file is applied by one of them. Returns the names
 * of the files that this call applied. Waits up to half a minute for PostgreSQL and announces each
 * try. Throws if PostgreSQL cannot be reached, is too old, is behind an unnamed transaction pooler
 * or grants too few rights, naming the setting, and if a newer version of the program has migrated
 * the database.
 */
export async function migrate(
  pool: pg.Pool,
  folder = migrationsFolder,
  announce?: (sentence: string) => void,
): Promise<string[]> {
  const client = await patientConnect(pool, announce)
  try {
    await refuseOldServer(client)
    await refuseLostOptions(pool, client)
    const applied: string[] = []
    const names = migrationNames(folder)
    await whileLocked<ListState, void>(client, readListState, (rows) => prepareList(client, rows))
    for (;;) {
      const name = await whileLocked<Applied, string | undefined>(client, readApplied, (rows) =>
        applyNext(client, { folder, names, applied: rows }),
      )
      if (name === undefined) return applied
      applied.push(name)
    }
  } catch (error) {
    throw refusedRights(error, client)
  } finally {
    client.release()
  }
}

/**
 * Connects once, as the start does. Throws the error of the start, which names the setting, if the
 * database cannot be reached. For commands of the operator that need no migration.
 */
export async function requireReachable(pool: pg.Pool): Promise<void> {
  const client = await patientConnect(pool)
  client.release()
}

/** Connects to a database that may still be starting: retries for half a minute. */
async function patientConnect(
  pool: pg.Pool,
  announce?: (sentence: string) => void,
): Promise<pg.PoolClient> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await pool.connect()
    } catch (error) {
      const isFinal = !isUnreachable(error) || isRefusedByPooler(error) || attempt >= startAttempts
      if (isFinal) throw failureOf(pool, error)
      if (pool.options.connectionString) {
        announce?.(waitingLine(error, placeOf(pool), { attempt, of: startAttempts }))
      }
      await new Promise((resolve) => setTimeout(resolve, startPauseMs))
    }
  }
}

function failureOf(pool: pg.Pool, error: unknown): unknown {
  return pool.options.connectionString ? unreachable(error, placeOf(pool)) : error
}

function placeOf({ options }: pg.Pool): Place {
  const { host, port, user, database } = new pg.Client(options)
  return { host, port, user, database, options: options.options }
}

async function refuseOldServer(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  requirePostgresVersion(rows[0]?.version ?? 0)
}

/** A pooler may accept startup options and drop them: the program would run without them. */
async function refuseLostOptions({ options }: pg.Pool, client: pg.PoolClient): Promise<void> {
  if (!options.options?.includes(arrivalMark)) return
  const { rows } = await client.query<{ mark: string | null }>(
    'select current_setting($1, true) as mark',
    [arrivalMark],
  )
  if (rows[0]?.mark !== 'arrived') throw withoutOptions(client)
}

const withoutLimits = {
  name: 'migrate_without_limits',
  text: `select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`,
}
const lock = { name: 'migrate_lock', text: 'select pg_advisory_xact_lock($1)' }

/**
 * Runs `work` in a transaction that holds the lock of the migrations, with the rows that `first`
 * finds under it. The lock belongs to the transaction, because behind a transaction pooler there is
 * no session that could hold it.
 */
async function whileLocked<Row, R>(
  client: pg.PoolClient,
  first: Statement,
  work: (rows: Row[]) => Promise<R>,
): Promise<R> {
  try {
    const transaction = beginOn(client)
    const unlimited = sendPipelined(client, withoutLimits, { values: [], types })
    const locked = sendPipelined(client, lock, { values: [lockNumber], types })
    const found = sendPipelined<Row>(client, first, { values: [], types })
    await Promise.all([...transaction, unlimited, locked, found])
    const result = await work((await found).rows)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    endOn(client)
  }
}

type ListState = { isThere: boolean; isComplete: boolean }

const readListState = {
  name: 'migrate_list_state',
  text: `select to_regclass('migrations') is not null as "isThere",
           exists (select from pg_attribute where attrelid = to_regclass('migrations')
             and attname = 'older_may_write') as "isComplete"`,
}

/**
 * Creates the table of applied migrations, with the version that applied each and whether older
 * nodes may keep running.
 */
async function prepareList(client: pg.PoolClient, [state]: ListState[]): Promise<void> {
  if (!state?.isThere) {
    await client.query(
      `create table migrations (
         name text primary key,
         applied_at timestamptz not null default now(),
         program_version text,
         older_may_write boolean not null default false
       )`,
    )
  } else if (!state.isComplete) {
    await client.query(
      `alter table migrations add column program_version text,
         add column older_may_write boolean not null default false`,
    )
  }
}

const readApplied = {
  name: 'migrate_read_applied',
  text: 'select name, program_version as "version" from migrations order by name collate "C"',
}

type Files = { folder: string; names: readonly string[]; applied: readonly Applied[] }

/** Applies the first file that is not applied, and returns its name; undefined if there is none. */
async function applyNext(
  client: pg.PoolClient,
  { folder, names, applied }: Files,
): Promise<string | undefined> {
  refuseNewer(applied, names)
  const known = new Set(applied.map((row) => row.name))
  const name = names.find((each) => !known.has(each))
  if (name !== undefined) await apply(client, name, readMigration(name, folder))
  return name
}

type Applied = { name: string; version: string | null }

/**
 * Throws if a newer build has migrated a database, because this build would corrupt its data:
 * `names` are the migrations of this build.
 */
export function refuseNewer(applied: readonly Applied[], names: readonly string[]): void {
  const unknown = applied.filter(({ name }) => !names.includes(name))
  const last = unknown.at(-1)
  if (!last) return
  const otherCount = unknown.length - 1
  const more = otherCount === 0 ? '' : ` and ${otherCount} more`
  const newer = `version ${last.version ?? 'unknown'} has changed it (${last.name}${more})`
  const known = `version ${projectVersion}, which knows the changes up to ${names.at(-1) ?? 'none'}`
  throw new Error(
    `The database is newer than this program: ${newer}. This is ${known}. ` +
      'Start that version or a newer one',
  )
}

async function apply(client: pg.PoolClient, name: string, text: string): Promise<void> {
  try {
    await client.query(text)
    await client.query(
      'insert into migrations (name, program_version, older_may_write) values ($1, $2, $3)',
      [name, projectVersion, olderMayWrite(text) ?? false],
    )
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${String(error)}`, { cause: error })
  }
}
