import { notify } from '#platform/ui/notices/toast.ts'
import { hasContent } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import type { DraftAutosave } from './draft-autosave.ts'

/** Saves the draft on request, and shows the result in a toast. */
export async function saveDraftNow(store: OrderFormStore, autosave: DraftAutosave): Promise<void> {
  if (!hasContent(store.read().orderForm)) {
    return notify({ title: 'Draft', text: 'There is nothing to save yet' })
  }
  const isSaved = await autosave.save()
  notify(
    isSaved
      ? { title: 'Draft saved', text: 'Find it under Drafts, on any device' }
      : { title: 'Error', text: 'Failed to save the draft', tone: 'danger' },
  )
}
