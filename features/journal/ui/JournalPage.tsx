import { tabChange } from '#features/views/rules.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { Tabs } from '#platform/ui/menu/Tabs.tsx'
import { type ListState, useUrlList } from '#platform/web/list-state.ts'
import { JournalTable } from './JournalTable.tsx'

const placeholder = <Skeleton className="h-60" />
const PeriodsTab = lazyPart(async () => (await import('./PeriodsTab.tsx')).PeriodsTab, placeholder)
const ManualEntriesTab = lazyPart(
  async () => (await import('./ManualEntriesTab.tsx')).ManualEntriesTab,
  placeholder,
)
const IncomeStatementTab = lazyPart(
  async () => (await import('./IncomeStatementTab.tsx')).IncomeStatementTab,
  placeholder,
)
const BalanceSheetTab = lazyPart(
  async () => (await import('./BalanceSheetTab.tsx')).BalanceSheetTab,
  placeholder,
)
const TrialBalanceTab = lazyPart(
  async () => (await import('./TrialBalanceTab.tsx')).TrialBalanceTab,
  placeholder,
)

const SalesTaxTab = lazyPart(
  async () => (await import('./SalesTaxTab.tsx')).SalesTaxTab,
  placeholder,
)
const SalesTaxPaymentsTab = lazyPart(
  async () => (await import('./SalesTaxPaymentsTab.tsx')).SalesTaxPaymentsTab,
  placeholder,
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
    {
      id: 'tax-payments',
      label: 'Tax payments',
      render: () => <SalesTaxPaymentsTab list={list} />,
    },
    { id: 'periods', label: 'Periods', render: () => <PeriodsTab list={list} /> },
  ]
}
