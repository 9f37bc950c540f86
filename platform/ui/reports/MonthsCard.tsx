import { clsx } from 'clsx'
import { ScrollRegion } from '../page/ScrollRegion.tsx'
import { ChangesPill } from '../table/ChangesPill.tsx'
import type { Column } from '../table/columns.ts'
import { ExportReportRows } from '../table/export/ExportReportRows.tsx'
import { type CardRead, RefreshButton } from '../table/RefreshButton.tsx'

/** A column of monthly figures; the first one names the month. */
export type MonthColumn<Month> = Pick<
  Column<Month>,
  'id' | 'header' | 'cell' | 'text' | 'align'
> & {
  isBold?: true
}

export type MonthsCardProps<Month> = {
  title: string
  /** How the figures are computed. */
  hint?: string
  columns: readonly MonthColumn<Month>[]
  months: readonly Month[]
  fileName: string
  from: CardRead
  /** Includes a minimum width, such as `min-w-140`, below which the table scrolls. */
  className: string
}

/** A table of monthly figures without paging, with export. */
export function MonthsCard<Month extends { id: number }>(props: MonthsCardProps<Month>) {
  const { title, hint, columns, months, fileName, from, className } = props
  return (
    <section aria-label={title} className="card min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-2 p-3 md:px-4">
        <ChangesPill followed={from.endpoint} read={from.read}>
          <h2 className="text-card">{title}</h2>
        </ChangesPill>
        <ExportReportRows columns={columns} rows={months} fileName={fileName}>
          <RefreshButton read={from.read} />
        </ExportReportRows>
      </div>
      {hint && <p className="text-table px-3 pb-3 text-muted md:px-4">{hint}</p>}
      <ScrollRegion label="Months">
        <table className={clsx('text-table w-full border-collapse', className)}>
          <thead>
            <tr className="text-caption border-y border-line text-right text-muted">
              {columns.map(({ id, header }, index) => (
                <th
                  key={id}
                  scope="col"
                  className={clsx('px-4 py-2 font-medium', index === 0 && 'text-left')}
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="numbers">
            {months.map((month) => (
              <MonthRow key={month.id} month={month} columns={columns} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {months.length === 0 && (
        <p className="text-body p-4 text-muted">This period has not started yet.</p>
      )}
    </section>
  )
}

type MonthRowProps<Month> = { month: Month; columns: readonly MonthColumn<Month>[] }

function MonthRow<Month>({ month, columns }: MonthRowProps<Month>) {
  return (
    <tr className="border-b border-line">
      {columns.map(({ id, cell, isBold }, index) =>
        index === 0 ? (
          <th key={id} scope="row" className="px-4 py-2 text-left font-medium whitespace-nowrap">
            {cell(month)}
          </th>
        ) : (
          <td key={id} className={clsx('px-4 py-2 text-right', isBold && 'font-semibold')}>
            {cell(month)}
          </td>
        ),
      )}
    </tr>
  )
}
