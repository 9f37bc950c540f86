import { tabChange } from '#features/views/rules.ts'
import { late } from '#platform/ui/page/Late.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { Tabs } from '#platform/ui/menu/Tabs.tsx'
import { type ListState, useUrlList } from '#platform/web/list-search.ts'
import { JournalTable } from './JournalTable.tsx'

const waiting = <Skeleton className="h-60" />
const PeriodsTab = late(async () => (await import('./PeriodsTab.tsx')).PeriodsTab, waiting)
const ManualEntriesTab = late(
  async () => (await import('./ManualEntriesTab.tsx')).ManualEntriesTab,
  waiting,
)
const IncomeStatementTab = late(
  async () => (await import('./StatementTabs.tsx')).IncomeStatementTab,
  waiting,
)
const BalanceSheetTab = late(
  async () => (await import('./StatementTabs.tsx')).BalanceSheetTab,
  waiting,
)
const TrialBalanceTab = late(
  async () => (await import('./TrialBalanceTab.tsx')).TrialBalanceTab,
  waiting,
)

const SalesTaxTab = late(async () => (await import('./SalesTaxTab.tsx')).SalesTaxTab, waiting)
const TaxPaymentsTab = late(
  async () => (await import('./TaxPaymentsTab.tsx')).TaxPaymentsTab,
  waiting,
)

/** The books: journal entries, statements, trial balance, sales tax and periods. */
export function JournalPage() {
  const list = useUrlList()
  return (
    <>
      <PageHeader title="Journal" subtitle="Journal entries, trial balance and periods" />
      <PageContent>
        <Tabs
          label="Journal"
          tabs={tabsOf(list)}
          open={list.search.tab}
          onOpen={(tab) =>
            list.change(tabChange(tab === 'entries' ? undefined : tab, list.search), 'push')
          }
        />
      </PageContent>
    </>
  )
}

function tabsOf(list: ListState) {
  return [
    { id: 'entries', label: 'Entries', render: () => <JournalTable list={list} /> },
    { id: 'manual', label: 'Manual entries', render: () => <ManualEntriesTab list={list} /> },
    { id: 'balance', label: 'Trial balance', render: () => <TrialBalanceTab list={list} /> },
    {
      id: 'income',
      label: 'Income statement',
      render: () => <IncomeStatementTab list={list} />,
    },
    { id: 'sheet', label: 'Balance sheet', render: () => <BalanceSheetTab list={list} /> },
    { id: 'tax', label: 'Sales tax', render: () => <SalesTaxTab list={list} /> },
    { id: 'tax-payments', label: 'Tax payments', render: () => <TaxPaymentsTab list={list} /> },
    { id: 'periods', label: 'Periods', render: () => <PeriodsTab /> },
  ]
}
