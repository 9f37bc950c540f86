import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The PostgreSQL of the tests: the one that DATABASE_URL names, else the one of this machine. */
export const testServer =
  process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export type TestDatabase = { url: string; drop: () => Promise<void> }

/** A new database on the PostgreSQL of the tests: empty, or a copy of one that nobody uses. */
export async function freshDatabase(template?: string): Promise<TestDatabase> {
  const name = `prizm_test_${process.pid}_${randomBytes(4).toString('hex')}`
  return made(name, template === undefined ? '' : ` template ${template}`)
}

/** A database to be copied. By its name no run of other tests takes it for one left over. */
export function databaseToCopy(): Promise<TestDatabase> {
  return made(`prizm_copied_${process.pid}`, '')
}

async function made(name: string, from: string): Promise<TestDatabase> {
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

/** What the program notes by itself, whoever calls: that a node, a session or a key is in use. */
const notedByTheProgram = "'last_seen_at' - 'last_used_at' - 'seen_at'"

/** A print of all rows of each table, by table: equal where nothing was written in between. */
export async function printOfTables(pool: Pick<pg.Pool, 'query'>): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename not in ('migrations', 'program_nodes') order by 1`,
  )
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name,
         count(*) || ' ' || coalesce(md5(string_agg(row, ',' order by row)), '') as print
       from (select (to_jsonb(t) - ${notedByTheProgram})::text as row from ${name} t) r`,
  )
  const { rows } = await pool.query<{ name: string; print: string }>(each.join(' union all '))
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]))
}

/** The tables that differ between two prints. */
export function tablesThatDiffer(
  before: Record<string, string>,
  after: Record<string, string>,
): string[] {
  return Object.keys(after).filter((name) => after[name] !== before[name])
}
