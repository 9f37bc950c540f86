import { tabChange } from '#features/views/rules.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { ReportPage, type SummaryRead } from '#platform/ui/reports/ReportPage.tsx'
import { tabSkeletonHeight } from '#platform/ui/reports/tab-skeleton-height.ts'
import type { SearchOf } from '#platform/web/screen-address.ts'
import { type ListState, useUrlList } from '#platform/web/list-state.ts'
import { ApBillsTable } from './ApBillsTable.tsx'
import { AgingTab } from './AgingTab.tsx'
import { apCards } from './ap-cards.tsx'
import { ApOrdersTable } from './ApOrdersTable.tsx'
import { type ApSummary, readApSummary } from '../contract.ts'

// Other tabs load their code when they are opened.
const waiting = <Skeleton className={tabSkeletonHeight} />
const BillsTab = lazyPart(
  async () => (await import('#features/vendor-payments/ui/parts/BillsTab.tsx')).BillsTab,
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
const SupportingDocumentsTable = lazyPart(
  async () => (await import('./SupportingDocumentsTable.tsx')).SupportingDocumentsTable,
  waiting,
)
const GoodsNotBilledTable = lazyPart(
  async () => (await import('./GoodsNotBilledTable.tsx')).GoodsNotBilledTable,
  waiting,
)
const MonthlyPaymentSummary = lazyPart(
  async () => (await import('./MonthlyPaymentSummary.tsx')).MonthlyPaymentSummary,
  waiting,
)
const VendorPerformanceTable = lazyPart(
  async () => (await import('./VendorPerformanceTable.tsx')).VendorPerformanceTable,
  waiting,
)

/** The payables reports: four figures, the documents behind them, and vendor punctuality. */
export function ApReportsPage() {
  const list = useUrlList()
  return (
    <ReportPage
      title="Accounts Payable Reports"
      subtitle="Purchase Order and Vendor Payment Analytics"
      endpoint={readApSummary}
      list={list}
      addressOf={(search: SearchOf<'/ap-reports'>) => ({ to: '/ap-reports', search })}
      cardsOf={apCards}
      tabsOf={(read) => tabsOf(list, read)}
      onTab={(tab) => list.change(tabChange(tab, list.search), 'push')}
    />
  )
}

function tabsOf(list: ListState, read: SummaryRead<ApSummary>) {
  return [
    { id: 'overview', label: 'Overview', render: () => <ApOrdersTable list={list} /> },
    { id: 'aging', label: 'Aging', render: () => <AgingTab list={list} read={read} /> },
    {
      id: 'documents',
      label: 'Supporting documents',
      render: () => <SupportingDocumentsTable list={list} />,
    },
    {
      id: 'bills',
      label: 'Bills',
      render: () => <BillsTab list={list} />,
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
      render: () => <MonthlyPaymentSummary list={list} />,
    },
    {
      id: 'performance',
      label: 'Vendor performance',
      render: () => <VendorPerformanceTable list={list} />,
    },
  ]
}
