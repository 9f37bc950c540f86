import pg from 'pg'
import { testServer } from '#db/testing.ts'

/**
 * Ends the PostgreSQL run: drops the databases of its workers. Workers exit without cleanup, so
 * their databases are recognized by name and by having no connections.
 */
export async function teardown(): Promise<void> {
  const client = new pg.Client({ connectionString: testServer })
  await client.connect()
  const databases = await client.query<{ name: string }>(
    `select quote_ident(datname) as name from pg_database
     where starts_with(datname, 'prizm_test_')
       and not exists (select from pg_stat_activity where datid = pg_database.oid)`,
  )
  for (const { name } of databases.rows) await client.query(`drop database if exists ${name}`)
  await client.end()
}
