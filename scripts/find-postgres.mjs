/** The PostgreSQL of this machine, if it has one. */
export const localServer = 'postgres://postgres@127.0.0.1:5432/postgres'

/**
 * True if the API tests can use PostgreSQL: DATABASE_URL, else a server on this machine that
 * accepts user `postgres`. A DATABASE_URL that does not respond counts as available, so that its
 * tests fail instead of being skipped.
 */
export async function findPostgres() {
  if (process.env.DATABASE_URL) return true
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: localServer, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
