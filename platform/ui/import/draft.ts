import { type ImportColumn, type ImportOutcome, matchColumns } from '#platform/kernel/bulk.ts'
import { type CsvFile, csvLine } from '#platform/kernel/csv.ts'
import { recall, remember } from '../preferences.ts'

/** A file on its way in: its cells as they were mended, and the field that each column fills. */
export type Draft = { file: CsvFile; fields: readonly (string | undefined)[] }

export type RowErrors = ImportOutcome['errors']

/** What a draft's columns may fill, and the path of the call that takes such files. */
export type ImportKind = { columns: readonly ImportColumn[]; path: string }

/** A draft of a file, its columns as they were matched last time, else by their names. */
export function draftOf(file: CsvFile, { columns, path }: ImportKind): Draft {
  const kept = recall(keyOf(file, path))
  const names = columns.map(({ name }) => name)
  const isKept = Array.isArray(kept) && kept.length === file.header.length
  if (!isKept) return { file, fields: matchColumns(file.header, columns) }
  const fields = kept.map((name) => (names.includes(String(name)) ? String(name) : undefined))
  return { file, fields }
}

/** Remembers in this browser what the columns of such files mean to the call of this path. */
export function keepMatches({ file, fields }: Draft, path: string): void {
  remember(
    keyOf(file, path),
    fields.map((name) => name ?? null),
  )
}

function keyOf({ header }: CsvFile, path: string): string {
  return `prizm.import.${path}|${header.join('|').slice(0, 500)}`
}

/** The field that a column fills; a field has one column, so another one loses it. */
export function matched(draft: Draft, at: number, field: string | undefined): Draft {
  const fields = draft.fields.map((name, index) => {
    if (index === at) return field
    return name === field ? undefined : name
  })
  return { ...draft, fields }
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
