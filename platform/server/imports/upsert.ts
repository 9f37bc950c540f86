import type * as z from 'zod/mini'
import type { UpsertOutcome, UpsertResult } from '#platform/kernel/upsert.ts'
import { type Context, inTransaction } from '../database/db.ts'
import { type ImportedRecord, type ImportSpec, pickFields, type Step, stepOf } from './import.ts'
import { type Values, withAmounts } from './import-file.ts'
import {
  type FoundRecord,
  insertRecords,
  lockExisting,
  rememberUpsert,
  updateRecords,
  withDefaults,
} from './import-sql.ts'
import {
  failedResult,
  outcomeOf,
  parseAsNewRecord,
  readUpsertRecords,
  rowErrors,
  type UpsertRecord,
  writtenResult,
} from './upsert-parsing-and-results.ts'

/** The records of an upsert: those of an import, with the forms in which programs send them. */
export type UpsertSpec = ImportSpec & {
  /** A record that may exist: only its code is required, and absent fields do not change. */
  partial: z.ZodMiniType<Values>
  /** A new record. */
  complete: z.ZodMiniType<Values>
  /** Fields that a record may contain without effect. */
  ignores: readonly string[]
  /** Completes a form before it is compared and written. */
  normalize?(form: Values, before: Values | null): Values
}

/**
 * Creates and updates records by their codes, in one transaction and with the rules of an import.
 * A record with errors is not written and does not affect the others. Null clears a field. What
 * changed is recorded, for undo.
 */
export async function upsertRecords(
  ctx: Context,
  upserting: UpsertSpec,
  records: readonly unknown[],
): Promise<UpsertOutcome> {
  const { partial: form, file, ignores } = upserting
  const reading = { form, code: file.code, isCodeUnique: true, ignores }
  const sent = await readUpsertRecords(records, reading)
  return inTransaction(ctx, async (inner) => {
    await upserting.lock?.(inner)
    const first = await write(inner, upserting, sent)
    // Another transaction has just created these codes, so that they can be locked and updated now.
    const second = await write(inner, upserting, first.codeConflicts)
    const done = [...first.done, ...second.done]
    if (done.length > 0) await upserting.written(inner, done)
    const busy = second.codeConflicts.map(({ number }) => busyResult(number))
    const outcome = outcomeOf([...first.results, ...second.results, ...busy])
    const { unchanged } = outcome
    await rememberUpsert(inner, { table: upserting.table, unchanged }, done)
    return outcome
  })
}

function busyResult(number: number): UpsertResult {
  const detail = 'Someone else is changing this record. Try again'
  const problem = { code: 'busy', detail, errors: [] }
  return { index: number - 1, status: 'failed', id: null, problem }
}

type Written = {
  results: UpsertResult[]
  done: ImportedRecord[]
  /** New records whose codes another transaction created in the meantime. */
  codeConflicts: UpsertRecord[]
}

/** Writes the valid records: one statement locks, one inserts and one updates all of them. */
async function write(
  ctx: Context,
  upserting: UpsertSpec,
  sent: readonly UpsertRecord[],
): Promise<Written> {
  const written: Written = { results: [], done: [], codeConflicts: [] }
  if (sent.length === 0) return written
  const found = await lockExisting(ctx.db, upserting, sent)
  const steps = sent.map((record, at) => planOf(ctx, upserting, { record, before: found.get(at) }))
  const valid = steps.filter(({ row }) => row.errors.length === 0)
  const added = valid.filter(({ before }) => !before).map(({ row }) => row)
  // All transactions insert in this order, so that two with the same codes do not deadlock.
  const keyOf = ({ code }: { code: string }) => code.toLowerCase()
  const inOrder = added.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  const forms = inOrder.map(({ form }) => form)
  const ids = await insertRecords(ctx.db, upserting, forms, { skipsTaken: true })
  const changed = valid.filter(({ before, changes }) => before && changes.length > 0)
  const merged = changed.map(({ row, before }) => ({ ...(before as FoundRecord), ...row.form }))
  await updateRecords(ctx, upserting, merged)
  for (const [at, step] of steps.entries()) addResult(written, sent[at] as UpsertRecord, step, ids)
  return written
}

type Found = { record: UpsertRecord; before: FoundRecord | undefined }

/** Decides about one record: its errors, or its values and which of them change. */
function planOf(ctx: Context, upserting: UpsertSpec, { record, before }: Found): Step {
  const row = before ? record : parseAsNewRecord(record, upserting.complete)
  if (row.errors.length > 0) return { row, before, changes: [] }
  const old = before ?? null
  const parsed = upserting.normalize?.(row.form, old) ?? row.form
  const form = withDefaults(upserting, withAmounts(parsed, upserting.file.columns))
  const step = stepOf({ ...row, form }, before, upserting)
  const wrong = upserting.check(ctx, { form: step.row.form, before: old })
  return { ...step, row: { ...step.row, errors: rowErrors(row.number, wrong) } }
}

function addResult(
  { results, done, codeConflicts }: Written,
  record: UpsertRecord,
  { row, before, changes }: Step,
  ids: ReadonlyMap<string, number>,
): void {
  const { number, code, form, errors } = row
  if (errors.length > 0) {
    results.push(failedResult(number, before?.id ?? null, errors))
    return
  }
  if (before) {
    const isChanged = changes.length > 0
    results.push(writtenResult(number, before.id, isChanged ? 'updated' : 'unchanged'))
    if (!isChanged) return
    const values = pickFields(form, changes)
    done.push({ id: before.id, code, before: pickFields(before, changes), values })
    return
  }
  const id = ids.get(code)
  if (id === undefined) {
    codeConflicts.push(record)
    return
  }
  results.push(writtenResult(number, id, 'created'))
  done.push({ id, code, before: null, values: form })
}
