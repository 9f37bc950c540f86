import type { ReactNode } from 'react'
import { formatDecimal } from '#platform/kernel/money.ts'
import { formatMonth } from '#platform/ui/dates/moments.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { MonthlyReport } from '#platform/ui/reports/MonthlyReport.tsx'
import type { MonthColumn } from '#platform/ui/reports/MonthsCard.tsx'
import { firstDayOf } from '#platform/ui/reports/months-before.ts'
import type { ListState } from '#platform/web/list-state.ts'
import type { Address } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import { type ApMonth, listApMonths } from '../contract.ts'
import { monthBills, monthPayments } from './month-documents.ts'

type Amount = 'billed' | 'paid' | 'discounts' | 'largest'
type Documents = (month: ApMonth, asOf: string | undefined) => Address
type Link = (documentsOf: Documents, month: ApMonth, text: string) => ReactNode

const monthText = ({ id }: ApMonth) => formatMonth(firstDayOf(id))

/** The figures of a month; the table links them to their bills and payments. */
export function monthColumns(link: Link = (_, __, text) => text): readonly MonthColumn<ApMonth>[] {
  const amount = (id: Amount, header: string, documents: Documents): MonthColumn<ApMonth> => {
    const cell = (month: ApMonth) => link(documents, month, formatDecimal(month[id]))
    return { id, header, align: 'right', cell }
  }
  return [
    { id: 'month', header: 'Month', cell: monthText, text: monthText },
    amount('billed', 'Billed', monthBills),
    {
      id: 'payments',
      header: 'Payments',
      align: 'right',
      cell: (month) => link(monthPayments, month, month.payments.toLocaleString('en-US')),
    },
    { ...amount('paid', 'Paid', monthPayments), isBold: true },
    amount('discounts', 'Discounts Taken', monthPayments),
    amount('largest', 'Largest Payment', monthPayments),
  ]
}

/** The columns of the table, whose links lead to the documents of the month as of the day. */
function columnsOf(asOf: string | undefined): readonly MonthColumn<ApMonth>[] {
  return monthColumns((documentsOf, month, text) => (
    <ScreenAddressLink address={documentsOf(month, asOf)}>{text}</ScreenAddressLink>
  ))
}

/** Amounts billed and paid per month of a period, by default the twelve months up to the date. */
export function MonthlyPaymentSummary({ list }: { list: ListState }) {
  return (
    <MonthlyReport
      title="Monthly Payment Summary"
      endpoint={listApMonths}
      list={list}
      columnsOf={columnsOf}
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
