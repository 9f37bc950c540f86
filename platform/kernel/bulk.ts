import * as z from 'zod/mini'
import { maxFileBytes } from './csv.ts'
import { freeText, id } from './fields.ts'

/** The most records that one call changes. */
export const maxBulk = 10_000

export const bulkActions = ['activate', 'deactivate', 'delete', 'restore'] as const
export type BulkAction = (typeof bulkActions)[number]

/** What to do with many records: those named, or all that a list's filters find. */
export function bulkForm<Filters extends z.ZodMiniType>(filters: Filters) {
  const tooMany = `At most ${maxBulk.toLocaleString('en-US')} records at once`
  const ids = z.array(id()).check(z.minLength(1, 'Required'), z.maxLength(maxBulk, tooMany))
  const form = z.object({
    action: z.enum(bulkActions),
    ids: z.optional(ids),
    filters: z.optional(filters),
  })
  return form.check(
    z.refine((wish) => (wish.ids === undefined) !== (wish.filters === undefined), {
      error: 'Name either the records or the filters that find them',
      path: ['ids'],
    }),
    z.refine((wish) => wish.action !== 'restore' || wish.ids !== undefined, {
      error: 'Name the records to bring back',
      path: ['ids'],
    }),
  )
}

/** The most records that take a step at once: each is decided for itself. */
export const maxSteps = 200

/** The records that take a step at once. */
export const stepIds = z
  .array(id())
  .check(z.minLength(1, 'Required'), z.maxLength(maxSteps, `At most ${maxSteps} records at once`))

/** The ids of the records that were changed, and why each of the others was not. */
export const bulkOutcome = z.object({
  done: z.array(z.int()),
  kept: z.array(z.object({ id: z.int(), reason: z.string() })),
})
export type BulkOutcome = z.infer<typeof bulkOutcome>

/** A column that an import knows: the field it fills, and what its heading may be called. */
export type ImportColumn = {
  name: string
  label: string
  /** Text unless said: an amount, a whole number, yes or no, one word of a list, or a day. */
  kind?: 'amount' | 'count' | 'flag' | 'choice' | 'day'
  isRequired?: true
}

/** Which sign stands before the decimals of a file's numbers: `1,234.50` or `1.234,50`. */
export const decimalSigns = ['point', 'comma'] as const
export type DecimalSign = (typeof decimalSigns)[number]

/** What stands first in the days of a file: `1/31/2027` or `31/1/2027`. */
export const dayOrders = ['month-first', 'day-first'] as const
export type DayOrder = (typeof dayOrders)[number]

/** How the numbers and the days of a file are written, where the file does not prove it. */
export const fileReading = z.object({
  decimal: z.optional(z.enum(decimalSigns)),
  days: z.optional(z.enum(dayOrders)),
})
export type FileReading = z.output<typeof fileReading>

/** What to do with records that are there already, and whether the file is only checked. */
export const importQuery = z.extend(fileReading, {
  existing: z.optional(z.enum(['skip', 'update'])),
  dryRun: z.optional(z.enum(['true', 'false'])),
  /** What the file is called, for the list of imports. */
  fileName: z.optional(freeText(255)),
})
export type ImportQuery = z.output<typeof importQuery>

/** The text of a CSV file as the body of a call. */
export const csvBody = z.string({ error: 'Send a CSV file' }).check(z.maxLength(maxFileBytes))

/** What became of a file's rows, or would become of them; rows count as in a spreadsheet. */
export const importOutcome = z.object({
  /** By which it can be undone; null where nothing was written. */
  importId: z.nullable(z.int()),
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  unchanged: z.int(),
  /** How many of those created wait for a second person; nothing is booked of them yet. */
  waiting: z.optional(z.int()),
  /** What a check saw; sent back with the import it is refused where that has changed since. */
  seen: z.optional(z.int()),
  /** Columns of the file that fill no field. */
  ignored: z.array(z.string()),
  errors: z.array(z.object({ row: z.int(), field: z.string(), message: z.string() })),
  /** What a person should check in rows that are imported all the same. */
  warnings: z.optional(z.array(z.object({ row: z.int(), field: z.string(), message: z.string() }))),
})
export type ImportOutcome = z.infer<typeof importOutcome>

/** The field that each heading of a file means, by name or label; each field once. */
export function matchColumns(
  header: readonly string[],
  columns: readonly ImportColumn[],
): (string | undefined)[] {
  const taken = new Set<string>()
  return header.map((heading) => {
    const asked = plainName(heading)
    const found = columns.find(
      ({ name, label }) => plainName(name) === asked || plainName(label) === asked,
    )
    if (!found || taken.has(found.name)) return undefined
    taken.add(found.name)
    return found.name
  })
}

/** A cell of a number or a day, and the row it stands in. */
export type FileCell = { row: number; text: string }

/** Why a file's numbers have no one reading, with the first cells that show it. */
export type NumberDoubt = { either: FileCell } | { point: FileCell; comma: FileCell }

/** Groups of thousands are parted by one sign throughout, and decimals follow the other. */
const numberPatterns = {
  point: /^(-?)\$?(-?)([1-9]\d{0,2}(?<by>[, '’\s])\d{3}(?:\k<by>\d{3})*|\d+)(?:\.(\d+))?$/,
  comma: /^(-?)\$?(-?)([1-9]\d{0,2}(?<by>[. '’\s])\d{3}(?:\k<by>\d{3})*|\d+)(?:,(\d+))?$/,
}

/**
 * A number of a file as decimal text of the same value: `$1,234.500` is `1234.50` where a point
 * stands before the decimals, `1.234,5` is `1234.5` where a comma does. Undefined for any text that
 * is no number in this reading. Groups of thousands may also be parted by spaces or apostrophes.
 */
export function parseNumber(text: string, decimal: DecimalSign): string | undefined {
  const [found, first, second, whole = '', , fraction] = numberPatterns[decimal].exec(text) ?? []
  if (found === undefined || (first && second)) return undefined
  const decimals = fraction === undefined ? '' : `.${fraction.replace(/^(\d{2,}?)0+$/, '$1')}`
  return `${first || second}${whole.replace(/\D/g, '')}${decimals}`
}

/**
 * The one reading of a file's numbers, proved by all of them: `12.50` and `1,234,567` can only have
 * a point before the decimals, `12,50` and `0,125` only a comma. A dollar sign in front proves a
 * point where nothing else does. Where no cell can be read in two ways the reading is the point.
 * Answers the doubt where `12,500` may be either, or cells contradict each other: of the cells that
 * may be either, first one that would pass with a point. Text that is no number in either reading
 * proves nothing.
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

/** Whether a number has more decimals than any column takes, read with a point: `2.555`. */
export function isTooPrecise({ text }: FileCell): boolean {
  return /\.\d{3}/.test(parseNumber(text, 'point') ?? '')
}

/** The doubt about a file's numbers in a sentence, with what a person has to say. */
export function doubtSentence(doubt: NumberDoubt): string {
  const way = 'Say whether a point or a comma stands before the decimals'
  if ('either' in doubt) {
    const { row, text } = doubt.either
    return `Row ${row} has the number ${text}, which can be read in two ways. ${way}`
  }
  const { point, comma } = doubt
  const [first, second] = point.row <= comma.row ? [point, comma] : [comma, point]
  const both = `Row ${first.row} has the number ${first.text} and row ${second.row} ${second.text}`
  return `${both}, which are written in two ways. ${way}`
}

/** Cells of one file whose days are written in two orders, the first of each. */
export type DayDoubt = { monthFirst: FileCell; dayFirst: FileCell }

/** What the days of a file prove: their order, the doubt, or nothing beside an example of both. */
export type DayProof = DayOrder | DayDoubt | { either: FileCell | undefined }

const writtenDay = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/

/**
 * A day of a file as `2027-01-31`: that form as it is, and `1/31/2027`, with points or hyphens too,
 * as the order says. Any other text comes back as it is, for the form to refuse in its words.
 */
export function parseFileDay(text: string, order: DayOrder): string {
  const [, first = '', , second = '', year = ''] = writtenDay.exec(text) ?? []
  if (year === '') return text
  const [month, day] = order === 'month-first' ? [first, second] : [second, first]
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/**
 * The one order of the days of a file, proved by all of them: `31/1/2027` can only have the day
 * first, `1/31/2027` only the month. Where cells contradict each other the doubt is answered; where
 * none proves anything, the first that may be either, if there is one.
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

/** The doubt about a file's days in a sentence, with what a person has to say. */
export function dayDoubtSentence({ monthFirst, dayFirst }: DayDoubt): string {
  const [first, second] =
    monthFirst.row <= dayFirst.row ? [monthFirst, dayFirst] : [dayFirst, monthFirst]
  const both = `Row ${first.row} has the day ${first.text} and row ${second.row} ${second.text}`
  return `${both}, which are written in two ways. Say whether the month or the day comes first`
}

/** `Customer Code *`, `customer_code` and `customerCode` are one name. */
function plainName(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
