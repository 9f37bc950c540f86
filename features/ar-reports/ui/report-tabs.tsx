import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import type { SummaryRead } from '#platform/ui/reports/ReportPage.tsx'
import { tabSkeletonHeight } from '#platform/ui/reports/tab-skeleton-height.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { AgingTab } from './AgingTab.tsx'
import { ArOrdersTable } from './ArOrdersTable.tsx'
import type { ArSummary } from '../contract.ts'

// Components that the first tab does not need load lazily with their own tab.
const placeholder = <Skeleton className={tabSkeletonHeight} />
const InvoicesTable = lazyPart(
  async () => (await import('#features/receivables/ui/parts/InvoicesTable.tsx')).InvoicesTable,
  placeholder,
)
const PaymentsTable = lazyPart(
  async () => (await import('#features/receivables/ui/parts/PaymentsTable.tsx')).PaymentsTable,
  placeholder,
)
const CreditMemosTable = lazyPart(
  async () =>
    (await import('#features/receivables/ui/parts/CreditMemosTable.tsx')).CreditMemosTable,
  placeholder,
)
const RefundsTable = lazyPart(
  async () => (await import('#features/receivables/ui/parts/RefundsTable.tsx')).RefundsTable,
  placeholder,
)
const SupportingDocumentsTable = lazyPart(
  async () => (await import('./SupportingDocumentsTable.tsx')).SupportingDocumentsTable,
  placeholder,
)
const RemindersTable = lazyPart(
  async () => (await import('#features/dunning/ui/parts/RemindersTable.tsx')).RemindersTable,
  placeholder,
)
const CollectionsTable = lazyPart(
  async () => (await import('./CollectionsTable.tsx')).CollectionsTable,
  placeholder,
)
const TrendsTab = lazyPart(async () => (await import('./TrendsTab.tsx')).TrendsTab, placeholder)
const CreditUsageTable = lazyPart(
  async () => (await import('./CreditUsageTable.tsx')).CreditUsageTable,
  placeholder,
)

/** Returns the tabs with documents, followed by the report tabs. */
export function tabsOf(list: ListState, read: SummaryRead<ArSummary>) {
  return [...documentTabs(list), ...reportTabs(list, read)]
}

function documentTabs(list: ListState) {
  return [
    { id: 'overview', label: 'Overview', render: () => <ArOrdersTable list={list} /> },
    {
      id: 'invoices',
      label: 'Invoices',
      render: () => (
        <InvoicesTable
          list={list}
          onOpen={({ invoiceNumber: open }) => list.change({ open }, 'push')}
        />
      ),
    },
    {
      id: 'payments',
      label: 'Payments',
      render: () => (
        <PaymentsTable
          list={list}
          onOpen={({ paymentNumber: open }) => list.change({ open }, 'push')}
          onRecord={(kind) => list.change({ new: kind }, 'push')}
        />
      ),
    },
    {
      id: 'memos',
      label: 'Credit memos',
      render: () => (
        <CreditMemosTable
          list={list}
          onOpen={({ creditMemoNumber: open }) => list.change({ open }, 'push')}
        />
      ),
    },
    {
      id: 'refunds',
      label: 'Refunds',
      render: () => (
        <RefundsTable
          list={list}
          onOpen={({ refundNumber: open }) => list.change({ open }, 'push')}
        />
      ),
    },
  ]
}

function reportTabs(list: ListState, read: SummaryRead<ArSummary>) {
  return [
    {
      id: 'documents',
      label: 'Supporting documents',
      render: () => <SupportingDocumentsTable list={list} />,
    },
    { id: 'aging', label: 'Aging', render: () => <AgingTab list={list} read={read} /> },
    {
      id: 'reminders',
      label: 'Reminders',
      render: () => (
        <RemindersTable
          list={list}
          onOpen={({ letterNumber: open }) => list.change({ open }, 'push')}
          onRun={() => list.change({ new: 'dunning' }, 'push')}
        />
      ),
    },
    {
      id: 'collections',
      label: 'Collection priority',
      render: () => <CollectionsTable list={list} />,
    },
    { id: 'trends', label: 'Payment trends', render: () => <TrendsTab list={list} /> },
    {
      id: 'overdue',
      label: 'Overdue orders',
      render: () => <ArOrdersTable key="overdue" list={list} isOverdue />,
    },
    {
      id: 'credit',
      label: 'Credit utilisation',
      render: () => <CreditUsageTable list={list} />,
    },
  ]
}
