import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The PostgreSQL of the tests: the one that DATABASE_URL names, else the one of this machine. */
export const testServer =
  process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** A new, empty database on the PostgreSQL of the tests. */
export async function freshDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `prizm_test_${process.pid}_${randomBytes(4).toString('hex')}`
  await administer(`create database ${name}`)
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
