import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { ScrollRegion } from '../page/ScrollRegion.tsx'
import { ChangesPill } from './ChangesPill.tsx'
import type { Column } from './columns.ts'
import { ExportRows } from './export/ExportRows.tsx'
import { type CardRead, Refresh } from './Refresh.tsx'

type MonthsCardProps<Row> = {
  title: string
  /** How the figures are computed. */
  hint?: string
  columns: readonly Pick<Column<Row>, 'id' | 'header' | 'text' | 'align'>[]
  months: readonly Row[]
  fileName: string
  from: CardRead
  /** Includes a minimum width, such as `min-w-140`, below which the table scrolls. */
  className: string
  /** Renders the row of a month. */
  children: (month: Row) => ReactNode
}

/** A table of monthly figures without paging, with export. */
export function MonthsCard<Row extends object>(props: MonthsCardProps<Row>) {
  const { title, hint, columns, months, fileName, from, className, children } = props
  return (
    <section aria-label={title} className="card min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-2 p-3 md:px-4">
        <ChangesPill followed={from.endpoint} read={from.read}>
          <h2 className="text-card">{title}</h2>
        </ChangesPill>
        <ExportRows columns={columns} rows={months} fileName={fileName}>
          <Refresh read={from.read} />
        </ExportRows>
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
          <tbody className="numbers">{months.map(children)}</tbody>
        </table>
      </ScrollRegion>
      {months.length === 0 && (
        <p className="text-body p-4 text-muted">This period has not started yet.</p>
      )}
    </section>
  )
}
