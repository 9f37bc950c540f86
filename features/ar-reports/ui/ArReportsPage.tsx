import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { tabChange } from '#features/views/rules.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { DayField } from '#platform/ui/dates/DayField.tsx'
import { RefreshFailed } from '#platform/ui/notices/RefreshFailed.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { PrintButton } from '#platform/ui/buttons/PrintButton.tsx'
import { Tabs } from '#platform/ui/menu/Tabs.tsx'
import {
  type PrintContext,
  ReportPrintContext,
  createPrintJob,
} from '#platform/ui/table/export/report-print-context.ts'
import { useBusinessDay } from '#platform/ui/dates/today.ts'
import { useRead } from '#platform/web/api.ts'
import { type ListState, useUrlList } from '#platform/web/list-search.ts'
import { ArCards } from './ArCards.tsx'
import { OpenDocument } from './OpenDocument.tsx'
import { tabsOf } from './report-tabs.tsx'
import { type ArSummary, readArSummary } from '../contract.ts'

/** The receivables report page: four cards, the documents behind them, and credit usage. */
export function ArReportsPage() {
  const list = useUrlList()
  const asOf = list.search['f.asOf']
  const read = useRead(readArSummary, { query: asOf ? { asOf } : {} })
  const [printJob] = useState(createPrintJob)
  return (
    <>
      <PageHeader
        title="Accounts Receivable Reports"
        subtitle="Sales Order and Customer Payment Analytics"
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
          <ArCards list={list} summary={read.data} />
        )}
        <ReportPrintContext value={{ endpoint: readArSummary, read, paper: printJob }}>
          <Tabs
            label="Reports"
            tabs={tabsOf(list, read)}
            open={list.search.tab}
            onOpen={(tab) => list.change(tabChange(tabOf(tab), list.search), 'push')}
          />
        </ReportPrintContext>
        <OpenDocument list={list} />
      </PageContent>
    </>
  )
}

const tabOf = (tab: string) => (tab === 'overview' ? undefined : tab)

type HeadProps = { list: ListState; summary: ArSummary | undefined }

function AsOf({ list, summary, paper }: HeadProps & Pick<PrintContext, 'paper'>) {
  const asOf = list.search['f.asOf']
  // Shows the business day until the summary loads, so that it does not overwrite user input.
  const today = useBusinessDay()
  const may = useMay()
  const change = (day: string | undefined) =>
    list.change({ 'f.asOf': day || undefined, page: undefined })
  return (
    <div className="no-print flex flex-wrap items-end justify-end gap-2">
      <DayField label="As of" value={asOf ?? summary?.asOf ?? today} onPick={change} />
      {asOf && <Button onClick={() => change(undefined)}>Today</Button>}
      {may('ledger.read') && (
        <Link to="/journal" search={{ 'f.account': '1100' }} className="px-2 py-2">
          Journal
        </Link>
      )}
      <PrintButton paper={paper} />
    </div>
  )
}

/** Print header: the report's title and date. The list prints its own filters. */
function PrintHeading({ summary }: { summary: ArSummary | undefined }) {
  return (
    <div className="hidden print:block">
      <p className="text-[16pt] font-semibold">Accounts Receivable Reports</p>
      {summary && <p>{`As of ${formatDay(summary.asOf)}`}</p>}
    </div>
  )
}
