import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The test server: DATABASE_URL if set, else PostgreSQL on this machine. */
export const testServer =
  process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export type TestDatabase = { url: string; drop: () => Promise<void> }

/** A new database on the test server: empty, or a copy of a template without connections. */
export async function freshDatabase(template?: string): Promise<TestDatabase> {
  const name = `prizm_test_${process.pid}_${randomBytes(4).toString('hex')}`
  return createFrom(name, template === undefined ? '' : ` template ${template}`)
}

/** A template database, named so that other test runs do not drop it as a leftover. */
export function templateDatabase(): Promise<TestDatabase> {
  return createFrom(`prizm_copied_${process.pid}`, '')
}

/**
 * A new empty database that a new role without privileges owns, and its URL for that role. `drop`
 * drops both.
 */
export async function databaseOfPlainRole(): Promise<TestDatabase> {
  const role = `prizm_test_${process.pid}_${randomBytes(4).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  await administer(`create role ${role} login password '${password}'`)
  const database = await createFrom(role, ` owner ${role}`)
  const url = new URL(database.url)
  url.username = role
  url.password = password
  const drop = async () => {
    await database.drop()
    await administer(`drop role if exists ${role}`)
  }
  return { url: url.href, drop }
}

/** A new role without privileges, and the URL of this database for it. Drop the database first. */
export async function plainRoleOf(database: TestDatabase): Promise<TestDatabase> {
  const role = `prizm_test_${process.pid}_${randomBytes(4).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  await administer(`create role ${role} login password '${password}'`)
  const url = new URL(database.url)
  url.username = role
  url.password = password
  return { url: url.href, drop: () => administer(`drop role if exists ${role}`) }
}

async function createFrom(name: string, from: string): Promise<TestDatabase> {
  await administer(`create database ${name}${from}`)
  const url = new URL(testServer)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => administer(`drop database if exists ${name} with (force)`),
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: testServer })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Columns the program updates on any call: last use of a node, session or key. */
const bookkeepingColumns = "'last_seen_at' - 'last_used_at' - 'seen_at'"

/** A fingerprint of all rows by table, equal if nothing was written in between. */
export async function fingerprintTables(
  pool: Pick<pg.Pool, 'query'>,
): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename not in ('migrations', 'program_nodes') order by 1`,
  )
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name,
         count(*) || ' ' || coalesce(md5(string_agg(row, ',' order by row)), '') as print
       from (select (to_jsonb(t) - ${bookkeepingColumns})::text as row from ${name} t) r`,
  )
  const { rows } = await pool.query<{ name: string; print: string }>(each.join(' union all '))
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]))
}

/** The tables that differ between two fingerprints. */
export function differingTables(
  before: Record<string, string>,
  after: Record<string, string>,
): string[] {
  return Object.keys(after).filter((name) => after[name] !== before[name])
}
