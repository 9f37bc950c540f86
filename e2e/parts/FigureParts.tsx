import { useState } from 'react'
import { type ArMonth, listArMonths, readArSummary } from '#features/ar-reports/contract.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { FigureCard, FigureFormula } from '#platform/ui/reports/FigureCard.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { WebsiteLink } from '#platform/ui/master-data/WebsiteLink.tsx'
import { RefreshFailed } from '#platform/ui/notices/RefreshFailed.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { ChartCard } from '#platform/ui/chart/ChartCard.tsx'
import { formatMonth } from '#platform/ui/dates/moments.ts'
import { ChangesPill } from '#platform/ui/table/ChangesPill.tsx'
import { ExportReportRows } from '#platform/ui/table/export/ExportReportRows.tsx'
import { type MonthColumn, MonthsCard } from '#platform/ui/reports/MonthsCard.tsx'
import { MonthsFilter } from '#platform/ui/reports/MonthsFilter.tsx'
import { RefreshButton } from '#platform/ui/table/RefreshButton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { useUrlList } from '#platform/web/list-state.ts'
import { Card } from './Card.tsx'

const monthText = ({ from }: ArMonth) => formatMonth(from)
const columns: readonly MonthColumn<ArMonth>[] = [
  { id: 'month', header: 'Month', cell: monthText, text: monthText },
  {
    id: 'invoiced',
    header: 'Invoiced',
    align: 'right',
    cell: ({ invoiced }) => formatDecimal(invoiced),
  },
  {
    id: 'received',
    header: 'Cash Received',
    align: 'right',
    cell: ({ received }) => formatDecimal(received),
  },
]

/** Figures with formulas, months as a table and as a chart, and their controls. */
export function FigureParts() {
  const list = useUrlList()
  const summary = useRead(readArSummary)
  const months = useRead(listArMonths)
  return (
    <>
      <PageHeader title="Figures and charts" />
      <PageContent>
        <RefreshFailed read={{ ...summary, ...(summary.data && { error: summary.error }) }} />
        <div className="grid grid-cols-2 gap-2 sm:gap-4">
          <FigureCard
            title="Total Receivables"
            value={summary.data && formatDecimal(summary.data.totalReceivable)}
            formula="What customers owe, of every invoice that is not paid."
            asOf={summary.data?.asOf}
            rows={{ to: '/ar-reports', search: { tab: 'documents' } }}
            sub="of all customers"
          />
          <FigureCard
            title="Collection Rate"
            value={summary.data && '98.5%'}
            formula="What was received ÷ what was invoiced × 100."
            parts={[{ label: 'Received', to: '/ar-reports', search: { tab: 'payments' } }]}
            byOrders={{ text: '97.0%', to: '/ar-reports', search: { 'f.status': 'delivered' } }}
          />
          <OverdueCard count={summary.data?.overdueCustomerCount} />
        </div>
        <MonthsFilter list={list} />
        <Loaded read={months} skeleton={<Skeleton className="h-192" />}>
          {(rows) => (
            <>
              <MonthsCard
                title="Payment Trends"
                hint="What was invoiced and received in each month."
                columns={columns}
                from={{ endpoint: listArMonths, read: months }}
                months={rows}
                fileName="payment-trends"
                className="min-w-140"
              />
              <Chart rows={rows} />
            </>
          )}
        </Loaded>
        <Card title="The formula of a table">
          <FigureFormula
            title="Aging by Customer"
            formula="What customers owe, by the days since it was due."
            asOf={summary.data?.asOf}
            tie={<p>Account 1100 Accounts receivable: $0.00, equal to the figure</p>}
            rows={{ to: '/ar-reports', search: { tab: 'documents' } }}
          />
        </Card>
        <Card title="A website">
          <WebsiteLink website="www.example.com" />
        </Card>
        <Card title="A report without a toolbar">
          <ChangesPill followed={listArMonths} read={months}>
            <p className="text-label">By month</p>
          </ChangesPill>
          <ExportReportRows columns={columns} rows={months.data ?? []} fileName="months">
            <RefreshButton read={months} />
          </ExportReportRows>
        </Card>
      </PageContent>
    </>
  )
}

function OverdueCard({ count }: { count: number | undefined }) {
  return (
    <FigureCard
      title="Overdue"
      value={count?.toLocaleString('en-US')}
      formula="Customers with an invoice past its due date."
      sub="None last month"
      isCompact
    />
  )
}

function Chart({ rows }: { rows: readonly ArMonth[] }) {
  const [isCompared, setIsCompared] = useState(false)
  const figuresOf = ({ from, invoiced, received }: ArMonth) => ({
    name: formatMonth(from),
    bars: [cents(invoiced) / 100],
    line: cents(received) / 100,
    text: `${formatDecimal(invoiced)} invoiced`,
    cells: [formatDecimal(invoiced)],
  })
  return (
    <ChartCard
      title="A chart"
      summary="Invoiced and received by month"
      heads={['Month', 'Invoiced']}
      periods={rows.map((month) => ({
        id: month.id,
        href: `/ar-reports?tab=invoices&f.from=${month.from}`,
        ...figuresOf(month),
        before: isCompared ? figuresOf(month) : undefined,
      }))}
      bars={[{ text: 'Invoiced', unit: '$' }]}
      line={{ text: 'Received', unit: '$' }}
      endLabels={[formatMonth(rows[0]?.from ?? ''), formatMonth(rows.at(-1)?.from ?? '')]}
      comparison={{ with: 'itself', isShown: isCompared, onTurn: setIsCompared }}
      none="No months."
    />
  )
}
