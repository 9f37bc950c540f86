import { formatDecimal } from '#platform/kernel/money.ts'
import {
  type Report,
  type ReportGroup,
  type Rows,
  grouped,
  sumOf,
} from '#platform/ui/reports/report.ts'
import { ScrollRegion } from '#platform/ui/page/ScrollRegion.tsx'

type ReportTableProps = {
  report: Report
  rows: readonly { id: number }[]
  by?: ReportGroup<{ id: number }> | undefined
  /** The maximum number of rows to show; all by default. */
  rowLimit?: number
}

/** The rows of a report with sums, which include rows that are not shown. */
export function ReportTable({ report, rows, by, rowLimit = rows.length }: ReportTableProps) {
  if (rows.length === 0) return <p className="text-muted">No data for this report.</p>
  const { columns } = report
  const groups = upTo(rowLimit, grouped(by, rows))
  return (
    <ScrollRegion label="Report">
      <table className="text-table numbers w-full">
        <caption className="sr-only">{report.title}</caption>
        <thead>
          <tr className="border-b border-line text-left text-muted">
            {columns.map(({ id, header, align }) => (
              <th key={id} scope="col" className={`px-2 py-1.5 ${align ? 'text-right' : ''}`}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ name, rows: own, shown }) => (
          <tbody key={name ?? ''}>
            {name !== undefined && (
              <tr className="border-b border-line bg-surface-2">
                <th scope="rowgroup" colSpan={columns.length} className="px-2 py-1.5 text-left">
                  {name}
                </th>
              </tr>
            )}
            {shown.map((row) => (
              <tr key={row.id} className="border-b border-line">
                {columns.map(({ id, align, cell }) => (
                  <td key={id} className={`px-2 py-1.5 ${align ? 'text-right' : ''}`}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
            {name !== undefined && <SumRow report={report} rows={own} label={countText(own)} />}
          </tbody>
        ))}
        <tfoot>
          <SumRow report={report} rows={rows} label={`Total of ${countText(rows)}`} />
        </tfoot>
      </table>
      {rows.length > rowLimit && (
        <p className="text-caption mt-2 font-normal text-muted">
          {`The first ${rowLimit} rows are shown. Downloads and prints have all rows.`}
        </p>
      )}
    </ScrollRegion>
  )
}

type SumRowProps = { report: Report; rows: readonly { id: number }[]; label: string }

/** The sums of the summed columns; the label spans the columns before them. */
function SumRow({ report, rows, label }: SumRowProps) {
  const sums: readonly string[] = report.sums
  const found = report.columns.findIndex(({ id }) => sums.includes(id))
  const first = found === -1 ? report.columns.length : found
  return (
    <tr className="border-b border-line font-semibold">
      <th scope="row" colSpan={first} className="px-2 py-2 text-left">
        {label}
      </th>
      {report.columns.slice(first).map(({ id }) => (
        <td key={id} className="px-2 py-2 text-right">
          {sums.includes(id) && formatDecimal(sumOf(rows, id))}
        </td>
      ))}
    </tr>
  )
}

/** The groups with their visible rows, limited to a total number of rows. */
function upTo(rowLimit: number, groups: readonly Rows[]) {
  let remaining = rowLimit
  return groups
    .map((group) => {
      const visibleRows = group.rows.slice(0, remaining)
      remaining -= visibleRows.length
      return { ...group, shown: visibleRows }
    })
    .filter(({ shown }) => shown.length > 0)
}

function countText({ length }: readonly object[]): string {
  return length === 1 ? '1 row' : `${length.toLocaleString('en-US')} rows`
}
