import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Pages } from './read-all-rows.ts'
import type { Column } from '../columns.ts'

/** The maximum number of printed rows; more than a hundred pages belong in a file. */
const most = 5000

type PrintedRows<Row> = {
  columns: readonly Column<Row>[]
  pages: Pages<Row>
  /** The number of rows as text. */
  all: string
}

/** A print table of all matching rows, with a note if there are more than the maximum. */
export async function renderPrintedRows<Row extends { id: number }>(
  paper: PrintedRows<Row>,
): Promise<ReactNode> {
  const rows: Row[] = []
  for await (const page of paper.pages) {
    rows.push(...page)
    if (rows.length > most) break
  }
  return (
    <>
      {rows.length > most && (
        <p className="hidden px-4 pb-2 print:block">
          {`The first ${most.toLocaleString('en-US')} of ${paper.all} rows. `}
          The export has all rows.
        </p>
      )}
      <PrintedTable columns={paper.columns} rows={rows.slice(0, most)} />
    </>
  )
}

type PrintedTableProps<Row> = { columns: readonly Column<Row>[]; rows: readonly Row[] }

/** The rows as on the screen, with a header that repeats on every page. */
function PrintedTable<Row extends { id: number }>({ columns, rows }: PrintedTableProps<Row>) {
  const side = (column: Column<Row>) => (column.align === 'right' ? 'text-right' : 'text-left')
  return (
    <table className="paper-rows text-table hidden w-full border-collapse print:table">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.id} scope="col" className={`border-b border-line ${side(column)}`}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="border-b border-line">
            {columns.map((column, place) => (
              <td
                key={column.id}
                className={clsx(side(column), place === 0 && 'whitespace-nowrap')}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
