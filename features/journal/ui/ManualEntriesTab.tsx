import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import type { BuiltInView } from '#platform/kernel/list.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { listManualEntries, type ManualEntry } from '../contract.ts'
import { manualAccounts, manualEntryStatuses } from '../manual-rules.ts'

const EnterJournal = lazyPart(async () => (await import('./EnterJournal.tsx')).EnterJournal)
const ManualEntryDetails = lazyPart(
  async () => (await import('./ManualEntryDetails.tsx')).ManualEntryDetails,
)

const columns: readonly Column<ManualEntry>[] = [
  { id: 'entryNumber', header: 'Number', width: 175, cell: ({ entryNumber }) => entryNumber },
  {
    id: 'postedOn',
    header: 'Date',
    width: 110,
    phone: 'date',
    cell: ({ postedOn }) => formatDay(postedOn as Day),
  },
  {
    id: 'reason',
    header: 'Reason',
    width: 280,
    sortable: false,
    isLong: true,
    phone: 'line',
    cell: ({ reason }) => reason,
  },
  {
    id: 'status',
    header: 'Status',
    width: 110,
    phone: 'badge',
    text: ({ status }) => status,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 120,
    align: 'right',
    phone: 'amount',
    cell: ({ amount }) => formatDecimal(amount),
  },
  {
    id: 'createdByName',
    header: 'Entered by',
    width: 120,
    sortable: false,
    cell: ({ createdByName }) => createdByName,
  },
  {
    id: 'postedByName',
    header: 'Posted by',
    width: 120,
    sortable: false,
    cell: ({ postedByName }) => postedByName ?? '-',
  },
  {
    id: 'reversedBy',
    header: 'Reversal',
    width: 190,
    sortable: false,
    cell: ({ reversedBy, reversalOfNumber }) => {
      if (reversalOfNumber) return `Reverses ${reversalOfNumber}`
      return reversedBy ? `Reversed by ${reversedBy}` : '-'
    },
  },
]

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    id: 'status',
    label: 'Status',
    several: true,
    options: manualEntryStatuses.map((value) => ({
      value,
      label: value.charAt(0).toUpperCase() + value.slice(1),
    })),
  },
  {
    kind: 'choice',
    id: 'account',
    label: 'Account',
    several: true,
    options: manualAccounts.map(({ number, name }) => ({
      value: number,
      label: `${number} ${name}`,
    })),
  },
  { kind: 'dates', id: 'from', label: 'Date', to: 'to' },
]

/** The built-in views of the list. */
const views: readonly BuiltInView[] = [
  { label: 'All', filters: {} },
  { label: 'To post', filters: { status: 'draft' } },
  { label: 'Posted', filters: { status: 'posted' } },
]

/** The manual journal entries, newest first, with their details and the entry form. */
export function ManualEntriesTab({ list }: { list: ListState }) {
  const may = useMay()
  const [isNew, setIsNew] = useState(false)
  const open = Number(list.search.open)
  const add = may('ledger.enter') ? () => setIsNew(true) : undefined
  return (
    <>
      <ListViews name="manual-entries" list={list} views={views} />
      <DataTable
        name="manual-entries"
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
          onClose={() => list.closePart({ open: undefined, part: undefined })}
        />
      )}
      {isNew && <EnterJournal onClose={() => setIsNew(false)} />}
    </>
  )
}
