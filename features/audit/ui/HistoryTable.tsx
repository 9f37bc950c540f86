import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { parseAddress } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import type { ListState } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'
import { type HistoryEntry, historyList, listHistory } from '../contract.ts'
import { auditedEntities } from '../audited-entities.ts'
import { actionName, channelNames, entityNames, knownActions, summaryOf } from '../labels.ts'
import { linkOfRecord, recordText } from '../record-links.ts'

const HistoryEntryDialog = lazyPart(
  async () => (await import('./HistoryEntryDialog.tsx')).HistoryEntryDialog,
)

const columns = columnsOf(historyList, {
  at: ({ at }) => formatMoment(at),
  entity: ({ entity }) => entityNames[entity],
  record: { text: recordText, cell: (entry) => <RecordLink entry={entry} /> },
  action: ({ action }) => actionName(action),
  summary: summaryOf,
  channel: ({ channel }) => capitalize(channelNames[channel] ?? channel),
})

const filters = filtersOf(historyList, {
  entity: {
    kind: 'choice',
    id: 'entity',
    label: 'Kind of record',
    several: true,
    options: byLabel(auditedEntities.map((value) => ({ value, label: entityNames[value] }))),
  },
  action: {
    kind: 'choice',
    id: 'action',
    label: 'Action',
    several: true,
    options: byLabel(knownActions.map((value) => ({ value, label: actionName(value) }))),
  },
})

function byLabel<Option extends { label: string }>(options: readonly Option[]): Option[] {
  return options.toSorted((a, b) => a.label.localeCompare(b.label))
}

type HistoryTableProps = {
  list: ListState
  /** The search parameters of the page that shows it. */
  page: Readonly<Record<string, string>>
}

/** All changes to all records that the user may read, newest first. A row opens its details. */
export function HistoryTable({ list, page }: HistoryTableProps) {
  const openId = Number(list.search.open)
  return (
    <>
      <DataTable
        name={historyList.name}
        title="Changes"
        endpoint={listHistory}
        list={list}
        usualSort={historyList.defaultSort}
        columns={columns}
        filters={filters}
        placeholder="Record number…"
        codeOf={({ id }) => `Entry ${id}`}
        hrefOf={({ id }) => '/settings' + searchText({ ...page, open: String(id) })}
        onOpen={({ id }) => list.change({ open: String(id) }, 'push')}
        empty={<p className="text-muted">No changes yet.</p>}
      />
      {openId > 0 && (
        <HistoryEntryDialog id={openId} onClose={() => list.closePart({ open: undefined })} />
      )}
    </>
  )
}

function RecordLink({ entry }: { entry: HistoryEntry }) {
  const link = linkOfRecord(entry)
  if (link === undefined) return recordText(entry)
  return (
    <ScreenAddressLink address={parseAddress(link)} className="no-underline hover:underline">
      {entry.record}
    </ScreenAddressLink>
  )
}
