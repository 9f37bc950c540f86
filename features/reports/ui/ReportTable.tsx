import type { ReactNode } from 'react'
import { formatDecimal } from '#platform/kernel/money.ts'
import {
  addressOf,
  type Report,
  type ReportDays,
  type ReportGroup,
  type Rows,
  grouped,
  sumOf,
} from '#platform/ui/reports/report.ts'
import { ScrollRegion } from '#platform/ui/page/ScrollRegion.tsx'
import type { Address } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import { ReportFormula } from './ReportFormula.tsx'

type ReportTableProps = {
  report: Report
  rows: readonly { id: number }[]
  days: ReportDays
  by?: ReportGroup<{ id: number }> | undefined
  /** The maximum number of rows to show; all by default. */
  rowLimit?: number
}

/**
 * The rows of a report with sums, which include rows that are not shown. Figures open their rows.
 */
export function ReportTable(props: ReportTableProps) {
  const { report, rows, days, by, rowLimit = rows.length } = props
  if (rows.length === 0) return <p className="text-muted">No data for this report.</p>
  const { columns } = report
  const groups = upTo(rowLimit, grouped(by, rows))
  const table = (
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
                    <Figure address={addressOf(report, { row, column: id, days })}>
                      {cell(row)}
                    </Figure>
                  </td>
                ))}
              </tr>
            ))}
            {name !== undefined && <SumRow report={report} rows={own} label={countText(own)} />}
          </tbody>
        ))}
        <tfoot>
          <SumRow report={report} rows={rows} days={days} label={`Total of ${countText(rows)}`} />
        </tfoot>
      </table>
      {rows.length > rowLimit && (
        <p className="text-caption mt-2 font-normal text-muted">
          {`The first ${rowLimit} rows are shown. Downloads and prints have all rows.`}
        </p>
      )}
    </ScrollRegion>
  )
  return (
    <div>
      <div className="no-print flex justify-end p-1">
        <ReportFormula report={report} rows={rows} days={days} />
      </div>
      {table}
    </div>
  )
}

/** A figure that opens its rows, if it has an address. */
function Figure({ address, children }: { address: Address | undefined; children: ReactNode }) {
  if (!address) return children
  return (
    <ScreenAddressLink address={address} className="text-inherit no-underline hover:underline">
      {children}
    </ScreenAddressLink>
  )
}

type SumRowProps = {
  report: Report
  rows: readonly { id: number }[]
  label: string
  /** The days of the sums of all rows; a group opens none. */
  days?: ReportDays
}

/** The sums of the summed columns; the label spans the columns before them. */
function SumRow({ report, rows, label, days }: SumRowProps) {
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
          {sums.includes(id) && (
            <Figure address={days && report.opensSums?.[id]?.(days)}>
              {formatDecimal(sumOf(rows, id))}
            </Figure>
          )}
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
