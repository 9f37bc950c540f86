import { type Context, rows } from '../database/db.ts'

/**
 * A row of a file that left its record as it is, or that created none: then it has no `id`. Of a
 * document with several rows it is the first.
 */
export type SkippedRow = { id?: number | undefined; row: number; reason: string }

/** Why a row leaves its record as it is. */
export const skippedReasons = {
  exists: 'It exists already',
  equal: 'It has these values already',
} as const

/** The most reasons of skipped records that an import or a bulk edit stores. */
const maxReasons = 1000

type SkippedReason = { id?: number | undefined; row?: number; reason: string }

/** Reasons as they are stored; a row without a record has the negative of its number as id. */
export function reasonsOf(skipped: readonly SkippedReason[]): string {
  const stored = skipped.slice(0, maxReasons).map(({ id, reason, row }) => {
    return { id: id ?? -(row ?? 0), reason, file_row: row ?? null }
  })
  return JSON.stringify(stored)
}

const setSkipped = {
  name: 'set_skipped_rows_of_import',
  text: `update imports set skipped_count = $2, skipped = $3 where id = $1`,
}

/** Records the skipped rows of an import whose records were written in several transactions. */
export async function rememberSkippedRows(
  { db }: Pick<Context, 'db'>,
  importId: number,
  skippedRows: readonly SkippedRow[],
): Promise<void> {
  if (skippedRows.length === 0) return
  await rows(db, setSkipped, [importId, skippedRows.length, reasonsOf(skippedRows)])
}
