import { PageContent, PageHeader } from '#platform/ui/PageHeader.tsx'
import { Tabs } from '#platform/ui/Tabs.tsx'
import { type ListState, filtersOf, useUrlList } from '#platform/web/list-search.ts'
import { JournalTable } from './JournalTable.tsx'
import { PeriodsTab } from './PeriodsTab.tsx'
import { TrialBalanceTab } from './TrialBalanceTab.tsx'

/** The books: what was posted, what the accounts have taken, and which months are closed. */
export function JournalPage() {
  const list = useUrlList()
  return (
    <>
      <PageHeader title="Journal" subtitle="What every document posted, and the months it is in" />
      <PageContent>
        <Tabs
          label="Books"
          tabs={tabsOf(list)}
          open={list.search.tab}
          onOpen={(tab) =>
            list.change({ ...cleared(list), tab: tab === 'entries' ? undefined : tab }, 'push')
          }
        />
      </PageContent>
    </>
  )
}

function tabsOf(list: ListState) {
  return [
    { id: 'entries', label: 'Entries', render: () => <JournalTable list={list} /> },
    { id: 'balance', label: 'Trial balance', render: () => <TrialBalanceTab list={list} /> },
    { id: 'periods', label: 'Periods', render: () => <PeriodsTab /> },
  ]
}

/** Another tab begins without the search and the filters of the one before. */
function cleared(list: ListState) {
  const filters = Object.keys(filtersOf(list.search)).map((name) => [`f.${name}`, undefined])
  return { ...Object.fromEntries(filters), q: undefined, sort: undefined, page: undefined }
}
