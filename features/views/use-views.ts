import { useRead, useWrite } from '#platform/web/api.ts'
import { type SavedView, deleteView, listViews, updateView } from './contract.ts'
import type { ViewSearch, ViewedList } from './rules.ts'

type Change = { search?: ViewSearch; isDefault?: boolean }

const none: readonly SavedView[] = []

/** The saved views of a list, and what can be done with one's own. */
export function useViews(list: ViewedList) {
  const read = useRead(listViews, { query: { list } })
  const refreshes = [listViews]
  const update = useWrite(updateView, {
    refreshes,
    success: 'View updated successfully',
    failure: 'Failed to update view',
  })
  const gone = useWrite(deleteView, {
    refreshes,
    success: 'View deleted successfully',
    failure: 'Failed to delete view',
  })
  return {
    all: read.data ?? none,
    isLoaded: read.isSuccess,
    isBusy: update.isPending || gone.isPending,
    change: ({ id, version }: SavedView, body: Change) =>
      update.tryRun({ params: { id }, body, ifMatch: version }),
    remove: ({ id, version }: SavedView) => gone.tryRun({ params: { id }, ifMatch: version }),
  }
}
