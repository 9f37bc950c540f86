import { getTableColumns, getTableName } from 'drizzle-orm'
import type { BulkAction, BulkOutcome } from '#platform/kernel/bulk.ts'
import type { Day } from '#platform/kernel/days.ts'
import type { ListQuery } from '#platform/kernel/endpoint.ts'
import type { FieldError } from '#platform/kernel/refusal.ts'
import type { UpsertOutcome } from '#platform/kernel/upsert.ts'
import { type Context, inTransaction } from '../database/db.ts'
import type { Download } from '../http/route.ts'
import { csvDownload, fieldsOf } from '../lists/csv-export.ts'
import { type ImportedRecord, type ImportSpec, importRecords } from '../imports/import.ts'
import type { Values } from '../imports/import-file.ts'
import { undoBulkDeletion, undoBulkRestoration } from '../imports/bulk-edit-undo.ts'
import { rememberBulkEdit } from '../imports/import-sql.ts'
import { undoImport } from '../imports/import-undo.ts'
import { type UpsertSpec, upsertRecords } from '../imports/upsert.ts'
import { readList, streamFullList } from '../lists/list.ts'
import { rankedList } from '../lists/list-relevance.ts'
import { applyToMany, type BulkRequest } from '../records/apply-to-many.ts'
import type {
  CheckedRow,
  HistoryEntry,
  Master,
  MasterRow,
  StoredRecord,
} from './master-data-definition.ts'
import type { ImportOutcome, ImportQuery } from '#platform/kernel/import.ts'

/** The filters of an export, and the selected columns. */
type ExportRequest = ListQuery & { columns?: string | undefined }

/** The use cases that list, export and change many records. */
export function manyRecords<Row extends MasterRow, Form extends Patch, Patch extends Values>(
  master: Master<Row, Form, Patch>,
) {
  const { table, file, references, ranked, amounts } = master
  const code = getTableColumns(table)[file.code]?.name ?? file.code

  /** Lists records, paged; without a limit, all of them. */
  const list = (ctx: Context, query: ListQuery) =>
    readList<Row>(ctx.db, rankedList(master.list(ctx), ranked, query), query)

  /** Exports all records that match the filters as a CSV file of the selected columns. */
  const exportFile = async (ctx: Context, query: ExportRequest, day: Day): Promise<Download> => {
    const fields = fieldsOf(Object.keys(master.answer.shape), query.columns)
    const sheet = { fileName: `${file.name}-${day}.csv`, fields, amounts }
    return csvDownload(sheet, await streamFullList(ctx.db, master.list(ctx), query))
  }

  /** Applies one action to many records; returns those not changed with the reason. */
  const changeMany = async (ctx: Context, request: BulkRequest): Promise<BulkOutcome> => {
    const { action } = request
    if (action === 'delete' || action === 'restore') master.requireDeletion(ctx)
    return inTransaction(ctx, async (inner) => {
      const records = { table: getTableName(table), code, list: master.list(inner), references }
      const outcome = await applyToMany(inner.db, records, request)
      await master.history.record(inner, bulkEntries(action, outcome.done))
      const values = changedValues(action)
      const done = outcome.done.map((id) => ({ id, ...values }))
      await rememberBulkEdit(inner, { table, action, done, kept: outcome.kept })
      return outcome
    })
  }

  return { list, export: exportFile, changeMany }
}

/** How the records of an upsert are read and checked, instead of the rows of a file. */
type UpsertRules<Row, Form, Patch> = Pick<UpsertSpec, 'partial' | 'complete' | 'ignores'> & {
  /** Completes a form before it is compared and written. */
  normalize?(form: Patch, before: StoredRecord<Row, Form> | null): Patch
  check(row: { form: Patch; before: StoredRecord<Row, Form> | null }): FieldError[]
}

/** The use cases of files and upserts. */
export function importedRecords<Row extends MasterRow, Form extends Patch, Patch extends Values>(
  master: Master<Row, Form, Patch>,
) {
  const { history, references } = master
  const importing = importingOf(master)

  /** Creates and updates records from a CSV file: all rows, or none if one has an error. */
  const importFile = (ctx: Context, query: ImportQuery, text: string): Promise<ImportOutcome> =>
    importRecords(ctx, importing, { query, text })

  const undone = async (
    ctx: Context,
    deleted: readonly number[],
    restored: readonly ImportedRecord[],
  ) => {
    const entries = [...bulkEntries('delete', deleted), ...importEntries(master, restored)]
    await history.record(ctx, entries)
    await master.imported?.(ctx, restored, 'CSV import undone')
  }

  const requireDeletion = (ctx: Context) => master.requireDeletion(ctx)
  const undoing = { ...importing, references, requireDeletion, undone }

  /**
   * Undoes an import; records changed since or in use are skipped, as are those that the user may
   * not delete or give their previous values.
   */
  const undo = (ctx: Context, id: number): Promise<BulkOutcome> =>
    inTransaction(ctx, async (inner) => {
      await master.lock?.(inner)
      return undoImport(inner, undoing, { id })
    })

  /**
   * Undoes a bulk edit by its action. Records changed since are skipped, as are those whose codes
   * or other records prevent it, and those that the user may not give their previous values.
   */
  const undoEdit = (ctx: Context, id: number, action: string): Promise<BulkOutcome> =>
    inTransaction(ctx, async (inner) => {
      await master.lock?.(inner)
      if (action !== 'delete' && action !== 'restore') {
        return undoImport(inner, undoing, { id, action })
      }
      master.requireDeletion(inner)
      const isDeletion = action === 'delete'
      const undoAction = isDeletion ? undoBulkDeletion : undoBulkRestoration
      const outcome = await undoAction(inner, { ...importing, references }, id)
      const entries = bulkEntries(isDeletion ? 'restore' : 'delete', outcome.done)
      await history.record(inner, entries)
      return outcome
    })

  const upsert = upsertOf(master)

  return { import: importFile, undoImport: undo, undoBulkEdit: undoEdit, upsert }
}

/** How records are created and updated by their codes, each by itself. */
function upsertOf<Row extends MasterRow, Form extends Patch, Patch extends Values>(
  master: Master<Row, Form, Patch>,
) {
  const importing = importingOf(master)
  return (
    ctx: Context,
    records: readonly unknown[],
    { normalize, check, ...schemas }: UpsertRules<Row, Form, Patch>,
  ): Promise<UpsertOutcome> => {
    // The records have the types of the schemas and columns that the room declares.
    type Before = StoredRecord<Row, Form> | null
    const upserting: UpsertSpec = {
      ...importing,
      ...schemas,
      check: (_, { form, before }) => check({ form: form as Patch, before: before as Before }),
      ...(normalize && {
        normalize: (form, before) => normalize(form as Patch, before as Before),
      }),
    }
    return upsertRecords(ctx, upserting, records)
  }
}

/** The import declaration. Its rows have the types of the master's schema and columns. */
function importingOf<Row extends MasterRow, Form extends Patch, Patch extends Values>(
  master: Master<Row, Form, Patch>,
): ImportSpec {
  const { table, file, apart, alsoRead, lock, warn } = master
  return {
    file,
    table,
    ...(apart && { apart }),
    ...(alsoRead && { alsoRead }),
    ...(lock && { lock }),
    check: (ctx, row) => master.check(ctx, row as CheckedRow<Row, Form>),
    ...(warn && { warn: (row) => warn(row as CheckedRow<Row, Form>) }),
    written: async (ctx, records) => {
      await master.history.record(ctx, importEntries(master, records))
      await master.imported?.(ctx, records, 'CSV import')
    },
  }
}

/** The values that an action changes in many records, before and after; none if it deletes. */
function changedValues(action: BulkAction): { before?: Values; after?: Values } {
  if (action !== 'activate' && action !== 'deactivate') return {}
  const isActive = action === 'activate'
  return { before: { isActive: !isActive }, after: { isActive } }
}

/** History entries for one action on many records. */
function bulkEntries(action: BulkAction, ids: readonly number[]): HistoryEntry[] {
  const isActive = action === 'activate'
  const changesActive = isActive || action === 'deactivate'
  const changes = changesActive ? { isActive: { from: !isActive, to: isActive } } : undefined
  return ids.map((entityId) => ({ entityId, action, ...(changes && { changes }) }))
}

/** History entries for an import, one per record. */
function importEntries<Row extends MasterRow, Form extends Patch, Patch extends Values>(
  { history, actionOf }: Master<Row, Form, Patch>,
  records: readonly ImportedRecord[],
): HistoryEntry[] {
  return records.map(({ id, before, values }) => {
    if (before === null) return { entityId: id, action: 'create' }
    const action = actionOf?.(before as Partial<Row>, values as Partial<Row>) ?? 'update'
    return { entityId: id, action, changes: history.changesBetween(before, values) }
  })
}
