import { getTableColumns, getTableName } from 'drizzle-orm'
import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { type Context, inTransaction } from '../database/db.ts'
import { type Reference, referencedSentence, referencesTo } from '../records/references.ts'
import { lockDeleted, restorableDays, restoreRecords, softDelete } from '../records/trash.ts'
import { lockImported, type Records, type Row } from './import-sql.ts'
import { claimUndo } from './import-undo.ts'

type Deletable = Records & { references: readonly Reference[] }

/** How a sentence about a record that is not undone ends. */
const since = 'after the bulk edit'

/**
 * Undoes a bulk deletion: restores its records. Skips a record that was restored or changed since,
 * whose code is used again, or that was deleted too long ago, and returns the reason.
 */
export function undoBulkDeletion(
  ctx: Context,
  records: Deletable,
  id: number,
): Promise<BulkOutcome> {
  const table = getTableName(records.table)
  const code = getTableColumns(records.table)[records.file.code]?.name ?? records.file.code
  return inTransaction(ctx, async (inner) => {
    await claimUndo(inner, records, { id, action: 'delete' })
    const found = await lockImported(inner.db, records, id)
    const ids = found.map((row) => row.id)
    const restorable = await lockDeleted(inner.db, { table, code }, ids)
    const isTakenById = new Map(restorable.map((each) => [each.id, each.isTaken]))
    const whyNot = (row: Row): string | undefined => {
      if (!row.isDeleted) return `${row.code} was restored ${since}`
      if (row.version !== row.was) return `${row.code} was changed ${since}`
      const isTaken = isTakenById.get(row.id)
      if (isTaken === undefined) return `${row.code} was deleted over ${restorableDays} days ago`
      return isTaken ? `${row.code} is now used by another record` : undefined
    }
    const { free, kept } = partition(found, whyNot)
    return { done: await restoreRecords(inner.db, table, free), kept }
  })
}

/**
 * Undoes a bulk restoration: deletes its records again. Skips a record that was deleted or changed
 * since, or that other records refer to, and returns the reason.
 */
export function undoBulkRestoration(
  ctx: Context,
  records: Deletable,
  id: number,
): Promise<BulkOutcome> {
  return inTransaction(ctx, async (inner) => {
    await claimUndo(inner, records, { id, action: 'restore' })
    const found = await lockImported(inner.db, records, id)
    const used = await referencesTo(
      inner.db,
      records.references,
      found.map((row) => row.id),
    )
    const whyNot = (row: Row): string | undefined => {
      if (row.isDeleted) return `${row.code} was deleted ${since}`
      if (row.version !== row.was) return `${row.code} was changed ${since}`
      const references = used.get(row.id)
      return references === undefined ? undefined : referencedSentence(row.code, references)
    }
    const { free, kept } = partition(found, whyNot)
    await softDelete(inner.db, getTableName(records.table), free)
    return { done: free, kept }
  })
}

/** The ids of the rows without a reason, and the others with theirs. */
function partition(found: readonly Row[], whyNot: (row: Row) => string | undefined) {
  const reasons = found.map((row) => ({ id: row.id, reason: whyNot(row) }))
  const free = reasons.flatMap(({ id, reason }) => (reason === undefined ? [id] : []))
  const kept = reasons.flatMap(({ id, reason }) => (reason === undefined ? [] : [{ id, reason }]))
  return { free, kept }
}
