import { type CsvFile, csvLine } from '#platform/kernel/csv.ts'
import { type AddedColumn, isAddedColumn, withAdded } from './added-columns.ts'
import {
  type DecimalSign,
  decimalSigns,
  type ImportColumn,
  type ImportOutcome,
  matchColumns,
  type FileCell,
  type NumberDoubt,
  readDecimalSign,
  type DayDoubt,
  type DayOrder,
  dayOrders,
  readDayOrder,
} from '#platform/kernel/import.ts'
import { recall, remember } from '#platform/web/browser-storage.ts'

/**
 * A file being imported: its corrected cells, and the field of each column. `added` are the columns
 * appended to those of the file; `decimal` is the decimal separator and `days` the date order, if
 * the user chose one.
 */
export type Draft = {
  file: CsvFile
  fields: readonly (string | undefined)[]
  added: readonly AddedColumn[]
  decimal?: DecimalSign | undefined
  days?: DayOrder | undefined
}

export type RowErrors = ImportOutcome['errors']

/** The columns that a draft may fill, and the path of the import endpoint. */
export type ImportKind = { columns: readonly ImportColumn[]; path: string }

/** A draft of a file, with the column mapping stored last time, else mapped by name. */
export function draftOf(file: CsvFile, { columns, path }: ImportKind): Draft {
  const { fields: storedFields = [], added, ...said } = mappingOf(recall(keyOf(file.header, path)))
  const draft = { file, fields: matchColumns(file.header, columns), added: [] }
  const extended = added.reduce(withColumn, { ...draft, ...said })
  const isMappingKnown =
    storedFields.length > 0 && storedFields.length === extended.file.header.length
  if (!isMappingKnown) return draft
  const names = columns.map(({ name }) => name)
  const fields = storedFields.map((name) =>
    names.includes(String(name)) ? String(name) : undefined,
  )
  return { ...extended, fields }
}

type Mapping = Pick<Draft, 'decimal' | 'days'> & { fields?: unknown[]; added: AddedColumn[] }

/** Parses the stored mapping; an older format has only the fields. */
function mappingOf(stored: unknown): Mapping {
  if (Array.isArray(stored)) return { fields: stored, added: [] }
  const { fields, added, decimal, days } = (stored ?? {}) as Record<string, unknown>
  if (!Array.isArray(fields) || !Array.isArray(added)) return { added: [] }
  const sign = decimalSigns.find((each) => each === decimal)
  const order = dayOrders.find((each) => each === days)
  const chosen = { ...(sign && { decimal: sign }), ...(order && { days: order }) }
  return { fields, added: added.filter(isAddedColumn), ...chosen }
}

/** Stores the mapping for files with this header and endpoint in this browser. */
export function saveMapping({ file, fields, added, decimal, days }: Draft, path: string): void {
  const own = file.header.slice(0, file.header.length - added.length)
  const names = fields.map((name) => name ?? null)
  remember(keyOf(own, path), { fields: names, added, decimal, days })
}

function keyOf(header: readonly string[], path: string): string {
  return `prizm.import.${path}|${header.join('|').slice(0, 500)}`
}

/** Appends an added column to the draft and maps it to its field. */
export function withColumn(draft: Draft, column: AddedColumn): Draft {
  const file = withAdded(draft.file, column)
  const wider = { ...draft, file, fields: [...draft.fields, undefined] }
  const filled = matched(wider, file.header.length - 1, column.field)
  return { ...filled, added: [...draft.added, column] }
}

/** Maps a column to a field; a column that had the field before loses it. */
export function matched(draft: Draft, at: number, field: string | undefined): Draft {
  const fields = draft.fields.map((name, index) => {
    if (index === at) return field
    return name === field ? undefined : name
  })
  return { ...draft, fields }
}

/** The decimal separator of a draft, and the ambiguity for the user to resolve, if any. */
export type NumberReading = { decimal: DecimalSign | undefined; doubt?: NumberDoubt }

/** The decimal separator for all numbers of a draft: as the data proves, else as chosen. */
export function numberReadingOf(draft: Draft, columns: readonly ImportColumn[]): NumberReading {
  const sign = readDecimalSign(cellsOf(draft, columns, ['amount', 'count']))
  if (typeof sign === 'string') return { decimal: sign }
  return { decimal: draft.decimal, doubt: sign }
}

/** The date order of a draft; an ambiguous example to show, or a conflict to resolve, if any. */
export type DayReading = { days?: DayOrder; either?: FileCell; doubt?: DayDoubt }

/** The order of all dates of a draft: as the data proves, else as chosen, else month first. */
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
  includedKinds: readonly ImportColumn['kind'][],
) {
  const kinds = new Map(columns.map(({ name, kind }) => [name, kind]))
  const places = fields.flatMap((name, at) => {
    const kind = name === undefined ? undefined : kinds.get(name)
    return kind && includedKinds.includes(kind) ? [at] : []
  })
  for (const [index, cells] of file.rows.entries()) {
    for (const at of places) {
      const text = (cells[at] ?? '').trim()
      yield { row: file.numbers[index] ?? 0, text } satisfies FileCell
    }
  }
}

/** Why the rows of a draft cannot be checked yet; undefined if they can. */
export function whyNotReady(draft: Draft, columns: readonly ImportColumn[]): string | undefined {
  const missing = missingOf(draft, columns)
  if (missing.length > 0) {
    return `Still without a column: ${missing.map(({ label }) => label).join(', ')}.`
  }
  if (numberReadingOf(draft, columns).decimal === undefined) {
    return 'Choose the decimal separator of this file.'
  }
  const { days, doubt } = dayReadingOf(draft, columns)
  return doubt && !days ? 'Choose the date format of this file.' : undefined
}

/** The required columns that no file column fills yet. */
export function missingOf({ fields }: Draft, columns: readonly ImportColumn[]): ImportColumn[] {
  return columns.filter(({ name, isRequired }) => isRequired && !fields.includes(name))
}

/** The draft with one cell corrected. */
export function withCorrectedCell(draft: Draft, row: number, at: number, text: string): Draft {
  const rows = draft.file.rows.map((cells, index) =>
    index === row ? cells.map((cell, cellIndex) => (cellIndex === at ? text : cell)) : cells,
  )
  return { ...draft, file: { ...draft.file, rows } }
}

/**
 * The rows as CSV with field names as headers, without the excluded ones. Row numbers do not
 * change: an empty line replaces each excluded row and each empty row of the file.
 */
export function fileToSend(draft: Draft, without: ReadonlySet<number> = new Set()): string {
  const { file, fields } = draft
  const pick = (cells: readonly string[]) => cells.filter((_, at) => fields[at] !== undefined)
  const lines = [csvLine(fields.filter((name) => name !== undefined))]
  file.rows.forEach((cells, rowIndex) => {
    if (without.has(rowIndex)) return
    while (lines.length + 1 < (file.numbers[rowIndex] ?? 0)) lines.push('\r\n')
    lines.push(csvLine(pick(cells)))
  })
  return lines.join('')
}

/** The rows with errors as CSV, in their original columns plus the messages. */
export function fileOfErrors(
  { file }: Draft,
  errors: RowErrors,
  labelOf: (name: string) => string,
) {
  const lines = [...errorsByRow(file, errors)].map(([row, found]) => {
    const sentence = found.map(({ field, message }) => `${labelOf(field)}: ${message}`).join('; ')
    return csvLine([...(file.rows[row] ?? []), sentence])
  })
  return `\uFEFF${csvLine([...file.header, 'error'])}${lines.join('')}`
}

/** The errors by row index; the server reports row numbers. */
export function errorsByRow({ numbers }: CsvFile, errors: RowErrors): Map<number, RowErrors> {
  const places = new Map(numbers.map((number, rowIndex) => [number, rowIndex]))
  const byRow = new Map<number, RowErrors>()
  for (const error of errors) {
    const place = places.get(error.row)
    if (place !== undefined) byRow.set(place, [...(byRow.get(place) ?? []), error])
  }
  return byRow
}

/** The indexes of the rows with errors. */
export function invalidRowIndexes({ file }: Draft, errors: RowErrors): Set<number> {
  return new Set(errorsByRow(file, errors).keys())
}

/** The number of rows that would create or update a record; one row may change several records. */
export function rowsToWrite({ rows, skipped, unchanged }: ImportOutcome, bad: number): number {
  return rows - bad - skipped - unchanged
}
