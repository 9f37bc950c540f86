import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal, sum } from '#platform/kernel/money.ts'
import type { Column } from './table/columns.ts'

/** The days a report may be asked for: a period, both days included, or one day. */
export type ReportDays = { from: Day; to: Day; asOf: Day }

type AnyRow = { id: number }

/** A report: its rows, how they are shown, what is summed, and what they may be grouped by. */
export type Report<Permission extends string = string, Row extends AnyRow = AnyRow> = {
  id: string
  /** The group it stands in, where one chooses among them. */
  area: string
  title: string
  says: string
  permission: Permission
  /** What of time it takes; one that is of now takes nothing. */
  takes: 'period' | 'day' | 'now'
  load: (days: ReportDays) => Promise<readonly Row[]>
  columns: readonly Column<Row>[]
  /** The fields with amounts that are summed under their columns. */
  sums: readonly (keyof Row & string)[]
  groups?: readonly ReportGroup<Row>[]
}

/** Something rows have in common; groups come in the order of their first rows. */
export type ReportGroup<Row> = { id: string; label: string; of: (row: Row) => string }

/** A report whose rows are known to itself alone, to stand in a list beside others. */
export function report<const P extends string, Row extends AnyRow>(own: Report<P, Row>): Report<P> {
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
  return [...groups].map(([name, own]) => ({ name, rows: own }))
}

/** The sum of a field that holds amounts as text. */
export function sumOf(rows: readonly object[], field: string): string {
  const amounts = rows.map((row) => cents(String((row as Record<string, unknown>)[field])))
  return decimal(sum(amounts as Cents[]))
}
