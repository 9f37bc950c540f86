import type { Report } from './reports.ts'

type ReportTableProps = {
  report: Report
  rows: readonly { id: number }[]
  /** How many rows are shown; all of them where it is not said. */
  most?: number
}

/** The rows of a report with their sum, which is that of all rows, shown or not. */
export function ReportTable({ report, rows, most = rows.length }: ReportTableProps) {
  if (rows.length === 0) return <p className="text-muted">There is nothing to report.</p>
  const { columns } = report
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label="Report" tabIndex={0} className="overflow-x-auto">
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
        <tbody>
          {rows.slice(0, most).map((row) => (
            <tr key={row.id} className="border-b border-line">
              {columns.map(({ id, align, cell }) => (
                <td key={id} className={`px-2 py-1.5 ${align ? 'text-right' : ''}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={columns.length - 1} className="px-2 py-2 text-left">
              {`Total of ${rows.length.toLocaleString('en-US')} rows`}
            </th>
            <td className="px-2 py-2 text-right font-semibold">{report.total(rows)}</td>
          </tr>
        </tfoot>
      </table>
      {rows.length > most && (
        <p className="text-caption mt-2 font-normal text-muted">
          {`The first ${most} rows are shown; the file and the paper hold all of them.`}
        </p>
      )}
    </div>
  )
}
