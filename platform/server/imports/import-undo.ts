import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { softDelete, restorableDays } from '../records/trash.ts'
import { type Context, type Db, inTransaction, rows } from '../database/db.ts'
import type { RetentionRule } from '../jobs/retention-rules.ts'
import type { ImportedRecord, ImportSpec } from './import.ts'
import { lockImported, type Row, updateRecords } from './import-sql.ts'
import { referencedSentence, type Reference, referencesTo } from '../records/references.ts'

type Undoing = ImportSpec & {
  references: readonly Reference[]
  /** Throws a refusal if the user may not delete records. */
  requireDeletion: (ctx: Context) => void
  /** Called with the deleted records and those restored to their previous values. */
  undone(
    ctx: Context,
    deleted: readonly number[],
    restored: readonly ImportedRecord[],
  ): Promise<void>
}

/** What is undone: an import, or an upsert or bulk edit by its action. */
type Claim = { id: number; action?: string }

/**
 * Undoes an import, an upsert, or a bulk edit of fields: deletes the records that it created and
 * restores those it updated. Skips a record that was changed or deleted since, a created one that
 * other records refer to, and one that the user may not delete or give its previous values, and
 * returns the reason. If nothing could be undone for lack of a permission, somebody else may still
 * undo it. Throws 409 if it was already undone, and 404 if it does not exist.
 */
export function undoImport(ctx: Context, undoing: Undoing, claim: Claim): Promise<BulkOutcome> {
  const channel = claim.action === undefined ? { channel: 'csv' } : {}
  return inTransaction({ ...ctx, ...channel }, async (inner) => {
    await claimUndo(inner, undoing, claim)
    const found = await lockImported(inner.db, undoing, claim.id)
    const createdIds = found.filter(({ before }) => before === null).map((row) => row.id)
    const used = await referencesTo(inner.db, undoing.references, createdIds)
    const forbidden = forbiddenAmong(inner, undoing, { found, action: claim.action })
    const reasons = found.map((row) => {
      const reason = whyNotUndone(row, used, claim.action) ?? forbidden.get(row.id)
      return { row, reason }
    })
    const free = reasons.flatMap(({ row, reason }) => (reason === undefined ? [row] : []))
    const deleted = free.filter(({ before }) => before === null).map((row) => row.id)
    const restored = free.filter(({ before }) => before !== null)
    await softDelete(inner.db, getTableName(undoing.table), deleted)
    await updateRecords(
      inner,
      undoing,
      restored.map(({ id: record, current, before }) => ({ ...current, ...before, id: record })),
    )
    await undoing.undone(inner, deleted, restored.map(reverseChangeOf))
    const skipped = reasons.flatMap(({ row, reason }) => (reason ? [{ id: row.id, reason }] : []))
    const isForbidden = skipped.some(({ id, reason }) => reason === forbidden.get(id))
    if (free.length === 0 && isForbidden) await rows(inner.db, releaseClaim, [claim.id])
    return { done: free.map((row) => row.id), kept: skipped }
  })
}

/**
 * The records that the user may not undo, with the reason: created ones that are not theirs to
 * delete, and updated ones whose previous values the user might not import.
 */
function forbiddenAmong(
  ctx: Context,
  undoing: Undoing,
  { found, action }: { found: readonly Row[]; action: string | undefined },
): ReadonlyMap<number, string> {
  const mayDelete = found.some(({ before }) => before === null) && mayDeleteRecords(ctx, undoing)
  const reasons = found.flatMap(({ id, code, before, current }): [number, string][] => {
    if (before === null) {
      const reason = `${code} was created by the ${changeName(action)}, and you cannot delete it`
      return mayDelete ? [] : [[id, reason]]
    }
    const [problem] = undoing.check(ctx, { form: before, before: current, isUndo: true })
    return problem ? [[id, `${code}: ${problem.message}`]] : []
  })
  return new Map(reasons)
}

function mayDeleteRecords(ctx: Context, { requireDeletion }: Undoing): boolean {
  try {
    requireDeletion(ctx)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** The change from the imported values back to the previous ones. */
function reverseChangeOf({ id, code, before, current }: Row): ImportedRecord {
  const values = before ?? {}
  const names = Object.keys(values)
  return {
    id,
    code,
    before: Object.fromEntries(names.map((name) => [name, current[name]])),
    values,
  }
}

function whyNotUndone(
  row: Row,
  used: ReadonlyMap<number, string>,
  action: string | undefined,
): string | undefined {
  const references = used.get(row.id)
  const after = changeName(action)
  if (row.isDeleted) return `${row.code} was deleted after the ${after}`
  if (wasChanged(row)) return `${row.code} was changed after the ${after}`
  return references === undefined ? undefined : referencedSentence(row.code, references)
}

/**
 * Whether a record was changed since an import, or since a bulk edit in the fields that it changed:
 * other fields, and the stock of a SKU, stay as they are when it is undone.
 */
function wasChanged({ after, current, version, was }: Row): boolean {
  if (after === null) return version !== was
  return Object.keys(after).some((name) => current[name] !== after[name])
}

/** How a sentence calls an import, an upsert, or a bulk edit by its action. */
export function changeName(action = 'import'): string {
  return action === 'import' || action === 'upsert' ? action : 'bulk edit'
}

const claimStatement = {
  name: 'claim_undo_of_import',
  text: `update imports set undone_at = now(), undone_by = $4
         where id = $1 and table_name = $2 and action = $3 and undone_at is null returning id`,
}
const releaseClaim = {
  name: 'release_undo_of_import',
  text: 'update imports set undone_at = null, undone_by = null where id = $1',
}
const findImport = {
  name: 'find_import',
  text: `select id from imports where id = $1 and table_name = $2 and action = $3`,
}

/**
 * Marks an import, or an upsert or bulk edit of this action, as undone. Throws 409 if it already
 * is, and 404 if it does not exist.
 */
export async function claimUndo(
  { db, user }: Pick<Context, 'db' | 'user'>,
  { table }: Pick<ImportSpec, 'table'>,
  { id, action = 'import' }: Claim,
): Promise<void> {
  const which = [id, getTableName(table), action]
  if ((await rows(db, claimStatement, [...which, user?.id ?? null])).length > 0) return
  const subject = `That ${changeName(action)}`
  if ((await rows(db, findImport, which)).length === 0) throw missing(subject)
  throw new Refusal('conflict', 'already-undone', `${subject} has already been undone`)
}

const readChanged = {
  name: 'read_records_of_bulk_change',
  text: `select record_id as id from import_rows where import_id = $1 order by record_id`,
}

/** The ids of the records that an import or a bulk edit changed, in lock order. */
export async function changedRecordIds(db: Db, importId: number): Promise<number[]> {
  const found = await rows<{ id: number }>(db, readChanged, [importId])
  return found.map(({ id }) => id)
}

// The row stays: it says that the record was changed, and by its version prevents the undo.
const emptyValues = {
  name: 'empty_previous_values_of_record',
  text: `update import_rows set before = '{}'
         where record_id = $2 and before is not null and after is null
           and import_id in (select id from imports where table_name = $1)`,
}

/** Deletes the earlier values of a record that imports and upserts changed, such as a name. */
export async function erasePreviousValues(
  { db }: Pick<Context, 'db'>,
  table: PgTable,
  id: number,
): Promise<void> {
  await rows(db, emptyValues, [getTableName(table), id])
}

const isTooOld = `made_at < now() - make_interval(days => ${restorableDays})`
const forget = {
  name: 'forget_old_imports',
  text: `delete from import_rows where import_id in (select id from imports where ${isTooOld})`,
}
const forgetReasons = {
  name: 'forget_reasons_of_old_bulk_edits',
  text: `update imports set skipped = '[]' where skipped <> '[]' and ${isTooOld}`,
}
const countRows = {
  name: 'count_rows_of_old_imports',
  text: `select count(*) as count, min(i.made_at) as oldest
         from import_rows r join imports i on i.id = r.import_id where i.${isTooOld}`,
}
const countReasons = {
  name: 'count_reasons_of_old_bulk_edits',
  text: `select count(*) as count, min(made_at) as oldest
         from imports where skipped <> '[]' and ${isTooOld}`,
}

/** The rows of imports and bulk edits that are too old to undo, and why rows were skipped. */
export const importRetention: RetentionRule = {
  deleteDue: async ({ db }) => {
    await rows(db, forget)
    await rows(db, forgetReasons)
  },
  tables: [
    { table: 'import_rows', keptDays: restorableDays, countDue: countRows },
    { table: 'imports', keptDays: restorableDays, hasPermanentRows: true, countDue: countReasons },
  ],
}
