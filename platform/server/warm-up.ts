import type pg from 'pg'
import type { Database } from './db.ts'

/**
 * What most requests read: a connection that has looked at a table once knows its columns and
 * indexes. The first look took 10 to 20 ms, of each connection.
 */
const firstLook = `select 1
  from sessions, users, settings, customers, vendors, skus, sales_orders, purchase_orders, invoices
  where false`

/**
 * Opens every connection of the pool and has it look at the tables that are read most, so that the
 * first crowd does not wait until ten connections are opened beside its requests. What fails here
 * is met again by the first request, and told there. The embedded database has one connection.
 */
export async function warmUp({ pool, kind }: Pick<Database, 'pool' | 'kind'>): Promise<void> {
  if (kind === 'embedded') return
  const each = Array.from({ length: pool.options.max }, () => lookFrom(pool))
  await Promise.allSettled(each)
}

async function lookFrom(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(firstLook)
  } finally {
    client.release()
  }
}
