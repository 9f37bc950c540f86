import { Link } from '@tanstack/react-router'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { tabChange } from '#features/views/rules.ts'
import { ReportPage } from '#platform/ui/reports/ReportPage.tsx'
import type { SearchOf } from '#platform/web/screen-address.ts'
import { useUrlList } from '#platform/web/list-state.ts'
import { arCards } from './ar-cards.tsx'
import { DocumentDialogs } from './DocumentDialogs.tsx'
import { tabsOf } from './report-tabs.tsx'
import { readArSummary } from '../contract.ts'

/** The receivables report page: four cards, the documents behind them, and credit usage. */
export function ArReportsPage() {
  const list = useUrlList()
  return (
    <ReportPage
      title="Accounts Receivable Reports"
      subtitle="Sales Order and Customer Payment Analytics"
      endpoint={readArSummary}
      list={list}
      addressOf={(search: SearchOf<'/ar-reports'>) => ({ to: '/ar-reports', search })}
      cardsOf={arCards}
      tabsOf={(read) => tabsOf(list, read)}
      onTab={(tab) => list.change(tabChange(tab, list.search), 'push')}
      tools={<JournalLink />}
    >
      <DocumentDialogs list={list} />
    </ReportPage>
  )
}

/** The postings of the receivables account, for users who may read them. */
function JournalLink() {
  const may = useMay()
  if (!may('ledger.read')) return null
  return (
    <Link to="/journal" search={{ 'f.account': '1100' }} className="px-2 py-2">
      Journal
    </Link>
  )
}
