import { maxFileBytes } from './import.ts'
import { Refusal } from './refusal.ts'

// Reads and writes CSV (RFC 4180). Uploaded files are limited in bytes, rows, columns and cell
// length, so that parsing stays cheap.

/** The maximum number of rows in a file, without the header row. */
export const maxFileRows = 5000
const maxColumns = 200
const maxCellLength = 20_000

/** A parsed file. `numbers` are the row numbers as in a spreadsheet. */
export type CsvFile = { header: string[]; rows: string[][]; numbers: number[] }

/** Quotes a cell that contains a quote, a line break or a separator (comma, semicolon, tab). */
export function quoted(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Matches the start of a formula, also in full-width characters and behind apostrophes. */
const formula = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * Prefixes text that a spreadsheet would evaluate as a formula with an apostrophe (CWE-1236). Also
 * prefixes text that already looks guarded, so that `unguarded` restores every text exactly.
 */
export function withFormulaGuard(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** Reverses `guarded`. */
export function withoutFormulaGuard(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text
}

/** Formats one line of a file, with guarded cells and CRLF. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(withFormulaGuard(cell))).join(',')}\r\n`
}

/**
 * Decodes an uploaded file as UTF-8. Throws a refusal that says how to save the file if it is not a
 * CSV file in UTF-8, or if it is larger than `maxFileBytes`.
 */
export function textOfFile(bytes: Uint8Array): string {
  if (bytes.length > maxFileBytes) throw tooLarge('A file can be at most 10 MiB')
  const start = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  if (/^(fffe|feff)/.test(start)) {
    throw noCsv('This file is in UTF-16. Save it as “CSV UTF-8” and try again')
  }
  if (/^(504b|1f8b|d0cf|2550|377a|5261)/.test(start) || bytes.includes(0)) {
    throw noCsv(
      'This is not a CSV file but a workbook or an archive. Save it as “CSV UTF-8” and try again',
    )
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw noCsv('This file is not in UTF-8. Save it as “CSV UTF-8” and try again')
  }
}

/**
 * Parses a CSV file. `headerRow` names the columns; rows above it are ignored. The separator is the
 * one declared in a first line such as `sep=;`, which does not count as a row, else a comma,
 * semicolon or tab. Skips empty rows and unguards the cells. Throws a refusal for a file without
 * rows, a file over the limits, a row with too many cells, and an unterminated quote.
 */
export function readCsv(text: string, headerRow = 1): CsvFile {
  const { plain, declared } = withoutDeclaration(text)
  const records = recordsOf(plain, declared ?? separatorOf(plain, headerRow))
  const header = records[headerRow - 1] ?? []
  const dataRecords = records.slice(headerRow)
  const nameOfRow = headerRow === 1 ? 'the first row' : `row ${headerRow}`
  if (header.every((cell) => cell.trim() === '')) {
    throw noCsv(`${headerRow === 1 ? 'The first row' : `Row ${headerRow}`} has no column names`)
  }
  const rows: string[][] = []
  const numbers: number[] = []
  dataRecords.forEach((cells, index) => {
    if (cells.every((cell) => cell.trim() === '')) return
    const number = headerRow + index + 1
    if (cells.length > header.length && cells.slice(header.length).some((cell) => cell !== '')) {
      throw noCsv(`Row ${number} has more cells than ${nameOfRow} has columns`)
    }
    rows.push(header.map((_, at) => withoutFormulaGuard(cells[at] ?? '')))
    numbers.push(number)
  })
  if (rows.length === 0) {
    throw noCsv(`The file has no rows below ${nameOfRow}`)
  }
  return { header: header.map((cell) => withoutFormulaGuard(cell).trim()), rows, numbers }
}

/** A row of a file with all its cells, and its row number as in a spreadsheet. */
export type PlainRow = { number: number; cells: string[] }

/**
 * The first non-empty rows of a file, for the user to choose the header row. Returns an empty list
 * if they cannot be parsed.
 */
export function firstRows(text: string, count = 20): PlainRow[] {
  const { plain, declared } = withoutDeclaration(text)
  const marks = declared === undefined ? separators : [declared]
  const readings = marks.map((mark) => startOf(plain, mark, count))
  const records = readings.reduce((most, each) => (cellsIn(each) > cellsIn(most) ? each : most))
  return records
    .map((cells, index) => ({ number: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}

const separators = [',', ';', '\t']

/** Removes the byte order mark and a first line such as `sep=;`; returns that separator. */
function withoutDeclaration(text: string): { plain: string; declared?: string } {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  const [line, declared] = /^sep=([^\r\n"])(?:\r\n|\r|\n|$)/i.exec(plain) ?? []
  if (line === undefined || declared === undefined) return { plain }
  return { plain: plain.slice(line.length), declared }
}

/**
 * Detects the separator: the one of `separators` that splits the header row into the most cells.
 * A title above the column names has none: then the rows below it decide.
 */
function separatorOf(text: string, headerRow: number): string {
  const readings = separators.map((mark) => {
    const cells = startOf(text, mark, headerRow)[headerRow - 1]?.length ?? 0
    return { mark, cells, all: cellsIn(startOf(text, mark, headerRow + 20)) }
  })
  const isBetter = (one: (typeof readings)[number], other: typeof one) =>
    one.cells === other.cells ? one.all > other.all : one.cells > other.cells
  return readings.reduce((best, each) => (isBetter(each, best) ? each : best)).mark
}

const cellsIn = (records: string[][]) => records.reduce((sum, cells) => sum + cells.length, 0)

/** The first records of a text, or none if they cannot be parsed with this separator. */
function startOf(text: string, separator: string, count: number): string[][] {
  try {
    return recordsOf(text, separator, count)
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}

function recordsOf(text: string, separator: string, count = Infinity): string[][] {
  const records: string[][] = []
  let cells: string[] = []
  let at = 0
  while (at < text.length && records.length < count) {
    const cellStart = { text, at, separator, row: records.length + 1 }
    const cell = text[at] === '"' ? quotedCell(cellStart) : unquotedCell(cellStart)
    if (cell.text.length > maxCellLength) {
      throw tooLarge(`Row ${records.length + 1} has a cell of more than 20,000 characters`)
    }
    cells.push(cell.text)
    at = cell.end
    const mark = text[at]
    at += 1
    if (mark === separator) {
      if (cells.length >= maxColumns) throw tooLarge(`A row has at most ${maxColumns} columns`)
      if (at < text.length) continue
      cells.push('')
    }
    if (mark === '\r' && text[at] === '\n') at += 1
    records.push(cells)
    cells = []
    // Count empty rows too, so that a file of line breaks alone is rejected early.
    if (records.length > maxFileRows * 2) break
  }
  const filled = records.slice(1).filter((row) => row.some((cell) => cell.trim() !== '')).length
  if (filled > maxFileRows || records.length > maxFileRows * 2) {
    throw tooLarge('A file has at most 5,000 rows. Import it in parts')
  }
  return records
}

type CellStart = { text: string; at: number; separator: string; row: number }
type Cell = { text: string; end: number }

/** Reads up to the next separator or line break, scanning at most `maxCellLength` characters. */
function unquotedCell({ text, at, separator }: CellStart): Cell {
  let end = at
  const last = Math.min(text.length, at + maxCellLength + 1)
  while (end < last) {
    const char = text[end]
    if (char === separator || char === '\n' || char === '\r') break
    end += 1
  }
  return { text: text.slice(at, end), end }
}

/** Reads a quoted cell, where two quotes mean one. Text after the closing quote is appended. */
function quotedCell(cellStart: CellStart): Cell {
  const { text, row } = cellStart
  let inside = ''
  let at = cellStart.at + 1
  while (inside.length <= maxCellLength) {
    const quote = text.indexOf('"', at)
    if (quote === -1) throw noCsv(`Row ${row} has an opening quote without a closing quote`)
    inside += text.slice(at, quote)
    if (text[quote + 1] !== '"') {
      const remainder = unquotedCell({ ...cellStart, at: quote + 1 })
      return { text: inside + remainder.text, end: remainder.end }
    }
    inside += '"'
    at = quote + 2
  }
  return { text: inside, end: at }
}

function noCsv(sentence: string): Refusal {
  return new Refusal('invalid', 'unreadable-file', sentence)
}

function tooLarge(sentence: string): Refusal {
  return new Refusal('tooLarge', 'too-large', sentence)
}
