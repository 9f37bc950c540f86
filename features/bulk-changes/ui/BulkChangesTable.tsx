import { formatMoment } from '#platform/ui/dates/moments.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'
import { bulkChangeList, listBulkChanges } from '../contract.ts'
import { countsText } from '../labels.ts'

const BulkChangeDialog = lazyPart(
  async () => (await import('./BulkChangeDialog.tsx')).BulkChangeDialog,
)

const columns = columnsOf(bulkChangeList, {
  madeAt: ({ madeAt }) => formatMoment(madeAt),
  madeBy: ({ madeBy }) => madeBy ?? 'system',
  result: countsText,
})

const filters = filtersOf(bulkChangeList)

type BulkChangesTableProps = {
  list: ListState
  /** The search parameters of the page that shows it. */
  page: Readonly<Record<string, string>>
}

/** The imports and bulk edits that the user may see, newest first. A row opens its records. */
export function BulkChangesTable({ list, page }: BulkChangesTableProps) {
  const openId = Number(list.search.open)
  return (
    <>
      <DataTable
        name={bulkChangeList.name}
        title="Imports and bulk edits"
        endpoint={listBulkChanges}
        list={list}
        usualSort={bulkChangeList.defaultSort}
        columns={columns}
        filters={filters}
        placeholder="File or user…"
        codeOf={({ id }) => `Change ${id}`}
        hrefOf={({ id }) => '/settings' + searchText({ ...page, open: String(id) })}
        onOpen={({ id }) => list.change({ open: String(id) }, 'push')}
        empty={<p className="text-muted">No imports or bulk edits yet.</p>}
      />
      {openId > 0 && (
        <BulkChangeDialog id={openId} onClose={() => list.closePart({ open: undefined })} />
      )}
    </>
  )
}
