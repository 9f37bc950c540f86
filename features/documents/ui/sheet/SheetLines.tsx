import { clsx } from 'clsx'
import {
  type DocumentColumn,
  type DocumentTable,
  type DocumentTotal,
  type PrintedDocument,
  rowsWithTotals,
} from '../../printed-document.ts'
import { Barcode } from '../Barcode.tsx'

/** The lines, with the totals on the page of the last ones. */
export function SheetLines({ content }: { content: PrintedDocument }) {
  const { columns, rows, empty, sums } = content
  if (rows.length === 0) {
    return (
      <>
        {empty && <p className="mt-8">{empty}</p>}
        <Totals sums={sums} />
      </>
    )
  }
  const split = Math.max(0, rows.length - rowsWithTotals)
  return (
    <table className="numbers mt-8 w-full border-collapse">
      <Headings columns={columns} />
      <Rows columns={columns} rows={rows.slice(0, split)} />
      <tbody className="break-inside-avoid">
        <RowsOf columns={columns} rows={rows.slice(split)} />
        {sums.length > 0 && (
          <tr>
            <td colSpan={columns.length}>
              <Totals sums={sums} />
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

type TableProps = Pick<PrintedDocument, 'columns' | 'rows'>

function Headings({ columns }: Pick<TableProps, 'columns'>) {
  return (
    <thead>
      <tr className="border-b-2 border-black text-left">
        {columns.map((column, index) => {
          // A heading without text, as above boxes to tick, would be read as an unnamed one.
          const Heading = column.head === '' ? 'td' : 'th'
          return (
            <Heading
              key={`${index} ${column.head}`}
              className={clsx(cellClass(column), 'py-1', column.isWide && 'w-full')}
            >
              {column.head}
            </Heading>
          )
        })}
      </tr>
    </thead>
  )
}

function Rows({ columns, rows }: TableProps) {
  return (
    <tbody>
      <RowsOf columns={columns} rows={rows} />
    </tbody>
  )
}

// A short code does not break at its hyphens; a long one may, to fit the other columns.
const isCode = (column: DocumentColumn, text: string) => !column.isWide && text.length <= 24

const cellClass = (column: DocumentColumn) =>
  clsx('pl-3 first:pl-0', column.isRight && 'text-right whitespace-nowrap')

function RowsOf({ columns, rows }: TableProps) {
  return rows.map((row, index) => (
    // Rows are never reordered, so the index is a stable key.
    // oxlint-disable-next-line react/no-array-index-key
    <tr key={index} className="break-inside-avoid border-b border-black/30 align-top">
      {columns.map((column, place) => {
        const text = row[place] ?? ''
        return (
          <td
            key={`${place} ${column.head}`}
            className={clsx(
              cellClass(column),
              'py-1.5',
              column.isStrong && 'font-semibold',
              isCode(column, text) ? 'whitespace-nowrap' : 'break-words',
            )}
          >
            <Cell text={text} column={column} />
          </td>
        )
      })}
    </tr>
  ))
}

const mostBarcodeCharacters = 18

function Cell({ text, column }: { text: string; column: DocumentColumn }) {
  if (column.look === 'check') return <span className="block size-3 border border-black" />
  if (column.look === 'barcode' && text.length <= mostBarcodeCharacters) {
    return <Barcode text={text} isSmall />
  }
  const [first, ...rest] = text.split('\n')
  if (rest.length === 0) return first
  return (
    <>
      {first}
      <span className="block text-[8pt] whitespace-pre-line">{rest.join('\n')}</span>
    </>
  )
}

function Totals({ sums }: { sums: readonly DocumentTotal[] }) {
  if (sums.length === 0) return null
  return (
    <dl
      className={clsx(
        'numbers mt-3 ml-auto grid w-fit break-inside-avoid grid-cols-[auto_auto] gap-x-8 gap-y-1',
        'text-right',
      )}
    >
      {sums.map(({ name, amount, isStrong }, index) => (
        <div
          key={name}
          className={clsx(
            'contents',
            isStrong && 'font-semibold',
            index === sums.length - 1 && 'text-[11pt]',
          )}
        >
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A small table with a title, unbroken. */
export function SmallTable({ table }: { table: DocumentTable }) {
  return (
    <section className="mt-5 break-inside-avoid text-[8pt]">
      <h2 className="font-semibold uppercase">{table.title}</h2>
      <table className="numbers border-collapse">
        <Headings columns={table.columns} />
        <Rows columns={table.columns} rows={table.rows} />
      </table>
    </section>
  )
}
