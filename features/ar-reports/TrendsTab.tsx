import { Link } from '@tanstack/react-router'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/Alert.tsx'
import { Button } from '#platform/ui/Button.tsx'
import { ScrollRegion } from '#platform/ui/ScrollRegion.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { useRead } from '#platform/web/api.ts'
import { ExportRows } from '#platform/ui/table/ExportRows.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { type ArMonth, listArMonths } from './contract.ts'

const columns = [
  { id: 'month', header: 'Month', text: ({ from }: ArMonth) => from.slice(0, 7) },
  { id: 'invoiced', header: 'Invoiced' },
  { id: 'received', header: 'Cash Received' },
  { id: 'balance', header: 'Balance' },
  { id: 'collectionPeriod', header: 'Collection Period' },
  { id: 'daysToPay', header: 'Days to Pay' },
  { id: 'onTimeShare', header: 'Paid on Time' },
] as const

/** How customers paid in each of the twelve months up to the day, and the documents behind it. */
export function TrendsTab({ list }: { list: ListState }) {
  const asOf = list.search['f.asOf']
  const read = useRead(listArMonths, { query: asOf ? { asOf } : {} })
  if (read.isPending) return <Skeleton className="h-60" />
  if (read.error) {
    return (
      <Alert actions={<Button onClick={() => void read.refetch()}>Try again</Button>}>
        {read.error.message}
      </Alert>
    )
  }
  return (
    <section aria-labelledby="trends-title" className="card min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-2 p-3 md:px-4">
        <h2 id="trends-title" className="text-card">
          Payment Trends
        </h2>
        <ExportRows columns={columns} rows={read.data} fileName="payment-trends.csv" />
      </div>
      <p className="text-table px-3 pb-3 text-muted md:px-4">
        Collection period: what was owed at the end of the month ÷ net credit sales of the 90 days
        before × 90. Days to pay: from the invoice to its payment, weighted by the amount.
      </p>
      <ScrollRegion label="Months">
        <table className="text-table w-full min-w-170 border-collapse">
          <thead>
            <tr className="text-caption border-y border-line text-right text-muted">
              {columns.map(({ id, header }, index) => (
                <th
                  key={id}
                  scope="col"
                  className={`px-4 py-2 font-medium ${index === 0 ? 'text-left' : ''}`}
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="numbers">
            {read.data.map((month) => (
              <Row key={month.id} month={month} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}

export const daysText = (count: number | null) => (count === null ? 'n/a' : `${count} days`)
export const shareText = (share: string | null) => (share === null ? 'n/a' : `${share}%`)

function Row({ month }: { month: ArMonth }) {
  const cell = 'px-4 py-2 text-right'
  const { from, to, onTimeShare } = month
  const rowsOf = (tab: string) => ({ tab, 'f.from': from, 'f.to': to }) as never
  return (
    <tr className="border-b border-line">
      <th scope="row" className="px-4 py-2 text-left font-medium">
        {from.slice(0, 7)}
      </th>
      <td className={cell}>
        <Link to="/ar-reports" search={rowsOf('invoices')}>
          {formatDecimal(month.invoiced)}
        </Link>
      </td>
      <td className={cell}>
        <Link to="/ar-reports" search={rowsOf('payments')}>
          {formatDecimal(month.received)}
        </Link>
      </td>
      <td className={cell}>{formatDecimal(month.balance)}</td>
      <td className={cell}>{daysText(month.collectionPeriod)}</td>
      <td className={`${cell} font-semibold`}>{daysText(month.daysToPay)}</td>
      <td className={cell}>{shareText(onTimeShare)}</td>
    </tr>
  )
}
