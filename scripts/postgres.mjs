/** The PostgreSQL of this machine, if it has one. */
export const localServer = 'postgres://postgres@127.0.0.1:5432/postgres'

/**
 * Whether the API tests have a PostgreSQL to run on: the one DATABASE_URL names, else one on this
 * machine that lets `postgres` in. One that is named but does not answer counts as there, so that
 * its tests fail rather than vanish.
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
