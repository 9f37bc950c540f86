import { Refusal } from './refusal.ts'

// CSV (RFC 4180) as the program writes it and reads it back. A file from outside is bounded in
// every direction, so that none costs more than a look.

/** The largest file that is read, in bytes. */
export const maxFileBytes = 10 * 1024 * 1024
/** The most rows of a file, the first with the names of its columns not counted. */
export const maxFileRows = 5000
const maxColumns = 200
const maxCellLength = 20_000

/** A file as rows of text. `numbers` are the rows as a spreadsheet counts them. */
export type CsvFile = { header: string[]; rows: string[][]; numbers: number[] }

/** Quoted where a quote, a line break, or what parts cells (comma, semicolon, tab) needs it. */
export function quoted(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** How formulas begin, in full width too, guarded already or not. */
const formula = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * Text that a spreadsheet would take for a formula gets a leading apostrophe (CWE-1236), as does
 * text that begins like a guarded one, so that taking one apostrophe away gives every text back.
 */
export function guarded(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** The text before it was guarded. */
export function unguarded(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text
}

/** One line of a file, its text guarded. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(guarded(cell))).join(',')}\r\n`
}

/** The text of a file's bytes. Refuses what is no CSV in UTF-8, and says how to save one. */
export function textOfFile(bytes: Uint8Array): string {
  if (bytes.length > maxFileBytes) throw tooLarge('A file has at most 10 MiB')
  const start = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  if (/^(fffe|feff)/.test(start)) {
    throw noCsv('This file is in UTF-16. Save it as “CSV UTF-8” and try again')
  }
  if (/^(504b|1f8b|d0cf|2550|377a|5261)/.test(start) || bytes.includes(0)) {
    throw noCsv(
      'This is no CSV file but a workbook, an archive or the like. Save it as “CSV UTF-8”',
    )
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw noCsv('This file is not in UTF-8. Save it as “CSV UTF-8” and try again')
  }
}

/**
 * Reads a file: its first row names the columns, or the one that is said, where title rows stand
 * above it. Commas, semicolons or tabs separate the cells, or the sign of a first line such as
 * `sep=;`, which is not counted as a row. Empty rows are left out; the guard of exported text is
 * taken off. Refuses a file without rows or beyond the limits above, and a quote that never ends.
 */
export function readCsv(text: string, headerRow = 1): CsvFile {
  const { plain, declared } = withoutDeclaration(text)
  const records = recordsOf(plain, declared ?? separatorOf(plain, headerRow))
  const header = records[headerRow - 1] ?? []
  const rest = records.slice(headerRow)
  const nameOfRow = headerRow === 1 ? 'the first row' : `row ${headerRow}`
  if (header.every((cell) => cell.trim() === '')) {
    throw noCsv(`${headerRow === 1 ? 'The first row' : `Row ${headerRow}`} names no columns`)
  }
  const rows: string[][] = []
  const numbers: number[] = []
  rest.forEach((cells, index) => {
    if (cells.every((cell) => cell.trim() === '')) return
    const number = headerRow + index + 1
    if (cells.length > header.length && cells.slice(header.length).some((cell) => cell !== '')) {
      throw noCsv(`Row ${number} has more cells than ${nameOfRow} has columns`)
    }
    rows.push(header.map((_, at) => unguarded(cells[at] ?? '')))
    numbers.push(number)
  })
  if (rows.length === 0) {
    const place = headerRow === 1 ? 'its first' : `row ${headerRow}`
    throw noCsv(`The file has no rows below ${place}`)
  }
  return { header: header.map((cell) => unguarded(cell).trim()), rows, numbers }
}

/** A row of a file as it stands, with its number as a spreadsheet counts. */
export type PlainRow = { number: number; cells: string[] }

/**
 * The first rows of a file as they stand, without empty ones, for a person to choose the one that
 * names the columns. None where even these cannot be read.
 */
export function firstRows(text: string, count = 20): PlainRow[] {
  const { plain, declared } = withoutDeclaration(text)
  const marks = declared === undefined ? separators : [declared]
  const readings = marks.map((mark) => startOf(plain, mark, count))
  const cellsIn = (records: string[][]) => records.reduce((sum, cells) => sum + cells.length, 0)
  const records = readings.reduce((most, each) => (cellsIn(each) > cellsIn(most) ? each : most))
  return records
    .map((cells, index) => ({ number: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}

const separators = [',', ';', '\t']

/** The text without its byte order mark and a first line such as `sep=;`, and that separator. */
function withoutDeclaration(text: string): { plain: string; declared?: string } {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  const [line, declared] = /^sep=([^\r\n"])(?:\r\n|\r|\n|$)/i.exec(plain) ?? []
  if (line === undefined || declared === undefined) return { plain }
  return { plain: plain.slice(line.length), declared }
}

/** The separator: whichever of the usual three splits the header row into the most cells. */
function separatorOf(text: string, headerRow: number): string {
  const counts = separators.map((mark) => {
    return { mark, count: startOf(text, mark, headerRow)[headerRow - 1]?.length ?? 0 }
  })
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).mark
}

/** The first records of a text; none where they cannot be read with this separator. */
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
    const place = { text, at, separator, row: records.length + 1 }
    const cell = text[at] === '"' ? quotedCell(place) : bareCell(place)
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
    // Empty rows count here too, so that a file of line breaks alone is no long work.
    if (records.length > maxFileRows * 2) break
  }
  const filled = records.slice(1).filter((row) => row.some((cell) => cell.trim() !== '')).length
  if (filled > maxFileRows || records.length > maxFileRows * 2) {
    throw tooLarge('A file has at most 5,000 rows. Import it in parts')
  }
  return records
}

type Place = { text: string; at: number; separator: string; row: number }
type Cell = { text: string; end: number }

/** Up to the next separator or line break, looked for no further than a cell may be long. */
function bareCell({ text, at, separator }: Place): Cell {
  let end = at
  const last = Math.min(text.length, at + maxCellLength + 1)
  while (end < last) {
    const char = text[end]
    if (char === separator || char === '\n' || char === '\r') break
    end += 1
  }
  return { text: text.slice(at, end), end }
}

/** A cell in quotes, where two quotes are one; what follows the last belongs to it as it stands. */
function quotedCell(place: Place): Cell {
  const { text, row } = place
  let inside = ''
  let at = place.at + 1
  while (inside.length <= maxCellLength) {
    const quote = text.indexOf('"', at)
    if (quote === -1) throw noCsv(`Row ${row} opens a quote that never ends`)
    inside += text.slice(at, quote)
    if (text[quote + 1] !== '"') {
      const rest = bareCell({ ...place, at: quote + 1 })
      return { text: inside + rest.text, end: rest.end }
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
