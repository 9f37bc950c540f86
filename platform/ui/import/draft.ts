import {
  type DecimalSign,
  decimalSigns,
  type ImportColumn,
  type ImportOutcome,
  matchColumns,
  type FileCell,
  type NumberDoubt,
  readDecimalSign,
} from '#platform/kernel/bulk.ts'
import { type CsvFile, csvLine } from '#platform/kernel/csv.ts'
import { type DayDoubt, type DayOrder, dayOrders, readDayOrder } from '#platform/kernel/bulk.ts'
import { recall, remember } from '../preferences/preferences.ts'
import { type AddedColumn, isAddedColumn, withAdded } from './added-columns.ts'

/**
 * A file on its way in: its cells as they were corrected, and the field that each column fills.
 * `added` are the columns behind those of the file; `decimal` is the sign before the decimals of
 * its numbers, and `days` what its days begin with, where a person said it.
 */
export type Draft = {
  file: CsvFile
  fields: readonly (string | undefined)[]
  added: readonly AddedColumn[]
  decimal?: DecimalSign | undefined
  days?: DayOrder | undefined
}

export type RowErrors = ImportOutcome['errors']

/** What a draft's columns may fill, and the path of the call that takes such files. */
export type ImportKind = { columns: readonly ImportColumn[]; path: string }

/** A draft of a file, its columns as they were matched last time, else by their names. */
export function draftOf(file: CsvFile, { columns, path }: ImportKind): Draft {
  const { fields: kept = [], added, ...said } = mappingOf(recall(keyOf(file.header, path)))
  const draft = { file, fields: matchColumns(file.header, columns), added: [] }
  const whole = added.reduce(withColumn, { ...draft, ...said })
  const isKept = kept.length > 0 && kept.length === whole.file.header.length
  if (!isKept) return draft
  const names = columns.map(({ name }) => name)
  const fields = kept.map((name) => (names.includes(String(name)) ? String(name) : undefined))
  return { ...whole, fields }
}

type Mapping = Pick<Draft, 'decimal' | 'days'> & { fields?: unknown[]; added: AddedColumn[] }

/** What was remembered of such files; before columns could be added it was the fields alone. */
function mappingOf(kept: unknown): Mapping {
  if (Array.isArray(kept)) return { fields: kept, added: [] }
  const { fields, added, decimal, days } = (kept ?? {}) as Record<string, unknown>
  if (!Array.isArray(fields) || !Array.isArray(added)) return { added: [] }
  const sign = decimalSigns.find((each) => each === decimal)
  const order = dayOrders.find((each) => each === days)
  const said = { ...(sign && { decimal: sign }), ...(order && { days: order }) }
  return { fields, added: added.filter(isAddedColumn), ...said }
}

/** Remembers in this browser what such files mean to the call of this path. */
export function saveMapping({ file, fields, added, decimal, days }: Draft, path: string): void {
  const own = file.header.slice(0, file.header.length - added.length)
  const names = fields.map((name) => name ?? null)
  remember(keyOf(own, path), { fields: names, added, decimal, days })
}

function keyOf(header: readonly string[], path: string): string {
  return `prizm.import.${path}|${header.join('|').slice(0, 500)}`
}

/** The draft with another column behind its own, which fills the field it was added for. */
export function withColumn(draft: Draft, column: AddedColumn): Draft {
  const file = withAdded(draft.file, column)
  const wider = { ...draft, file, fields: [...draft.fields, undefined] }
  const filled = matched(wider, file.header.length - 1, column.field)
  return { ...filled, added: [...draft.added, column] }
}

/** The field that a column fills; a field has one column, so another one loses it. */
export function matched(draft: Draft, at: number, field: string | undefined): Draft {
  const fields = draft.fields.map((name, index) => {
    if (index === at) return field
    return name === field ? undefined : name
  })
  return { ...draft, fields }
}

/** How the numbers of a draft are read, and the doubt that a person must decide, if any. */
export type NumberReading = { decimal: DecimalSign | undefined; doubt?: NumberDoubt }

/** The one reading of all numbers of a draft: proved by them, or as a person said. */
export function numberReadingOf(draft: Draft, columns: readonly ImportColumn[]): NumberReading {
  const sign = readDecimalSign(cellsOf(draft, columns, ['amount', 'count']))
  if (typeof sign === 'string') return { decimal: sign }
  return { decimal: draft.decimal, doubt: sign }
}

/** How the days of a draft are read; what a person is shown or must decide, if anything. */
export type DayReading = { days?: DayOrder; either?: FileCell; doubt?: DayDoubt }

/** The one order of all days of a draft: proved by them, as a person said, else the month first. */
export function dayReadingOf(draft: Draft, columns: readonly ImportColumn[]): DayReading {
  const proof = readDayOrder(cellsOf(draft, columns, ['day']))
  if (typeof proof === 'string') return { days: proof }
  if (!('either' in proof)) return { ...(draft.days && { days: draft.days }), doubt: proof }
  if (!proof.either) return {}
  return { days: draft.days ?? 'month-first', either: proof.either }
}

function* cellsOf(
  { file, fields }: Draft,
  columns: readonly ImportColumn[],
  wanted: readonly ImportColumn['kind'][],
) {
  const kinds = new Map(columns.map(({ name, kind }) => [name, kind]))
  const places = fields.flatMap((name, at) => {
    const kind = name === undefined ? undefined : kinds.get(name)
    return kind && wanted.includes(kind) ? [at] : []
  })
  for (const [index, cells] of file.rows.entries()) {
    for (const at of places) {
      const text = (cells[at] ?? '').trim()
      yield { row: file.numbers[index] ?? 0, text } satisfies FileCell
    }
  }
}

/** Why the rows of a draft cannot be checked yet; undefined where they can. */
export function whyNotReady(draft: Draft, columns: readonly ImportColumn[]): string | undefined {
  const missing = missingOf(draft, columns)
  if (missing.length > 0) {
    return `Still without a column: ${missing.map(({ label }) => label).join(', ')}.`
  }
  if (numberReadingOf(draft, columns).decimal === undefined) {
    return 'Choose how the numbers of this file are written.'
  }
  const { days, doubt } = dayReadingOf(draft, columns)
  return doubt && !days ? 'Choose how the days of this file are written.' : undefined
}

/** What must be in the file and fills no column yet. */
export function missingOf({ fields }: Draft, columns: readonly ImportColumn[]): ImportColumn[] {
  return columns.filter(({ name, isRequired }) => isRequired && !fields.includes(name))
}

/** The draft with one cell mended. */
export function mended(draft: Draft, row: number, at: number, text: string): Draft {
  const rows = draft.file.rows.map((cells, index) =>
    index === row ? cells.map((cell, place) => (place === at ? text : cell)) : cells,
  )
  return { ...draft, file: { ...draft.file, rows } }
}

/**
 * The rows as the server reads them, under the names of their fields, some left out. Each keeps its
 * number: an empty line stands for what is left out, and for what was empty in the file.
 */
export function fileToSend(draft: Draft, without: ReadonlySet<number> = new Set()): string {
  const { file, fields } = draft
  const pick = (cells: readonly string[]) => cells.filter((_, at) => fields[at] !== undefined)
  const lines = [csvLine(fields.filter((name) => name !== undefined))]
  file.rows.forEach((cells, place) => {
    if (without.has(place)) return
    while (lines.length + 1 < (file.numbers[place] ?? 0)) lines.push('\r\n')
    lines.push(csvLine(pick(cells)))
  })
  return lines.join('')
}

/** The rows with errors as they came, mended or not, each with what is wrong with it. */
export function fileOfErrors(
  { file }: Draft,
  errors: RowErrors,
  labelOf: (name: string) => string,
) {
  const lines = [...errorsByRow(file, errors)].map(([row, found]) => {
    const says = found.map(({ field, message }) => `${labelOf(field)}: ${message}`).join('; ')
    return csvLine([...(file.rows[row] ?? []), says])
  })
  return `\uFEFF${csvLine([...file.header, 'error'])}${lines.join('')}`
}

/** The errors of each row, by its place in the file; the server tells rows by their numbers. */
export function errorsByRow({ numbers }: CsvFile, errors: RowErrors): Map<number, RowErrors> {
  const places = new Map(numbers.map((number, place) => [number, place]))
  const byRow = new Map<number, RowErrors>()
  for (const error of errors) {
    const place = places.get(error.row)
    if (place !== undefined) byRow.set(place, [...(byRow.get(place) ?? []), error])
  }
  return byRow
}

/** The places of the rows with errors. */
export function badPlaces({ file }: Draft, errors: RowErrors): Set<number> {
  return new Set(errorsByRow(file, errors).keys())
}

/** How many rows of a checked file would make or change a record; one row may change several. */
export function rowsToWrite({ rows, skipped, unchanged }: ImportOutcome, bad: number): number {
  return rows - bad - skipped - unchanged
}
