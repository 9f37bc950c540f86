import type pg from 'pg'
import type { Database } from '../database/db.ts'
import type { Job } from '../jobs/worker.ts'

// The embedded database has no autovacuum. Without this, rows that were deleted, replaced or rolled
// back, such as those of the canary order of each minute, would use more disk space every day.

const everyMs = 3_600_000

const listTables = `select quote_ident(relname) as name from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`

/** The hourly job that makes the space of dead rows of the embedded database free for new rows. */
export function vacuumJobs({ kind, pool }: Pick<Database, 'kind' | 'pool'>): Job[] {
  if (kind !== 'embedded') return []
  let isStart = true
  const run = async () => {
    // Not at the start, when users wait for the first screens.
    if (!isStart) await vacuum(pool)
    isStart = false
  }
  return [{ name: 'vacuum', everyMs, run }]
}

/**
 * Makes the space of dead rows free for new rows, in one table after another, so that a request
 * waits for one table at most. Files do not become smaller.
 */
export async function vacuum(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(listTables)
  for (const { name } of rows) {
    // Sequential: the embedded database has one connection.
    // oxlint-disable-next-line no-await-in-loop
    await pool.query(`vacuum (truncate false) ${name}`)
  }
}
