import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { formatDay } from '#platform/kernel/days.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'
import { listManualEntries, manualEntryList } from '../contract.ts'
import { manualAccounts } from '../manual-entry-rules.ts'
import { accountLabels } from '../rules.ts'

const EnterManualEntry = lazyPart(
  async () => (await import('./EnterManualEntry.tsx')).EnterManualEntry,
)
const ManualEntryDetails = lazyPart(
  async () => (await import('./ManualEntryDetails.tsx')).ManualEntryDetails,
)

const columns = columnsOf(manualEntryList, {
  postedOn: ({ postedOn }) => formatDay(postedOn),
  status: {
    text: ({ status }) => status,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  postedByName: ({ postedByName }) => postedByName ?? '-',
  reversedBy: ({ reversedBy, reversalOfNumber }) => {
    if (reversalOfNumber) return `Reverses ${reversalOfNumber}`
    return reversedBy ? `Reversed by ${reversedBy}` : '-'
  },
})

const filters = filtersOf(manualEntryList, {
  account: {
    kind: 'choice',
    id: 'account',
    label: 'Account',
    several: true,
    options: manualAccounts.map(({ number }) => ({ value: number, label: accountLabels[number] })),
  },
})

/** The manual journal entries, newest first, with their details and the entry form. */
export function ManualEntriesTab({ list }: { list: ListState }) {
  const may = useMay()
  const [isNew, setIsNew] = useState(false)
  const open = Number(list.search.open)
  const add = may('ledger.enter') ? () => setIsNew(true) : undefined
  return (
    <>
      <ListViews name={manualEntryList.name} list={list} views={manualEntryList.views} />
      <DataTable
        name={manualEntryList.name}
        title="Manual Entries"
        endpoint={listManualEntries}
        list={list}
        columns={columns}
        filters={filters}
        codeOf={({ entryNumber }) => entryNumber}
        hrefOf={({ id }) => '/journal' + searchText({ tab: 'manual', open: String(id) })}
        onOpen={({ id }) => list.change({ open: String(id) }, 'push')}
        {...(add && {
          onAdd: add,
          primary: (
            <Button kind="primary" icon={NotebookPen} onClick={add}>
              New journal entry
            </Button>
          ),
        })}
        empty={<p className="text-muted">No manual journal entries yet.</p>}
      />
      {open > 0 && (
        <ManualEntryDetails
          id={open}
          list={list}
          onClose={() => list.closePart({ open: undefined, part: undefined, full: undefined })}
        />
      )}
      {isNew && <EnterManualEntry onClose={() => setIsNew(false)} />}
    </>
  )
}
