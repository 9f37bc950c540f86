import { type ComponentProps, useState } from 'react'
import { tabChange } from '#features/views/rules.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { DayField } from '#platform/ui/dates/DayField.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { RefreshFailed } from '#platform/ui/notices/RefreshFailed.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { PrintButton } from '#platform/ui/buttons/PrintButton.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { Tabs } from '#platform/ui/menu/Tabs.tsx'
import {
  type PrintContext,
  ReportPrintContext,
  createPrintJob,
} from '#platform/ui/table/export/report-print-context.ts'
import { useBusinessDay } from '#platform/ui/dates/today.ts'
import { useRead } from '#platform/web/api.ts'
import { type ListState, useUrlList } from '#platform/web/list-search.ts'
import { ApBillsTable } from './ApBillsTable.tsx'
import { AgingTab } from './AgingTab.tsx'
import { ApCards } from './ApCards.tsx'
import { ApOrdersTable } from './ApOrdersTable.tsx'
import { type ApSummary, readApSummary } from '../contract.ts'

// Other tabs load their code when they are opened.
const waiting = <Skeleton className="h-60" />
const BillsToPay = lazyPart(
  async () => (await import('#features/vendor-payments/ui/parts/BillsToPay.tsx')).BillsToPay,
  waiting,
)
const CreditsTable = lazyPart(
  async () => (await import('#features/payables/ui/parts/CreditsTable.tsx')).CreditsTable,
  waiting,
)
const PaymentsTable = lazyPart(
  async () => (await import('#features/vendor-payments/ui/parts/PaymentsTable.tsx')).PaymentsTable,
  waiting,
)
const DocumentsTable = lazyPart(
  async () => (await import('./DocumentsTable.tsx')).DocumentsTable,
  waiting,
)
const GoodsNotBilledTable = lazyPart(
  async () => (await import('./GoodsNotBilledTable.tsx')).GoodsNotBilledTable,
  waiting,
)
const MonthsTable = lazyPart(async () => (await import('./MonthsTable.tsx')).MonthsTable, waiting)
const PerformanceTable = lazyPart(
  async () => (await import('./PerformanceTable.tsx')).PerformanceTable,
  waiting,
)

/** The payables reports: four figures, the documents behind them, and vendor punctuality. */
export function ApReportsPage() {
  const list = useUrlList()
  const asOf = list.search['f.asOf']
  const read = useRead(readApSummary, { query: asOf ? { asOf } : {} })
  const [printJob] = useState(createPrintJob)
  return (
    <>
      <PageHeader
        title="Accounts Payable Reports"
        subtitle="Purchase Order and Vendor Payment Analytics"
      />
      <PageContent>
        <PrintHeading summary={read.data} />
        <AsOf list={list} summary={read.data} paper={printJob} />
        <RefreshFailed read={read} />
        {read.error && !read.data ? (
          <Alert actions={<Button onClick={() => void read.refetch()}>Try again</Button>}>
            {read.error.message}
          </Alert>
        ) : (
          <ApCards list={list} summary={read.data} />
        )}
        <ReportPrintContext value={{ endpoint: readApSummary, read, paper: printJob }}>
          <Tabs
            label="Reports"
            tabs={tabsOf(list, read)}
            open={list.search.tab}
            onOpen={(tab) => list.change(tabChange(tabOf(tab), list.search), 'push')}
          />
        </ReportPrintContext>
      </PageContent>
    </>
  )
}

const tabOf = (tab: string) => (tab === 'overview' ? undefined : tab)

function tabsOf(list: ListState, read: ComponentProps<typeof AgingTab>['read']) {
  return [
    { id: 'overview', label: 'Overview', render: () => <ApOrdersTable list={list} /> },
    { id: 'aging', label: 'Aging', render: () => <AgingTab list={list} read={read} /> },
    {
      id: 'documents',
      label: 'Supporting documents',
      render: () => <DocumentsTable list={list} />,
    },
    {
      id: 'bills',
      label: 'Bills',
      render: () => <BillsToPay list={list} />,
    },
    {
      id: 'credits',
      label: 'Credits',
      render: () => <CreditsTable list={list} />,
    },
    {
      id: 'payments',
      label: 'Payments',
      render: () => <PaymentsTable list={list} />,
    },
    {
      id: 'schedule',
      label: 'Vendor payment schedule',
      render: () => <ApBillsTable key="schedule" list={list} />,
    },
    {
      id: 'overdue',
      label: 'Overdue payments',
      render: () => <ApBillsTable key="overdue" list={list} isOverdue />,
    },
    {
      id: 'goods',
      label: 'Goods not billed',
      render: () => <GoodsNotBilledTable list={list} />,
    },
    {
      id: 'months',
      label: 'Monthly payment summary',
      render: () => <MonthsTable list={list} />,
    },
    {
      id: 'performance',
      label: 'Vendor performance',
      render: () => <PerformanceTable list={list} />,
    },
  ]
}

type HeadProps = { list: ListState; summary: ApSummary | undefined }

function AsOf({ list, summary, paper }: HeadProps & Pick<PrintContext, 'paper'>) {
  const asOf = list.search['f.asOf']
  // The default until the figures load, so that their date does not overwrite what the user typed.
  const today = useBusinessDay()
  const change = (day: string | undefined) =>
    list.change({ 'f.asOf': day || undefined, page: undefined })
  return (
    <div className="no-print flex flex-wrap items-end justify-end gap-2">
      <DayField label="As of" value={asOf ?? summary?.asOf ?? today} onPick={change} />
      {asOf && <Button onClick={() => change(undefined)}>Today</Button>}
      <PrintButton paper={paper} />
    </div>
  )
}

/** The printed heading: the report's name and date. The list prints its own filters. */
function PrintHeading({ summary }: { summary: ApSummary | undefined }) {
  return (
    <div className="hidden print:block">
      <p className="text-[16pt] font-semibold">Accounts Payable Reports</p>
      {summary && <p>{`As of ${formatDay(summary.asOf)}`}</p>}
    </div>
  )
}
