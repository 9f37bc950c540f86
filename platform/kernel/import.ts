import * as z from 'zod/mini'
import { freeText } from './fields.ts'

/** A column of an import: the field it fills and its label, which a file's heading may match. */
export type ImportColumn = {
  name: string
  label: string
  /** Defaults to text; otherwise an amount, an integer, a boolean, a value of a list, or a day. */
  kind?: 'amount' | 'count' | 'flag' | 'choice' | 'day'
  isRequired?: true
}

/** The decimal separator of a file's numbers: `1,234.50` or `1.234,50`. */
export const decimalSigns = ['point', 'comma'] as const
export type DecimalSign = (typeof decimalSigns)[number]

/** Whether the days of a file are written `1/31/2027` or `31/1/2027`. */
export const dayOrders = ['month-first', 'day-first'] as const
export type DayOrder = (typeof dayOrders)[number]

/** The number and day formats of a file, for files whose cells do not determine them. */
export const fileReading = z.object({
  decimal: z.optional(z.enum(decimalSigns)),
  days: z.optional(z.enum(dayOrders)),
})
export type FileReading = z.output<typeof fileReading>

/** What to do with existing records, and whether to run as a dry run. */
export const importQuery = z.extend(fileReading, {
  existing: z.optional(z.enum(['skip', 'update'])),
  dryRun: z.optional(z.enum(['true', 'false'])),
  /** The name of the file, shown in the list of imports. */
  fileName: z.optional(freeText(255)),
})
export type ImportQuery = z.output<typeof importQuery>

/** The maximum size of an uploaded file in bytes. */
export const maxFileBytes = 10 * 1024 * 1024

/** The text of a CSV file as the request body. */
export const csvBody = z.string({ error: 'Send a CSV file' }).check(z.maxLength(maxFileBytes))

/** A message about a row of a file; rows count as in a spreadsheet. */
export const rowMessage = z.object({ row: z.int(), field: z.string(), message: z.string() })

/** The result of an import or a dry run. Row numbers count as in a spreadsheet. */
export const importOutcome = z.object({
  /** The id for undoing the import; null if nothing was written. */
  importId: z.nullable(z.int()),
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  unchanged: z.int(),
  /** How many of the created records await approval; they are not posted yet. */
  waiting: z.optional(z.int()),
  /** Returned by a dry run. The import sends it back and is rejected if the data changed since. */
  seen: z.optional(z.int()),
  /** Columns of the file that match no field. */
  ignored: z.array(z.string()),
  errors: z.array(rowMessage),
  /** Warnings about rows that are imported anyway. */
  warnings: z.optional(z.array(rowMessage)),
})
export type ImportOutcome = z.infer<typeof importOutcome>

/**
 * Matches each heading of a file to a field name, by name or label. Each field matches at most
 * once; an unmatched heading is undefined.
 */
export function matchColumns(
  header: readonly string[],
  columns: readonly ImportColumn[],
): (string | undefined)[] {
  const usedNames = new Set<string>()
  return header.map((heading) => {
    const plain = plainName(heading)
    const found = columns.find(
      ({ name, label }) => plainName(name) === plain || plainName(label) === plain,
    )
    if (!found || usedNames.has(found.name)) return undefined
    usedNames.add(found.name)
    return found.name
  })
}

/** A cell with a number or a day, and its row number. */
export type FileCell = { row: number; text: string }

/** Why the number format of a file is ambiguous, with the first cells that show it. */
export type NumberDoubt = { either: FileCell } | { point: FileCell; comma: FileCell }

/** One sign separates all groups of thousands; the other precedes the decimals. */
const numberPatterns = {
  point: /^(-?)\$?(-?)([1-9]\d{0,2}(?<by>[, '’\s])\d{3}(?:\k<by>\d{3})*|\d+)(?:\.(\d+))?$/,
  comma: /^(-?)\$?(-?)([1-9]\d{0,2}(?<by>[. '’\s])\d{3}(?:\k<by>\d{3})*|\d+)(?:,(\d+))?$/,
}

/**
 * Parses a number of a file into decimal text of the same value: `$1,234.500` is `1234.50` with a
 * decimal point, `1.234,5` is `1234.5` with a decimal comma. Spaces and apostrophes may also
 * separate groups of thousands. Returns undefined if the text is not a number in this format.
 */
export function parseNumber(text: string, decimal: DecimalSign): string | undefined {
  const [found, first, second, integer = '', , fraction] = numberPatterns[decimal].exec(text) ?? []
  if (found === undefined || (first && second)) return undefined
  const decimals = fraction === undefined ? '' : `.${fraction.replace(/^(\d{2,}?)0+$/, '$1')}`
  return `${first || second}${integer.replace(/\D/g, '')}${decimals}`
}

/**
 * Detects the decimal separator from all number cells of a file. `12.50` and `1,234,567` require a
 * decimal point, `12,50` and `0,125` a decimal comma. A dollar sign decides for the point if no
 * other cell decides. Defaults to the point if no cell is ambiguous. Returns a `NumberDoubt` if
 * cells such as `12,500` are ambiguous or cells contradict each other; of the ambiguous cells it
 * reports the first one that is valid with a decimal point, if there is one. Ignores text that is
 * not a number in either format.
 */
export function readDecimalSign(cells: Iterable<FileCell>): DecimalSign | NumberDoubt {
  let either: FileCell | undefined
  let hasDollar = false
  const proofs: Partial<Record<DecimalSign, FileCell>> = {}
  for (const cell of cells) {
    const point = parseNumber(cell.text, 'point')
    const comma = parseNumber(cell.text, 'comma')
    if (point === comma) continue
    hasDollar ||= cell.text.includes('$')
    if (comma === undefined) proofs.point ??= cell
    else if (point === undefined) proofs.comma ??= cell
    else if (!either || (isTooPrecise(either) && !isTooPrecise(cell))) either = cell
  }
  const { point, comma } = proofs
  if (point && comma) return { point, comma }
  if (point || comma) return point ? 'point' : 'comma'
  return either && !hasDollar ? { either } : 'point'
}

/**
 * True if the number, read with a decimal point, has more decimals than any column accepts:
 * `2.555`.
 */
export function isTooPrecise({ text }: FileCell): boolean {
  return /\.\d{3}/.test(parseNumber(text, 'point') ?? '')
}

/** An error message for an ambiguous number format that asks the user to choose one. */
export function doubtSentence(doubt: NumberDoubt): string {
  const advice = 'Choose whether a point or a comma comes before the decimals'
  if ('either' in doubt) {
    const { row, text } = doubt.either
    return `Row ${row} has the number ${text}, which can be read in two ways. ${advice}`
  }
  const { point, comma } = doubt
  const [first, second] = point.row <= comma.row ? [point, comma] : [comma, point]
  const both = `Row ${first.row} has the number ${first.text} and row ${second.row} ${second.text}`
  return `${both}, which use different formats. ${advice}`
}

/** The first cell of each day order in a file that uses both. */
export type DayDoubt = { monthFirst: FileCell; dayFirst: FileCell }

/** The detected day order, the contradiction, or an ambiguous cell if there is one. */
export type DayProof = DayOrder | DayDoubt | { either: FileCell | undefined }

const writtenDay = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/

/**
 * Converts a day of a file to `2027-01-31`. Accepts `1/31/2027`, also with points or hyphens, in
 * the given order. Returns any other text unchanged, so that form validation rejects it.
 */
export function parseFileDay(text: string, order: DayOrder): string {
  const [, first = '', , second = '', year = ''] = writtenDay.exec(text) ?? []
  if (year === '') return text
  const [month, day] = order === 'month-first' ? [first, second] : [second, first]
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/**
 * Detects the order of day and month from all day cells of a file: `31/1/2027` requires day first,
 * `1/31/2027` month first. Returns both cells if they contradict each other. If no cell decides,
 * returns the first ambiguous cell, if there is one.
 */
export function readDayOrder(cells: Iterable<FileCell>): DayProof {
  let either: FileCell | undefined
  let monthFirst: FileCell | undefined
  let dayFirst: FileCell | undefined
  for (const cell of cells) {
    const [, first, , second] = writtenDay.exec(cell.text) ?? []
    const [a, b] = [Number(first), Number(second)]
    if (first === undefined || a === b || (a > 12 && b > 12)) continue
    if (a > 12) dayFirst ??= cell
    else if (b > 12) monthFirst ??= cell
    else either ??= cell
  }
  if (monthFirst && dayFirst) return { monthFirst, dayFirst }
  if (monthFirst) return 'month-first'
  return dayFirst ? 'day-first' : { either }
}

/** An error message for contradictory day orders that asks the user to choose one. */
export function dayDoubtSentence({ monthFirst, dayFirst }: DayDoubt): string {
  const [first, second] =
    monthFirst.row <= dayFirst.row ? [monthFirst, dayFirst] : [dayFirst, monthFirst]
  const both = `Row ${first.row} has the day ${first.text} and row ${second.row} ${second.text}`
  return `${both}, which use different formats. Choose whether the month or the day comes first`
}

/** Normalizes a heading: `Customer Code *`, `customer_code` and `customerCode` are equal. */
function plainName(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
