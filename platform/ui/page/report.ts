import type { Day } from '#platform/kernel/days.ts'
import type { AnswerOf, Endpoint, WireQueryOf } from '#platform/kernel/endpoint.ts'
import { type Cents, cents, decimal, sum } from '#platform/kernel/money.ts'
import type { Column } from '../table/columns.ts'

/** The days a report may be asked for: a period, both days included, or one day. */
export type ReportDays = { from: Day; to: Day; asOf: Day }

type AnyRow = { id: number }

/** A report: its rows, how they are shown, what is summed, and what they may be grouped by. */
export type Report<
  Permission extends string = string,
  Row extends AnyRow = AnyRow,
  E extends Endpoint = Endpoint,
> = {
  id: string
  /** The group it stands in, where one chooses among them. */
  area: string
  title: string
  says: string
  permission: Permission
  /** What of time it takes; one that is of now takes nothing. */
  takes: 'period' | 'day' | 'now'
  /** The call that answers it, what that is asked for, and the rows in its answer. */
  endpoint: E
  queryOf: (days: ReportDays) => WireQueryOf<E>
  rowsOf: (answer: AnswerOf<E>) => readonly Row[]
  columns: readonly Column<Row>[]
  /** The fields with amounts that are summed under their columns. */
  sums: readonly (keyof Row & string)[]
  groups?: readonly ReportGroup<Row>[]
}

/**
 * Something rows have in common. Groups come in the order of their first rows, or in an order of
 * their own, by their names.
 */
export type ReportGroup<Row> = {
  id: string
  label: string
  of: (row: Row) => string
  order?: readonly string[]
}

/** A report whose rows are known to itself alone, to stand in a list beside others. */
export function report<const P extends string, Row extends AnyRow, E extends Endpoint>(
  own: Report<P, Row, E>,
): Report<P> {
  // Its own functions are the only ones that are given its rows.
  return own as unknown as Report<P>
}

/** Rows that belong together. Without a group they are all one, without a name. */
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

/** The rows of a report in an answer of its call that was kept; undefined where it is none now. */
export function rowsIn(
  { endpoint, rowsOf }: Report,
  answer: unknown,
): readonly AnyRow[] | undefined {
  const parsed = endpoint.returns?.safeParse(answer)
  return parsed?.success ? rowsOf(parsed.data as never) : undefined
}

/** The sum of a field that holds amounts as text. */
export function sumOf(rows: readonly object[], field: string): string {
  const amounts = rows.map((row) => cents(String((row as Record<string, unknown>)[field])))
  return decimal(sum(amounts as Cents[]))
}

/** The quarter of a month or a day: `2026 Q1` of `2026-03`. */
export function quarterOf(text: string): string {
  return `${text.slice(0, 4)} Q${Math.ceil(Number(text.slice(5, 7)) / 3)}`
}
