import type * as z from 'zod/mini'
import { readCsv } from '#platform/kernel/csv.ts'
import { cents, decimal, isDecimal } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import {
  type DecimalSign,
  doubtSentence,
  type FileReading,
  isTooPrecise,
  type ImportColumn,
  type ImportOutcome,
  matchColumns,
  type FileCell,
  parseNumber,
  readDecimalSign,
  dayDoubtSentence,
  type DayOrder,
  parseFileDay,
  readDayOrder,
} from '#platform/kernel/import.ts'
import { type CorrectedCell, withCorrectedCells } from './corrected-cells.ts'

/** The columns of a module's import files, and the schema of each row. */
export type RecordFile<Form extends Values = Values> = {
  /** Selects the row schema in the file thread. */
  name: string
  columns: readonly ImportColumn[]
  form: z.ZodMiniType<Form>
  /** The field that identifies a record and must be unique in the file; orders have none. */
  code?: string
}

export type Values = Record<string, unknown>
/** An error of a row; `code` is set if programs need one that says more than `invalid`. */
export type RowError = ImportOutcome['errors'][number] & { code?: string }

/**
 * A row of a file: its number, and its parsed values or errors. If a row has errors, its values may
 * be partial and unvalidated.
 */
export type FileRow<Form extends Values = Values> = {
  number: number
  code: string
  form: Form
  errors: RowError[]
}

/** The formats of a file, and what was corrected in it since it was received. */
export type CorrectedReading = FileReading & { cells?: readonly CorrectedCell[] | undefined }

/** The rows of one document, in file order. */
export type FileDocument<Form extends Values> = { key: string; rows: FileRow<Form>[] }

/**
 * Parses a file into validated rows, each with its errors; also returns the headings that match no
 * field. The number format of the whole file is `decimal`, or else is detected from all number
 * cells; throws if it is ambiguous or contradictory. The same goes for days, except that the month
 * comes first by default. What was corrected in `cells` has the formats of the file as it was
 * received. Throws if a required column is missing.
 */
export function readRecords<Form extends Values>(
  text: string,
  file: RecordFile<Form>,
  { decimal, days, cells: corrected = [] }: CorrectedReading,
): { rows: FileRow<Form>[]; ignored: string[] } {
  const { header, rows, numbers } = readCsv(text)
  const fields = matchColumns(header, file.columns)
  const missing = file.columns.filter(
    ({ name, isRequired }) => isRequired && !fields.includes(name),
  )
  if (missing.length > 0) {
    const labels = missing.map(({ label }) => label).join(', ')
    throw new Refusal('invalid', 'missing-columns', `The file has no column for: ${labels}`)
  }
  const columns = fields.map((name) => file.columns.find((column) => column.name === name))
  const cells = { rows, numbers, columns }
  const sign = decimal ?? decimalSignOf(cellsOf(cells, ['amount', 'count']))
  const reading = { decimal: sign, days: days ?? dayOrderOf(cellsOf(cells, ['day'])) }
  const current = withCorrectedCells(rows, { numbers, fields, cells: corrected })
  const read = current.map((row, index) =>
    rowOf(row, columns, { file, number: numbers[index] ?? 0, reading }),
  )
  if (file.code) markDuplicates(read, file.code)
  return { rows: read, ignored: header.filter((_, index) => fields[index] === undefined) }
}

/** Groups rows into documents by key, in the order of their first rows. */
export function documentsOf<Form extends Values>(
  rows: readonly FileRow<Form>[],
  keyOf: (form: Form) => string,
): FileDocument<Form>[] {
  const documents = new Map<string, FileDocument<Form>>()
  for (const row of rows) {
    const key = keyOf(row.form)
    const document = documents.get(key) ?? { key, rows: [] }
    document.rows.push(row)
    documents.set(key, document)
  }
  return [...documents.values()]
}

type FileCells = {
  rows: readonly string[][]
  numbers: readonly number[]
  columns: readonly (ImportColumn | undefined)[]
}

function* cellsOf(
  { rows, numbers, columns }: FileCells,
  kinds: readonly ImportColumn['kind'][],
): Generator<FileCell> {
  const places = columns.flatMap((column, at) =>
    column && kinds.includes(column.kind) ? [at] : [],
  )
  for (const [index, cells] of rows.entries()) {
    for (const at of places) yield { row: numbers[index] ?? 0, text: (cells[at] ?? '').trim() }
  }
}

function decimalSignOf(cells: Iterable<FileCell>): DecimalSign {
  const sign = readDecimalSign(cells)
  if (typeof sign === 'string') return sign
  // Use the point: the form then rejects the cell, so that no number is misread silently.
  if ('either' in sign && isTooPrecise(sign.either)) return 'point'
  const sentence = doubtSentence(sign)
  const fields = [{ path: 'decimal', message: 'Choose point or comma' }]
  throw new Refusal('invalid', 'ambiguous-numbers', sentence, fields)
}

function dayOrderOf(cells: Iterable<FileCell>): DayOrder {
  const proof = readDayOrder(cells)
  if (typeof proof === 'string') return proof
  if ('either' in proof) return 'month-first'
  const fields = [{ path: 'days', message: 'Choose month-first or day-first' }]
  throw new Refusal('invalid', 'ambiguous-days', dayDoubtSentence(proof), fields)
}

type NumberAndDateFormat = { decimal: DecimalSign; days: DayOrder }
type RowFacts<Form extends Values> = {
  file: RecordFile<Form>
  number: number
  reading: NumberAndDateFormat
}

function rowOf<Form extends Values>(
  cells: readonly string[],
  columns: readonly (ImportColumn | undefined)[],
  { file, number, reading }: RowFacts<Form>,
): FileRow<Form> {
  const values: Values = {}
  const errors: RowError[] = []
  columns.forEach((column, index) => {
    const text = (cells[index] ?? '').trim()
    if (!column || text === '') return
    const value = valueOf(text, column, reading)
    if (value !== undefined) values[column.name] = value
    else errors.push({ row: number, field: column.name, message: invalidCellText(column) })
  })
  const parsed = file.form.safeParse(values)
  for (const issue of parsed.error?.issues ?? []) {
    const field = String(issue.path[0] ?? '')
    if (errors.some((error) => error.field === field)) continue
    errors.push({ row: number, field, message: issue.message || 'Invalid input' })
  }
  const form: Values = parsed.success ? withAmounts(parsed.data, file.columns) : values
  const code = file.code && form[file.code]
  return { number, code: typeof code === 'string' ? code : '', form: form as Form, errors }
}

/** Converts a cell to API form; undefined if it is invalid for its kind. The cell is not empty. */
function valueOf(
  text: string,
  { kind }: ImportColumn,
  { decimal, days }: NumberAndDateFormat,
): unknown {
  if (kind === 'count') {
    const integerText = parseNumber(text, decimal)?.replace(/\.0+$/, '') ?? ''
    return /^-?\d{1,10}$/.test(integerText) ? Number(integerText) : undefined
  }
  if (kind === 'flag') return flags.get(text.toLowerCase())
  if (kind === 'choice') return text.toLowerCase()
  if (kind === 'day') return parseFileDay(text, days)
  if (kind !== 'amount') return text
  // Text that is not a number is passed on, so that the form rejects it with its own message.
  return parseNumber(text, decimal) ?? 'no number'
}

const flags = new Map<string, boolean>([
  ...['true', 'yes', 'y', '1', 'active'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0', 'inactive'].map((word) => [word, false] as const),
])

function invalidCellText({ kind }: ImportColumn): string {
  return kind === 'flag' ? 'Must be yes or no' : 'Must be a whole number'
}

/** Formats amounts as the database does, so that an equal amount is not a change. */
export function withAmounts(form: Values, columns: readonly ImportColumn[]): Values {
  const amounts = columns.flatMap(({ name, kind }) => {
    const value = kind === 'amount' ? form[name] : undefined
    const isAmount = typeof value === 'string' && isDecimal(value)
    return isAmount ? [[name, decimal(cents(value))] as const] : []
  })
  return { ...form, ...Object.fromEntries(amounts) }
}

/** Adds an error to every row of a document that has an invalid row, so that none is imported. */
export function errorsForAllDocumentRows(
  rows: readonly { number: number }[],
  errors: readonly RowError[],
  noun: string,
): RowError[] {
  const [first] = errors
  if (!first) return []
  const reported = new Set(errors.map(({ row }) => row))
  const message = `Row ${first.row} of this ${noun} is wrong`
  const otherRows = rows.filter(({ number }) => !reported.has(number))
  return [
    ...errors,
    ...otherRows.map(({ number: row }) => ({ row, field: 'orderNumber', message })),
  ]
}

/** Errors for rows that contradict an earlier row of the same document, with both values. */
export function contradictions(
  rows: readonly { number: number; form: Values }[],
  fields: readonly string[],
  noun: string,
): RowError[] {
  return fields.flatMap((field) => {
    const saying = rows.filter(({ form }) => form[field] !== undefined && form[field] !== null)
    const [first, ...others] = saying
    if (!first) return []
    const sentence = `Row ${first.number} of this ${noun} has ${String(first.form[field])}`
    return others
      .filter(({ form }) => form[field] !== first.form[field])
      .map(({ number: row, form }) => {
        return { row, field, message: `${sentence}, but this row has ${String(form[field])}` }
      })
  })
}

/** A code must be unique in the file: a duplicate is an error of the later row. */
function markDuplicates(rows: readonly FileRow[], field: string): void {
  const firstRowByCode = new Map<string, number>()
  for (const { code, number, errors } of rows) {
    const key = code.toLowerCase()
    const first = firstRowByCode.get(key)
    if (code === '' || first === undefined) firstRowByCode.set(key, number)
    else errors.push({ row: number, field, message: `Duplicate of row ${first}` })
  }
}
