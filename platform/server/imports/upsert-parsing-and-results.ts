import { setImmediate } from 'node:timers/promises'
import type * as z from 'zod/mini'
import { type FieldError, invalid } from '#platform/kernel/refusal.ts'
import type { RecordProblem, UpsertOutcome, UpsertResult } from '#platform/kernel/upsert.ts'
import { codedFields } from '../http/problem-document.ts'
import { fieldErrors } from '../http/parse-request.ts'
import { unknownFields } from '../http/unknown-fields.ts'
import { requiredSentence } from '../http/validation-messages.ts'
import type { FileRow, RowError, Values } from './import-file.ts'

/**
 * A record of an upsert: as it was sent, and parsed or with its errors. Like the rows of a file,
 * records are numbered from 1; the results of a call count from 0.
 */
export type UpsertRecord<Form extends Values = Values> = FileRow<Form> & { sent: unknown }

type Reading<Form extends Values> = {
  form: z.ZodMiniType<Form>
  /** The field that identifies a record. */
  code: string
  /** False if several records of a call may have the same code. */
  isCodeUnique: boolean
  /** Fields that a record may contain without effect. */
  ignores: readonly string[]
}

/** Other requests are served after so many records. */
const perTurn = 100

/** Parses the records of a call one by one, each with its errors. */
export async function readUpsertRecords<Form extends Values>(
  records: readonly unknown[],
  reading: Reading<Form>,
): Promise<UpsertRecord<Form>[]> {
  const ignored = new Set(reading.ignores)
  const read: UpsertRecord<Form>[] = []
  for (const [index, sent] of records.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    if (index % perTurn === perTurn - 1) await setImmediate()
    read.push(readRecord(sent, index + 1, { ...reading, ignored }))
  }
  if (reading.isCodeUnique) markDuplicates(read, reading.code)
  return read
}

function readRecord<Form extends Values>(
  sent: unknown,
  number: number,
  { form, code, ignored }: Reading<Form> & { ignored: ReadonlySet<string> },
): UpsertRecord<Form> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    const errors = [{ row: number, field: '', message: 'Each record must be an object' }]
    return { number, code: '', form: {} as Form, errors, sent }
  }
  const parsed = form.safeParse(sent, { error: requiredSentence })
  const wrong = parsed.success ? [] : fieldErrors(parsed.error)
  const errors = rowErrors(number, [...unknownFields(form, sent, ignored), ...wrong])
  const values = parsed.success ? parsed.data : (sent as Form)
  return { number, code: codeIn(sent, form, code), form: values, errors, sent }
}

/** The code of a record, also if other fields are invalid; empty if the code itself is. */
function codeIn(sent: object, form: z.ZodMiniType, name: string): string {
  const { shape } = form._zod.def as { shape?: Record<string, z.ZodMiniType> }
  const code = shape?.[name]?.safeParse((sent as Values)[name]).data
  return typeof code === 'string' ? code : ''
}

function markDuplicates(records: readonly UpsertRecord[], field: string): void {
  const firstNumberByCode = new Map<string, number>()
  for (const { code, number, errors } of records) {
    if (code === '') continue
    const first = firstNumberByCode.get(code.toLowerCase())
    if (first === undefined) firstNumberByCode.set(code.toLowerCase(), number)
    else {
      const message = `Duplicate of ${recordName(first)}`
      errors.push({ row: number, field, message, code: 'duplicate' })
    }
  }
}

/** How messages call a record: by its position in the results. */
export function recordName(number: number): string {
  return `record ${number - 1}`
}

/** The record parsed as a new one, which needs more fields, with all its errors. */
export function parseAsNewRecord(record: UpsertRecord, form: z.ZodMiniType<Values>): UpsertRecord {
  const parsed = form.safeParse(record.sent, { error: requiredSentence })
  if (parsed.success) return { ...record, form: parsed.data }
  const known = new Set(record.errors.map(({ field }) => field))
  const more = fieldErrors(parsed.error).filter(({ path }) => !known.has(path))
  return { ...record, errors: [...record.errors, ...rowErrors(record.number, more)] }
}

/** Errors of fields as errors of a record. */
export function rowErrors(number: number, errors: readonly FieldError[]): RowError[] {
  return errors.map(({ path, ...error }) => ({ row: number, field: path, ...error }))
}

/** The result of a record with errors; `id` is null if the record does not exist. */
export function failedResult(
  number: number,
  id: number | null,
  errors: readonly RowError[],
): UpsertResult {
  const own = errors.filter(({ row }) => row === number)
  return { index: number - 1, status: 'failed', id, problem: problemOf(own) }
}

function problemOf(errors: readonly RowError[]): RecordProblem {
  const fields = errors.map(({ row: _, field, ...error }) => ({ path: field, ...error }))
  const { code, message } = invalid(fields)
  return { code, detail: message, errors: codedFields(fields) }
}

/**
 * The result of a record that was written, or that already was as it was sent; `id` is null if
 * there is nothing to write because it changes nothing.
 */
export function writtenResult(
  number: number,
  id: number | null,
  status: 'created' | 'updated' | 'unchanged',
): UpsertResult {
  return { index: number - 1, status, id, problem: null }
}

/** The results in the order of the call, and their number by status. */
export function outcomeOf(results: readonly UpsertResult[]): UpsertOutcome {
  const count = (status: UpsertResult['status']) =>
    results.filter((each) => each.status === status).length
  return {
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    failed: count('failed'),
    results: results.toSorted((one, other) => one.index - other.index),
  }
}
