import { formatDecimal } from '#platform/kernel/money.ts'
import { formatMonth } from '#platform/ui/dates/moments.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { MonthlyReport } from '#platform/ui/reports/MonthlyReport.tsx'
import type { MonthColumn } from '#platform/ui/reports/MonthsCard.tsx'
import { firstDayOf } from '#platform/ui/reports/months-before.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { type ApMonth, listApMonths } from '../contract.ts'

type Amount = 'billed' | 'paid' | 'discounts' | 'largest'
const amount = (id: Amount, header: string): MonthColumn<ApMonth> => {
  return { id, header, align: 'right', cell: (month) => formatDecimal(month[id]) }
}
const paymentCount: MonthColumn<ApMonth> = {
  id: 'payments',
  header: 'Payments',
  align: 'right',
  cell: ({ payments }) => payments.toLocaleString('en-US'),
}

const monthText = ({ id }: ApMonth) => formatMonth(firstDayOf(id))

export const monthColumns: readonly MonthColumn<ApMonth>[] = [
  { id: 'month', header: 'Month', cell: monthText, text: monthText },
  amount('billed', 'Billed'),
  paymentCount,
  { ...amount('paid', 'Paid'), isBold: true },
  amount('discounts', 'Discounts Taken'),
  amount('largest', 'Largest Payment'),
]

/** Amounts billed and paid per month of a period, by default the twelve months up to the date. */
export function MonthlyPaymentSummary({ list }: { list: ListState }) {
  return (
    <MonthlyReport
      title="Monthly Payment Summary"
      endpoint={listApMonths}
      list={list}
      columnsOf={() => monthColumns}
      fileName="monthly-payment-summary"
      className="min-w-140"
      skeleton={<Skeleton className="h-140 rounded-card" />}
      charts={(query) => <PaidChart query={query} />}
    />
  )
}

const PaidChart = lazyPart(
  async () => (await import('./PaidChart.tsx')).PaidChart,
  <Skeleton className="mb-4 h-104 rounded-card" />,
)
