import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatMonth } from '#platform/ui/dates/moments.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { MonthlyReport } from '#platform/ui/reports/MonthlyReport.tsx'
import type { MonthColumn } from '#platform/ui/reports/MonthsCard.tsx'
import type { SearchOf } from '#platform/web/screen-address.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import { type ArMonth, listArMonths } from '../contract.ts'
import { creditDocuments } from './credit-documents.ts'
import { invoicedTab, receivedTab } from './month-documents.ts'
import { daysText, percentText } from './trend-texts.ts'

const figure = (
  id: keyof ArMonth,
  header: string,
  cell: (month: ArMonth) => ReactNode,
): MonthColumn<ArMonth> => ({ id, header, align: 'right', cell })

type MonthLink = (month: ArMonth, amount: string) => ReactNode

/** The figures of a month; the table links invoices, cash and balance to their documents. */
export const trendFigures = (
  invoices: MonthLink = (_, amount) => amount,
  payments: MonthLink = (_, amount) => amount,
  balances: MonthLink = (_, amount) => amount,
): readonly MonthColumn<ArMonth>[] => [
  figure('invoiced', 'Invoiced', (month) => invoices(month, formatDecimal(month.invoiced))),
  figure('received', 'Cash Received', (month) => payments(month, formatDecimal(month.received))),
  figure('adjustments', 'Adjustments', ({ adjustments }) => formatDecimal(adjustments)),
  {
    ...figure('balance', 'Balance', (month) => balances(month, formatDecimal(month.balance))),
    isBold: true,
  },
  figure('collectionPeriod', 'Collection Period', (each) => daysText(each.collectionPeriod)),
  figure('daysToPay', 'Days to Pay', (each) => daysText(each.daysToPay)),
  figure('onTimeShare', 'Paid on Time', ({ onTimeShare }) => percentText(onTimeShare)),
]

/** An amount of nothing opens no documents. */
const nothing = formatDecimal('0.00')

/** The columns of the table, whose links lead to the documents of the month as of the day. */
function columnsOf(asOf: string | undefined): readonly MonthColumn<ArMonth>[] {
  const monthText = ({ from }: ArMonth) => formatMonth(from)
  const link =
    (search: SearchOf<'/ar-reports'>): MonthLink =>
    ({ from, to }, amount) =>
      amount === nothing ? (
        amount
      ) : (
        <Link
          to="/ar-reports"
          search={{ ...search, 'f.from': from, 'f.to': to, ...(asOf && { 'f.asOf': asOf }) }}
        >
          {amount}
        </Link>
      )
  const balanceLink: MonthLink = ({ to }, amount) =>
    amount === nothing ? (
      amount
    ) : (
      <ScreenAddressLink address={creditDocuments('balance', { asOf: to })}>
        {amount}
      </ScreenAddressLink>
    )
  return [
    { id: 'month', header: 'Month', cell: monthText, text: monthText },
    ...trendFigures(link(invoicedTab), link(receivedTab), balanceLink),
  ]
}

export const trendHint =
  'Balance: the balance of the month before + invoiced − cash received + adjustments, which ' +
  'are credit memos, discounts, refunds and corrections. Collection period: receivables at ' +
  'the end of the month ÷ net credit sales of the previous 90 days × 90. Days to pay: from ' +
  'the invoice to its payment, weighted by the amount.'

/**
 * Payment behavior in each month of a period, by default the twelve months up to the day, with
 * links to the documents.
 */
export function TrendsTab({ list }: { list: ListState }) {
  return (
    <MonthlyReport
      title="Payment Trends"
      hint={trendHint}
      endpoint={listArMonths}
      list={list}
      columnsOf={columnsOf}
      fileName="payment-trends"
      className="min-w-190"
      skeleton={<Skeleton className="h-140 rounded-card" />}
      charts={(query) => <TrendCharts query={query} />}
    />
  )
}

const TrendCharts = lazyPart(
  async () => (await import('./TrendCharts.tsx')).TrendCharts,
  <div className="mb-4 grid gap-4 xl:grid-cols-2">
    <Skeleton className="h-104 rounded-card" />
    <Skeleton className="h-104 rounded-card" />
  </div>,
)
