import { type Db, rows, type Statement } from '#platform/server/database/db.ts'

const atOnce = 5000

/**
 * Runs an `insert … select … from unnest(…)` for rows as tuples, some thousands at a time. Answers
 * what the statement returns.
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

/** A moment in milliseconds as the database takes it. */
export function momentOf(ms: number): string {
  return new Date(ms).toISOString()
}
