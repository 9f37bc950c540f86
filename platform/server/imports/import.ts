import { type FieldError, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '../database/db.ts'
import { readFileOf } from './file-parsing-thread.ts'
import type { FileRow, RowError, Values } from './import-file.ts'
import {
  type FoundRecord,
  insertRecords,
  lockExisting,
  noteImport,
  type Records,
  rememberImport,
  updateRecords,
} from './import-sql.ts'
import { type SkippedRow, skippedReasons } from './skipped-rows.ts'
import type { ImportOutcome, ImportQuery } from '#platform/kernel/import.ts'

/** A record before and after an import: its changed fields by name. */
export type ImportedRecord = { id: number; code: string; before: Values | null; values: Values }

/** The records to import, and the module's hooks. */
export type ImportSpec = Records & {
  /** Locks other tables before the records, at the start of the transaction. */
  lock?(ctx: Context): Promise<void>
  /**
   * Validates a row beyond its schema; `before` is null for a new record. An undo restores values
   * that were stored, so that only the permissions to change them count.
   */
  check(ctx: Context, row: { form: Values; before: Values | null; isUndo?: boolean }): FieldError[]
  /** Warnings about a row that is imported anyway. */
  warn?(row: { form: Values; before: Values | null }): FieldError[]
  /** Called with the written records, inside the transaction, for events and follow-up writes. */
  written(ctx: Context, records: readonly ImportedRecord[]): Promise<void>
}

/** A row, the record that it names, and the fields that it changes. */
export type Step = { row: FileRow; before: FoundRecord | undefined; changes: string[] }

/**
 * Imports a file in one transaction: all rows, or none if any has an error (422). New codes create
 * records; existing records are skipped or updated, as the query says. An empty cell does not
 * change its field. A dry run returns the same outcome and writes nothing.
 */
export async function importRecords(
  ctx: Context,
  importing: ImportSpec,
  { query, text }: { query: ImportQuery; text: string },
): Promise<ImportOutcome> {
  const read = { text, reading: query }
  const { rows: fileRows, ignored } = await readFileOf(ctx, importing.file, read)
  return inTransaction({ ...ctx, channel: 'csv' }, async (inner) => {
    await importing.lock?.(inner)
    const found = await lockExisting(inner.db, importing, fileRows)
    const plan = planOf(inner, importing, { fileRows, found, query })
    const outcome = { ...plan.outcome, rows: fileRows.length, ignored, importId: null }
    if (query.dryRun === 'true') return outcome
    refuseErrors(outcome.errors)
    const importId = await write(inner, importing, { plan, fileName: query.fileName })
    return { ...outcome, importId }
  })
}

type Plan = {
  createdSteps: Step[]
  changed: Step[]
  skippedRows: SkippedRow[]
  outcome: Omit<ImportOutcome, 'importId' | 'rows' | 'ignored'>
}

function planOf(
  ctx: Context,
  importing: ImportSpec,
  input: { fileRows: readonly FileRow[]; found: Map<number, FoundRecord>; query: ImportQuery },
): Plan {
  const steps = input.fileRows.map((row, at) => stepOf(row, input.found.get(at), importing))
  const isUpdate = input.query.existing === 'update'
  const skipped = isUpdate ? [] : steps.filter(({ before }) => before)
  const requested = isUpdate ? steps : steps.filter(({ before }) => !before)
  const errors = steps.flatMap(({ row, before }) => {
    if (row.errors.length > 0) return row.errors
    if (before && !isUpdate) return []
    return importing
      .check(ctx, { form: row.form, before: before ?? null })
      .map(({ path, message }): RowError => ({ row: row.number, field: path, message }))
  })
  const bad = new Set(errors.map(({ row }) => row))
  const valid = requested.filter(({ row }) => !bad.has(row.number))
  const created = valid.filter(({ before }) => !before)
  const changed = valid.filter(({ before, changes }) => before && changes.length > 0)
  const counts = { created: created.length, updated: changed.length }
  const unchanged = valid.filter(({ before, changes }) => before && changes.length === 0)
  const existing = skipped.filter(({ row }) => !bad.has(row.number))
  const warnings = warningsOf(importing, [...created, ...changed])
  const outcome = { ...counts, skipped: existing.length, unchanged: unchanged.length, errors }
  return {
    createdSteps: created,
    changed,
    skippedRows: [
      ...existing.map(skippedFor(skippedReasons.exists)),
      ...unchanged.map(skippedFor(skippedReasons.equal)),
    ],
    outcome: { ...outcome, ...(warnings.length > 0 && { warnings }) },
  }
}

/** The row of a step that leaves its record as it is, with the reason. */
function skippedFor(reason: string) {
  return ({ row, before }: Step): SkippedRow => ({ id: before?.id, row: row.number, reason })
}

/** The first hundred warnings of the planned writes. */
function warningsOf({ warn }: ImportSpec, steps: readonly Step[]): RowError[] {
  if (!warn) return []
  const found = steps.flatMap(({ row, before }) =>
    warn({ form: row.form, before: before ?? null }).map(({ path, message }): RowError => {
      return { row: row.number, field: path, message }
    }),
  )
  return found.toSorted((one, other) => one.row - other.row).slice(0, 100)
}

/**
 * Compares a row with its record. Codes match case-insensitively, and an import does not change the
 * case of an existing code.
 */
export function stepOf(
  row: FileRow,
  before: FoundRecord | undefined,
  { file }: Pick<ImportSpec, 'file'>,
): Step {
  const form = before ? { ...row.form, [file.code]: before[file.code] } : row.form
  const fields = Object.keys(form).filter((name) => form[name] !== undefined)
  const changes = before ? fields.filter((name) => form[name] !== before[name]) : fields
  return { row: { ...row, form }, before, changes }
}

/** Throws 422 if any row has errors; lists the first hundred. */
export function refuseErrors(errors: readonly RowError[]): void {
  if (errors.length === 0) return
  const count = new Set(errors.map(({ row }) => row)).size
  const subject = count === 1 ? '1 row has' : `${count.toLocaleString('en-US')} rows have`
  const fields = errors.map(({ row, field, message }) => ({ path: `${row}.${field}`, message }))
  const sentence = `${subject} errors, so nothing was imported`
  throw new Refusal('invalid', 'rows-with-errors', sentence, fields.slice(0, 100))
}

/** Writes the plan. Returns the id of the import, or null if there was nothing to write. */
async function write(
  ctx: Context,
  importing: ImportSpec,
  { plan, fileName }: { plan: Plan; fileName: string | undefined },
): Promise<number | null> {
  const { code } = importing.file
  const forms = plan.createdSteps.map(({ row }) => row.form)
  const ids = await insertRecords(ctx.db, importing, forms)
  const inserts = plan.createdSteps.map(({ row }) => {
    const id = ids.get(row.code) as number
    return { id, code: row.code, before: null, values: row.form, row: row.number }
  })
  const changed = plan.changed.map(({ row, before: found, changes }) => {
    const old = found as FoundRecord
    const before = pickFields(old, changes)
    const values = pickFields(row.form, changes)
    return { id: old.id, code: String(old[code]), before, values, row: row.number }
  })
  const updates = plan.changed.map(({ row, before }) => ({
    ...(before as FoundRecord),
    ...row.form,
  }))
  await updateRecords(ctx, importing, updates)
  const done = [...inserts, ...changed]
  const { skippedRows, outcome } = plan
  const { skipped, unchanged } = outcome
  const file = { table: importing.table, fileName, skipped, unchanged, skippedRows }
  if (done.length === 0) return noteImport(ctx, file)
  await importing.written(ctx, done)
  return rememberImport(ctx, file, done)
}

/** The values of some fields. */
export function pickFields(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}
