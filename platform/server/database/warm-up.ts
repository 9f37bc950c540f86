import type pg from 'pg'
import type { Database } from './db.ts'

/**
 * The tables that most requests read. PostgreSQL caches table definitions in each connection, so
 * the first query of a new connection took 10 to 20 ms longer.
 */
const loadTables = `select 1
  from sessions, users, settings, customers, vendors, skus, sales_orders, purchase_orders, invoices
  where false`

/**
 * Opens every connection of the pool and queries the tables that are read most, so that the first
 * burst of requests does not wait for new connections. An error here is ignored: the first request
 * meets it again and reports it. The embedded database has one connection and needs no warm-up.
 */
export async function warmUp({ pool, kind }: Pick<Database, 'pool' | 'kind'>): Promise<void> {
  if (kind === 'embedded') return
  const each = Array.from({ length: pool.options.max }, () => warmUpOne(pool))
  await Promise.allSettled(each)
}

async function warmUpOne(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(loadTables)
  } finally {
    client.release()
  }
}
