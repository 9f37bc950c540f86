import { clsx } from 'clsx'
import { formatDecimal } from '#platform/kernel/money.ts'
import { ExportReportRows } from '#platform/ui/table/export/ExportReportRows.tsx'
import { AccountLink } from './AccountLink.tsx'

/** A row of a statement: a heading, an account or a total. */
export type StatementRow = {
  /** The account number; empty for a heading or a total. */
  account: string
  name: string
  /** Empty for a heading. */
  amount: string
  kind: 'heading' | 'line' | 'sum' | 'total'
}

type Section = {
  lines: readonly { account: string; name: string; amount: string }[]
  total: string
}

/** The rows of a statement section: heading, accounts and total. */
export function sectionRows(name: string, { lines, total }: Section): StatementRow[] {
  return [
    { account: '', name, amount: '', kind: 'heading' },
    ...lines.map((line): StatementRow => ({ ...line, kind: 'line' })),
    { account: '', name: `Total ${name.toLowerCase()}`, amount: total, kind: 'sum' },
  ]
}

/** The row of a total. */
export function totalRow(name: string, amount: string): StatementRow {
  return { account: '', name, amount, kind: 'total' }
}

const columns = [
  { id: 'account', header: 'Account' },
  { id: 'name', header: 'Name' },
  { id: 'amount', header: 'Amount', align: 'right' },
] as const

/** Exports the rows of a statement as a file. */
export function ExportStatement(props: { rows: readonly StatementRow[]; fileName: string }) {
  return <ExportReportRows columns={columns} {...props} />
}

type FinancialStatementTableProps = {
  label: string
  rows: readonly StatementRow[]
  /** The days of the entries that an account links to. */
  days: { from?: string; to: string }
}

/** A statement with its sections and accounts; each account links to its entries. */
export function FinancialStatementTable({ label, rows, days }: FinancialStatementTableProps) {
  return (
    <div className="overflow-x-auto">
      <table className="text-table w-full max-w-3xl" aria-label={label}>
        <thead>
          <tr className="border-b border-line text-left">
            <th className="px-3 py-2">Account</th>
            <th className="numbers px-3 py-2 text-right">Amount</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ account, name, amount, kind }) => (
            <tr
              key={`${kind} ${account} ${name}`}
              className={clsx(
                'border-b border-line',
                kind !== 'line' && 'font-semibold',
                kind === 'total' && 'border-t-2',
              )}
            >
              <th
                scope="row"
                className={clsx('py-2 text-left font-[inherit]', account ? 'px-6' : 'px-3')}
              >
                {account ? <AccountLink account={account} name={name} {...days} /> : name}
              </th>
              <td className="numbers px-3 py-2 text-right whitespace-nowrap">
                {amount && formatDecimal(amount)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
