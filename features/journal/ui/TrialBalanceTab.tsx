import { formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { DayField } from '#platform/ui/dates/DayField.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { ExportReportRows } from '#platform/ui/table/export/ExportReportRows.tsx'
import type { ListState } from '#platform/web/list-state.ts'
import { AccountLink } from './AccountLink.tsx'
import { readTrialBalance, type TrialBalance } from '../contract.ts'

/** The trial balance up to a day; each account links to its entries. */
export function TrialBalanceTab({ list }: { list: ListState }) {
  const asOf = list.search['f.asOf']
  const read = useRead(readTrialBalance, { query: asOf ? { asOf } : {} })
  return (
    <section aria-label="Trial balance" className="card flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <DayField
          label="As of"
          value={asOf ?? read.data?.asOf ?? ''}
          onPick={(day) => list.change({ 'f.asOf': day || undefined })}
        />
        {read.data && (
          <ExportReportRows
            columns={columns}
            rows={read.data.accounts}
            fileName={`trial-balance-${read.data.asOf}`}
          />
        )}
      </div>
      {read.error && (
        <Alert actions={<Button onClick={() => void read.refetch()}>Try again</Button>}>
          {read.error.message}
        </Alert>
      )}
      {read.isPending && <Skeleton className="h-64" />}
      {read.data && <Balances {...read.data} />}
    </section>
  )
}

const columns = [
  { id: 'account', header: 'Account' },
  { id: 'name', header: 'Name' },
  { id: 'debit', header: 'Debit', align: 'right' },
  { id: 'credit', header: 'Credit', align: 'right' },
  { id: 'balance', header: 'Balance', align: 'right' },
] as const

const number = 'numbers px-3 py-2 text-right whitespace-nowrap'
/** On phones only the balance of an account has room beside its name. */
const side = `${number} max-sm:hidden`

function Balances({ asOf, accounts, totalDebit, totalCredit }: TrialBalance) {
  return (
    <div className="overflow-x-auto">
      <table className="text-table w-full">
        <thead>
          <tr className="border-b border-line text-left">
            <th className="px-3 py-2">Account</th>
            <th className={side}>Debit</th>
            <th className={side}>Credit</th>
            <th className={number}>Balance</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ account, name, debit, credit, balance }) => (
            <tr key={account} className="border-b border-line">
              <th scope="row" className="px-3 py-2 text-left font-normal">
                <AccountLink account={account} name={name} to={asOf} />
              </th>
              <td className={side}>{formatDecimal(debit)}</td>
              <td className={side}>{formatDecimal(credit)}</td>
              <td className={number}>{formatDecimal(balance)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="px-3 py-2 text-left">
              Total
            </th>
            <td className={side}>{formatDecimal(totalDebit)}</td>
            <td className={side}>{formatDecimal(totalCredit)}</td>
            <td className={number}>{formatDecimal('0.00')}</td>
          </tr>
        </tfoot>
      </table>
      {accounts.length === 0 && <p className="p-3 text-muted">No postings up to this day.</p>}
    </div>
  )
}
