import { type Db, rows, type Statement } from '#platform/server/database/db.ts'

const atOnce = 5000

/**
 * Runs an `insert … select … from unnest(…)` for rows given as tuples, in batches of some
 * thousands. Returns the statement's rows.
 */
export async function insertRows<Row extends object>(
  db: Db,
  statement: Statement,
  tuples: readonly (readonly unknown[])[],
): Promise<Row[]> {
  const width = tuples[0]?.length ?? 0
  const returned: Row[] = []
  for (let start = 0; start < tuples.length; start += atOnce) {
    const part = tuples.slice(start, start + atOnce)
    const columns = Array.from({ length: width }, (_, column) => part.map((row) => row[column]))
    returned.push(...(await rows<Row>(db, statement, columns)))
  }
  return returned
}

/** Milliseconds since the epoch as an ISO timestamp. */
export function momentOf(ms: number): string {
  return new Date(ms).toISOString()
}
