import { notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { type SavedView, createView, deleteView, listViews, updateView } from '../contract.ts'
import type { ViewSearch, ViewedList } from '../rules.ts'

type Change = { search?: ViewSearch; isDefault?: boolean }

const none: readonly SavedView[] = []

/** The saved views of a list, with the writes for the user's own. */
export function useViews(list: ViewedList) {
  const read = useRead(listViews, { query: { list } })
  const refreshes = [listViews]
  const update = useWrite(updateView, {
    refreshes,
    success: 'View updated successfully',
    failure: 'Failed to update view',
  })
  const removeView = useWrite(deleteView, { refreshes, failure: 'Failed to delete view' })
  const again = useWrite(createView, {
    refreshes,
    success: 'View restored',
    failure: 'Failed to restore view',
  })
  const remove = async ({ id, version, whyNot, ...view }: SavedView) => {
    if (!(await removeView.isDone({ params: { id }, ifMatch: version }))) return
    const { name, search, isShared, isDefault } = view
    const body = { list, name, search, isShared, isDefault }
    notify({
      title: 'Success',
      text: 'View deleted successfully',
      // A view that could not be read cannot be restored, so it has no undo.
      ...(whyNot === undefined && { action: offerUndo(() => again.tryRun({ body })) }),
    })
  }
  return {
    all: read.data ?? none,
    isLoaded: read.isSuccess,
    isBusy: update.isPending || removeView.isPending,
    change: ({ id, version }: SavedView, body: Change) =>
      update.tryRun({ params: { id }, body, ifMatch: version }),
    remove,
  }
}
