import { bulkChangeList } from '#features/bulk-changes/contract.ts'
import { BulkChangesTable } from '#features/bulk-changes/ui/BulkChangesTable.tsx'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { useUrlList } from '#platform/web/list-state.ts'

/** The imports and bulk changes, with the views of their list. */
export function BulkChanges() {
  const list = useUrlList()
  return (
    <div>
      <ListViews name={bulkChangeList.name} list={list} views={bulkChangeList.views} />
      <BulkChangesTable list={list} page={{ tab: 'bulk-changes' }} />
    </div>
  )
}
