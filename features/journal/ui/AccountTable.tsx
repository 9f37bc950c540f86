import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { formatDecimal } from '#platform/kernel/money.ts'
import { ExportRows } from '#platform/ui/table/export/ExportRows.tsx'

/** A row of a statement: an account, or a sum of those above it. */
export type StatementRow = {
  /** The account's number; empty for a heading or a sum. */
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

/** A section of a statement as rows: its heading, its accounts, and what they come to. */
export function sectionRows(name: string, { lines, total }: Section): StatementRow[] {
  return [
    { account: '', name, amount: '', kind: 'heading' },
    ...lines.map((line): StatementRow => ({ ...line, kind: 'line' })),
    { account: '', name: `Total ${name.toLowerCase()}`, amount: total, kind: 'sum' },
  ]
}

/** The entries of an account in some days: where a figure of a statement leads. */
export function entriesOf(account: string, days: { from?: string; to: string }) {
  return {
    'f.account': account,
    ...(days.from && { 'f.from': days.from }),
    'f.to': days.to,
  }
}

type AccountLinkProps = { account: string; name: string; from?: string; to: string }

/** An account whose entries of these days it opens. */
export function AccountLink({ account, name, ...days }: AccountLinkProps) {
  return (
    <Link to="/journal" search={entriesOf(account, days) as never}>
      {`${account} ${name}`}
    </Link>
  )
}

const columns = [
  { id: 'account', header: 'Account' },
  { id: 'name', header: 'Name' },
  { id: 'amount', header: 'Amount', align: 'right' },
] as const

/** The rows of a statement as a file. */
export function ExportStatement(props: { rows: readonly StatementRow[]; fileName: string }) {
  return <ExportRows columns={columns} {...props} />
}

type StatementTableProps = {
  label: string
  rows: readonly StatementRow[]
  /** The days whose entries an account opens. */
  days: { from?: string; to: string }
}

/** A statement: its sections with their accounts, each of which opens its entries. */
export function StatementTable({ label, rows, days }: StatementTableProps) {
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
