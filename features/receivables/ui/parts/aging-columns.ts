import { formatDecimal } from '#platform/kernel/money.ts'
import type { ReportDays, ReportGroup } from '#platform/ui/reports/report.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { type BucketId, agingBuckets, oldestAgeOf, oldestAges } from '../../rules.ts'
import type { AgingLabels } from './aging-labels.ts'

/** Amounts by bucket, with the unapplied amount if the report has one. */
export type AgingAmounts = Record<BucketId | 'total', string> & { unapplied?: string }

/** One customer's or vendor's amounts by bucket. */
export type PartyAging = AgingAmounts & { id: number; code: string; name: string }

export const unapplied = { id: 'unapplied', label: 'Unapplied' } as const
export const total = { id: 'total', label: 'Total' } as const
const all = [...agingBuckets, unapplied, total]

/** The columns after the buckets: unapplied if the report has it, and the total. */
export const lastColumns = (aging: AgingAmounts) =>
  aging.unapplied === undefined ? [total] : [unapplied, total]

/** The aging as a plain table, one row per party. */
export const agingColumns = (party: string, ages = all): readonly Column<PartyAging>[] => [
  { id: 'code', header: `${party} Code`, cell: ({ code }) => code },
  { id: 'name', header: party, cell: ({ name }) => name },
  ...ages.map(({ id, label }): Column<PartyAging> => {
    const cell = (row: PartyAging) => formatDecimal(row[id] ?? '0')
    return { id, header: label, align: 'right', cell }
  }),
]

const byOldest: ReportGroup<PartyAging> = {
  id: 'age',
  label: 'Oldest aging bucket',
  of: oldestAgeOf,
  order: oldestAges,
}

type FigureId = (typeof all)[number]['id']

/**
 * An aging as a named report: columns, sums and grouping, the documents of each figure, and the
 * account of the total.
 */
export function agingReport(labels: AgingLabels) {
  const documentsOf = (id: FigureId, code: string | undefined, asOf: string) =>
    id === 'unapplied' || id === 'total'
      ? labels.documentsOf({ column: id, code, asOf })
      : labels.rowsOf({ bucket: id, code, asOf, isOwnDay: false })
  const opens = all.map(({ id }) => {
    const open = ({ code }: PartyAging, { asOf }: ReportDays) => documentsOf(id, code, asOf)
    return [id, open] as const
  })
  const opensSums = all.map(({ id }) => {
    const open = ({ asOf }: ReportDays) => documentsOf(id, undefined, asOf)
    return [id, open] as const
  })
  const { party, formula, account } = labels
  return {
    columns: agingColumns(party),
    sums: all.map(({ id }) => id),
    groups: [byOldest],
    formula,
    opens: {
      ...Object.fromEntries(opens),
      code: ({ code }: PartyAging) => labels.partyOf(code),
    },
    opensSums: Object.fromEntries(opensSums),
    tie: { sum: 'total' as const, account, isCredit: account === 'payable' },
  }
}
