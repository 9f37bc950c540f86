import { getTableColumns, getTableName, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { type Context, type Db, rows, send } from '../database/db.ts'
import type { RecordFile, Values } from './import-file.ts'
import { reasonsOf, type SkippedRow } from './skipped-rows.ts'

// The SQL of imports, built from the columns that modules declare. Every value is a parameter, and
// each statement is sent once for all records.

/** The records that a file creates and updates. */
export type Records = {
  file: RecordFile & { code: string }
  table: PgTable
  /** Fields of the form that are not columns, or that only the module itself may write. */
  apart?: readonly string[]
  /** Columns beyond the form's that a check needs. */
  alsoRead?: readonly string[]
}

/** An existing record that a row of the file names; `at` is the index of that row. */
export type FoundRecord = Values & { id: number; at: number }

/** The current state of an imported record; `was` is the version that the import produced. */
export type Row = ReplacedRecord & { code: string; current: Values }
type ReplacedRecord = {
  id: number
  was: number
  version: number
  before: Values | null
  /** The values that a bulk edit gave to the fields it changed; null for an import. */
  after: Values | null
  isDeleted: boolean
}

/** The form fields that are columns, with the columns. */
function columnsOf({ table, file, apart = [] }: Records): [string, PgColumn][] {
  const names = file.columns.map(({ name }) => name).filter((name) => !apart.includes(name))
  return Object.entries(getTableColumns(table)).filter(([field]) => names.includes(field))
}

/** The select list of a record: its form fields and the extra ones, with `r` as the table alias. */
function fieldsOf(records: Records): string {
  const { table, apart = [], alsoRead = [] } = records
  const otherColumns = Object.entries(getTableColumns(table)).filter(([field]) =>
    [...apart, ...alsoRead].includes(field),
  )
  const fields = [...columnsOf(records), ...otherColumns]
  return fields.map(([field, column]) => `r.${column.name} as "${field}"`).join(', ')
}

/**
 * Finds the existing records of the file by code and locks them in id order. Returns them by the
 * index of their row.
 */
export async function lockExisting(
  db: Db,
  records: Records,
  fileRows: readonly { code: string }[],
): Promise<Map<number, FoundRecord>> {
  const { table, file } = records
  const code = `lower(r.${getTableColumns(table)[file.code]?.name})`
  const text = `select r.id, (t.at - 1)::int as at, ${fieldsOf(records)}
    from unnest($1::text[]) with ordinality as t (code, at)
    join ${getTableName(table)} r on ${code} = lower(t.code) and r.deleted_at is null
    order by r.id, t.at for no key update of r`
  const found = await rows<FoundRecord>(db, { name: '', text }, [fileRows.map((row) => row.code)])
  return new Map(found.map((record) => [record.at, record]))
}

/**
 * Inserts records in one statement and returns their ids by code. Missing values get the column
 * default. With `skipsTaken` it skips codes that another transaction has just inserted; otherwise
 * these are an error.
 */
export async function insertRecords(
  db: Db,
  records: Records,
  forms: readonly Values[],
  { skipsTaken = false } = {},
): Promise<Map<string, number>> {
  if (forms.length === 0) return new Map()
  const columns = columnsOf(records)
  const names = columns.map(([, column]) => column.name).join(', ')
  const code = getTableColumns(records.table)[records.file.code]?.name
  const onConflict = skipsTaken ? 'on conflict do nothing' : ''
  const text = `insert into ${getTableName(records.table)} (${names})
    select ${names} from jsonb_to_recordset($1::jsonb) as t (at int, ${typesOf(columns)})
    order by at ${onConflict} returning id, ${code} as code`
  const inserted = await rows<{ id: number; code: string }>(db, { name: '', text }, [
    JSON.stringify(forms.map((form, at) => ({ at, ...inColumns(form, columns) }))),
  ])
  return new Map(inserted.map((each) => [each.code, each.id]))
}

/** Updates all form columns of several records in one statement. */
export async function updateRecords(
  ctx: Context,
  records: Records,
  changed: readonly (Values & { id: number })[],
): Promise<void> {
  if (changed.length === 0) return
  const columns = columnsOf(records)
  const sets = columns.map(([, { name }]) => `${name} = t.${name}`).join(', ')
  const text = `update ${getTableName(records.table)} as r
    set ${sets}, updated_at = now(), version = r.version + 1
    from jsonb_to_recordset($1::jsonb) as t (id int, ${typesOf(columns)}) where r.id = t.id`
  const values = changed.map((each) => ({ id: each.id, ...inColumns(each, columns) }))
  await send(ctx, { name: '', text }, [JSON.stringify(values)])
}

/** The form with the column default for each null that its column does not accept. */
export function withDefaults(records: Records, form: Values): Values {
  const cleared = columnsOf(records).filter(([field, column]) => {
    return form[field] === null && column.notNull
  })
  const defaults = cleared.map(([field, column]) => [field, defaultOf(column)])
  return { ...form, ...Object.fromEntries(defaults) }
}

function typesOf(columns: readonly [string, PgColumn][]): string {
  return columns.map(([, column]) => `${column.name} ${column.getSQLType()}`).join(', ')
}

/** Values by column name; null becomes the default if the column is not null. */
function inColumns(values: Values, columns: readonly [string, PgColumn][]): Values {
  return Object.fromEntries(
    columns.map(([field, column]) => {
      const value = values[field] ?? null
      return [column.name, value === null && column.notNull ? defaultOf(column) : value]
    }),
  )
}

function defaultOf(column: PgColumn): unknown {
  const value = column.default as SQL | string | number | boolean | undefined
  return typeof value === 'object' ? null : (value ?? null)
}

const addImport = {
  name: 'add_import',
  text: `insert into imports (table_name, made_by, file_name, created_count, updated_count,
           skipped_count, unchanged_count, skipped, action)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
}

const addToImport = {
  name: 'add_to_import',
  text: `update imports
         set created_count = created_count + $2, updated_count = updated_count + $3
         where id = $1 returning id`,
}

const addBulkEdit = {
  name: 'add_bulk_edit',
  text: `insert into imports (table_name, made_by, action, updated_count, skipped_count, skipped)
         values ($1, $2, $3, $4, $5, $6) returning id`,
}

type Remembering = Pick<Records, 'table'> & {
  fileName: string | undefined
  /** What changed the records: a file, or the upsert of a program. */
  action?: 'import' | 'upsert'
  /** The import to which this batch belongs. */
  importId?: number | undefined
  /** How many rows of the file named records that were left as they are. */
  skipped?: number
  /** How many rows of the file equal their records. */
  unchanged?: number
  /** Why rows left their records as they are, as far as the import knows the records. */
  skippedRows?: readonly SkippedRow[]
  /** The table of the changed records, if the import created a row of `table` for each of them. */
  recordTable?: PgTable
}

type Noting = Pick<Remembering, 'table' | 'fileName' | 'skipped' | 'unchanged' | 'skippedRows'>

/**
 * A changed record: its previous values, null if it is new; the values that a bulk edit gave it;
 * and its row in the file.
 */
type Remembered = {
  id: number
  before: Values | null
  after?: Values | undefined
  row?: number | undefined
}

/** Records an import that changed no record. Returns no id, because there is nothing to undo. */
export async function noteImport(
  ctx: Context,
  { table, fileName, skipped = 0, unchanged = 0, skippedRows = [] }: Noting,
): Promise<null> {
  const userId = ctx.user?.id ?? null
  const counts = [0, 0, skipped, unchanged, reasonsOf(skippedRows)]
  const values = [getTableName(table), userId, fileName || null, ...counts, 'import']
  await rows(ctx.db, addImport, values)
  return null
}

/**
 * Records what an import changed, with the resulting version of each record, for undo. Returns the
 * id of the import.
 */
export async function rememberImport(
  ctx: Context,
  { table, importId, recordTable, ...file }: Remembering,
  done: readonly Remembered[],
): Promise<number> {
  const isNew = ({ before }: Remembered) => before === null || recordTable !== undefined
  const created = done.filter(isNew).length
  const counts = [created, done.length - created]
  const { fileName, skipped = 0, unchanged = 0, skippedRows = [], action = 'import' } = file
  const [stored] =
    importId === undefined
      ? await rows<{ id: number }>(ctx.db, addImport, [
          getTableName(table),
          ctx.user?.id ?? null,
          fileName || null,
          ...counts,
          skipped,
          unchanged,
          reasonsOf(skippedRows),
          action,
        ])
      : await rows<{ id: number }>(ctx.db, addToImport, [importId, ...counts])
  const { id } = stored as { id: number }
  await addRows(ctx, { importId: id, table: recordTable ?? table }, done)
  return id
}

/**
 * Records what an upsert changed, for undo, and how many of its records changed nothing. One that
 * changed no record is not recorded: a program may send the same records every hour.
 */
export async function rememberUpsert(
  ctx: Context,
  { table, unchanged }: Pick<Records, 'table'> & { unchanged: number },
  done: readonly Pick<Remembered, 'id' | 'before'>[],
): Promise<void> {
  if (done.length === 0) return
  // The place of a record in a call is no row of a file.
  const changed = done.map(({ id, before }) => ({ id, before }))
  await rememberImport(ctx, { table, fileName: undefined, unchanged, action: 'upsert' }, changed)
}

type BulkEdit = Pick<Records, 'table'> & {
  action: string
  /** The changed records; with the values of their changed fields, if undo needs them. */
  done: readonly { id: number; before?: Values; after?: Values }[]
  kept: BulkOutcome['kept']
}

/**
 * Records a bulk edit: the changed records, with the resulting version of each, and the reasons of
 * the others. One that changed nothing is not recorded.
 */
export async function rememberBulkEdit(
  ctx: Context,
  { table, action, done, kept }: BulkEdit,
): Promise<void> {
  if (done.length === 0) return
  const counts = [done.length, kept.length, reasonsOf(kept)]
  const values = [getTableName(table), ctx.user?.id ?? null, action, ...counts]
  const [stored] = await rows<{ id: number }>(ctx.db, addBulkEdit, values)
  const changed = done.map(({ id, before = {}, after }) => ({ id, before, after }))
  await addRows(ctx, { importId: (stored as { id: number }).id, table }, changed)
}

/** Adds the changed records of an import or a bulk edit, with their current versions. */
async function addRows(
  ctx: Context,
  { importId, table }: { importId: number; table: PgTable },
  done: readonly Remembered[],
): Promise<void> {
  // Records that are never changed have no version.
  const version = 'version' in getTableColumns(table) ? 'r.version' : '1'
  const text = `insert into import_rows (import_id, record_id, version, before, file_row, after)
    select $1, r.id, ${version}, t.before, t.file_row, t.after
    from jsonb_to_recordset($2::jsonb) as t (id int, before jsonb, file_row int, after jsonb)
    join ${getTableName(table)} r on r.id = t.id`
  const entries = done.map(({ id, before, after, row }) => ({ id, before, after, file_row: row }))
  await send(ctx, { name: '', text }, [importId, JSON.stringify(entries)])
}

/** Reads the records of an import in their current state and locks them in id order. */
export async function lockImported(db: Db, records: Records, id: number): Promise<Row[]> {
  const text = `select r.id, i.version as was, r.version, i.before, i.after,
      r.deleted_at is not null as "isDeleted", ${fieldsOf(records)}
    from import_rows i join ${getTableName(records.table)} r on r.id = i.record_id
    where i.import_id = $1 order by r.id for no key update of r`
  const found = await rows<ReplacedRecord & Values>(db, { name: '', text }, [id])
  return found.map(({ id: record, was, version, before, after, isDeleted, ...current }) => {
    const code = String(current[records.file.code])
    return { id: record, was, version, before, after, isDeleted, code, current }
  })
}
