import { Link } from '@tanstack/react-router'
import { formatMonth } from '#platform/ui/dates/moments.ts'
import { counted } from '#platform/kernel/format.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useFilters } from '#platform/ui/records/list-query.ts'
import { MonthsCard } from '#platform/ui/table/MonthsCard.tsx'
import { MonthsFilter } from '#platform/ui/table/filters/MonthsFilter.tsx'
import { useRead } from '#platform/web/api.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { type ArMonth, listArMonths } from '../contract.ts'

const columns = [
  { id: 'month', header: 'Month', text: ({ from }: ArMonth) => formatMonth(from) },
  { id: 'invoiced', header: 'Invoiced', align: 'right' },
  { id: 'received', header: 'Cash Received', align: 'right' },
  { id: 'balance', header: 'Balance', align: 'right' },
  { id: 'collectionPeriod', header: 'Collection Period', align: 'right' },
  { id: 'daysToPay', header: 'Days to Pay', align: 'right' },
  { id: 'onTimeShare', header: 'Paid on Time', align: 'right' },
] as const

const hint =
  'Collection period: receivables at the end of the month ÷ net credit sales of the previous 90 ' +
  'days × 90. Days to pay: from the invoice to its payment, weighted by the amount.'

/**
 * Payment behavior in each month of a period, by default the twelve months up to the day, with
 * links to the documents.
 */
export function TrendsTab({ list }: { list: ListState }) {
  const { asOf, from, to } = useFilters(list.search)
  const read = useRead(listArMonths, { query: { asOf, from, to } })
  return (
    <>
      <MonthsFilter list={list} />
      <Loaded read={read} skeleton={<Skeleton className="h-140 rounded-card" />}>
        {(months) => (
          <>
            {months.length > 1 && <TrendsChart months={months} asOf={asOf} />}
            <MonthsCard
              title="Payment Trends"
              hint={hint}
              columns={columns}
              from={{ endpoint: listArMonths, read }}
              months={months}
              fileName="payment-trends"
              className="min-w-170"
            >
              {(month) => <Row key={month.id} month={month} asOf={asOf} />}
            </MonthsCard>
          </>
        )}
      </Loaded>
    </>
  )
}

const TrendsChart = lazyPart(
  async () => (await import('./TrendsChart.tsx')).TrendsChart,
  <Skeleton className="mb-4 h-80 rounded-card" />,
)

export const daysText = (count: number | null) => (count === null ? 'n/a' : counted(count, 'day'))
export const percentText = (share: string | null) => (share === null ? 'n/a' : `${share}%`)

function Row({ month, asOf }: { month: ArMonth; asOf: string | undefined }) {
  const cell = 'px-4 py-2 text-right'
  const { from, to, onTimeShare } = month
  const days = { 'f.from': from, 'f.to': to, ...(asOf && { 'f.asOf': asOf }) }
  return (
    <tr className="border-b border-line">
      <th scope="row" className="px-4 py-2 text-left font-medium whitespace-nowrap">
        {formatMonth(from)}
      </th>
      <td className={cell}>
        <Link to="/ar-reports" search={{ tab: 'invoices', ...days }}>
          {formatDecimal(month.invoiced)}
        </Link>
      </td>
      <td className={cell}>
        <Link to="/ar-reports" search={{ tab: 'payments', 'f.status': 'posted', ...days }}>
          {formatDecimal(month.received)}
        </Link>
      </td>
      <td className={cell}>{formatDecimal(month.balance)}</td>
      <td className={cell}>{daysText(month.collectionPeriod)}</td>
      <td className={`${cell} font-semibold`}>{daysText(month.daysToPay)}</td>
      <td className={cell}>{percentText(onTimeShare)}</td>
    </tr>
  )
}
