import type { Day } from '#platform/kernel/days.ts'
import type { Address } from '#platform/web/screen-address.ts'
import type { AnswerOf, Endpoint, WireQueryOf } from '#platform/kernel/endpoint.ts'
import { type Cents, cents, decimal, sum } from '#platform/kernel/money.ts'
import type { Column } from '../table/columns.ts'

/** The dates of a report: a period, both days inclusive, or one day. */
export type ReportDays = { from: Day; to: Day; asOf: Day }

type AnyRow = { id: number }

/** A report: its rows, their columns, the sums, and the possible groupings. */
export type Report<
  Permission extends string = string,
  Row extends AnyRow = AnyRow,
  E extends Endpoint = Endpoint,
> = {
  id: string
  /** The group of the report in the list of reports. */
  area: string
  title: string
  description: string
  permission: Permission
  /** The date parameters: a period, a day, or none for a current report. */
  dateMode: 'period' | 'day' | 'now'
  /** The endpoint, its query, and the rows of its response. */
  endpoint: E
  queryOf: (days: ReportDays) => WireQueryOf<E>
  rowsOf: (answer: AnswerOf<E>) => readonly Row[]
  columns: readonly Column<Row>[]
  /** The amount fields to sum under their columns. */
  sums: readonly (keyof Row & string)[]
  groups?: readonly ReportGroup<Row>[]
  /** How the figures are computed, in words; the description by default. */
  formula?: string
  /** Where the figures of a row open their rows, by column. */
  opens?: Readonly<Record<string, (row: Row, days: ReportDays) => Address | undefined>>
  /** Where the sums open their rows, by column. */
  opensSums?: Readonly<Record<string, (days: ReportDays) => Address>>
  /** The account whose balance is the sum of a field, or another amount of the rows. */
  tie?: { account: string; isCredit?: boolean } & (
    | { sum: keyof Row & string }
    | { amountOf: (rows: readonly Row[]) => string }
  )
}

/**
 * A grouping of rows. Groups are in the order of their first rows, or in the given order of their
 * names.
 */
export type ReportGroup<Row> = {
  id: string
  label: string
  of: (row: Row) => string
  order?: readonly string[]
}

/** Erases the row type of a report, so that reports fit in one list. */
export function report<const P extends string, Row extends AnyRow, E extends Endpoint>(
  own: Report<P, Row, E>,
): Report<P> {
  // Only the report's own functions receive its rows, so the cast is safe.
  return own as unknown as Report<P>
}

type ShownAsOf = 'area' | 'permission' | 'dateMode'

/** Returns a function that declares reports as of a day, of one area and permission. */
export function reportsAsOf<const P extends string>(area: string, permission: P) {
  return <Row extends AnyRow, E extends Endpoint>(own: Omit<Report<P, Row, E>, ShownAsOf>) =>
    report<P, Row, E>({ ...own, area, permission, dateMode: 'day' })
}

/** The amount of a report that is the balance of its account; undefined if no account has it. */
export function tiedAmountOf({ tie }: Report, rows: readonly AnyRow[]): string | undefined {
  if (!tie) return undefined
  return 'sum' in tie ? sumOf(rows, tie.sum) : tie.amountOf(rows)
}

/** The values of a figure that has no rows. */
const nothing: readonly unknown[] = [0, '0', '0.00', null, undefined]

/** Where a figure of a row opens its rows; undefined if it is zero, or opens none. */
export function addressOf(
  { opens }: Report,
  { row, column, days }: { row: AnyRow; column: string; days: ReportDays },
): Address | undefined {
  const value = (row as Record<string, unknown>)[column]
  return nothing.includes(value) ? undefined : opens?.[column]?.(row, days)
}

/** A group of rows. Without a grouping, one group without a name. */
export type Rows = { name: string | undefined; rows: readonly AnyRow[] }

export function grouped(of: ReportGroup<AnyRow> | undefined, rows: readonly AnyRow[]): Rows[] {
  if (!of) return [{ name: undefined, rows }]
  const groups = new Map<string, AnyRow[]>()
  for (const row of rows) {
    const name = of.of(row)
    groups.set(name, [...(groups.get(name) ?? []), row])
  }
  const named = [...groups].map(([name, own]) => ({ name, rows: own }))
  const { order } = of
  return order ? named.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name)) : named
}

/** The rows of a cached response; undefined if it no longer matches the schema. */
export function rowsIn(
  { endpoint, rowsOf }: Report,
  answer: unknown,
): readonly AnyRow[] | undefined {
  const parsed = endpoint.returns?.safeParse(answer)
  return parsed?.success ? rowsOf(parsed.data as never) : undefined
}

/** The sum of a field of decimal amounts. */
export function sumOf(rows: readonly object[], field: string): string {
  const amounts = rows.map((row) => cents(String((row as Record<string, unknown>)[field])))
  return decimal(sum(amounts as Cents[]))
}

/** The quarter of a month or a day: `2026 Q1` for `2026-03`. */
export function quarterOf(text: string): string {
  return `${text.slice(0, 4)} Q${Math.ceil(Number(text.slice(5, 7)) / 3)}`
}

/** The groupings of the rows of months; `of` is the month or one of its days. */
export function byQuarterAndYear<Row>(of: (row: Row) => string): readonly ReportGroup<Row>[] {
  return [
    { id: 'quarter', label: 'Quarter', of: (row) => quarterOf(of(row)) },
    { id: 'year', label: 'Year', of: (row) => of(row).slice(0, 4) },
  ]
}
