import { notify } from '#platform/ui/notices/toast.ts'
import { hasContent } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import type { DraftAutosave } from './draft-autosave.ts'

export const notSaved = {
  title: 'Error',
  text: 'Failed to save the draft',
  tone: 'danger',
} as const

/**
 * Saves the form before another one replaces it. False, with a notice, if saving failed: then the
 * form must stay. What is typed while it is saved is saved, too.
 */
export async function saveBeforeReplacing(
  store: OrderFormStore,
  autosave: Pick<DraftAutosave, 'saveAndClose'>,
): Promise<boolean> {
  const { orderForm } = store.read()
  if (!hasContent(orderForm)) return true
  if (!(await autosave.saveAndClose())) {
    notify(notSaved)
    return false
  }
  return store.read().orderForm === orderForm || saveBeforeReplacing(store, autosave)
}

/** Saves the draft on request, and shows the result in a toast. */
export async function saveDraftNow(store: OrderFormStore, autosave: DraftAutosave): Promise<void> {
  if (!hasContent(store.read().orderForm)) {
    return notify({ title: 'Draft', text: 'There is nothing to save yet' })
  }
  const isSaved = await autosave.save()
  notify(isSaved ? { title: 'Draft saved', text: 'Find it under Drafts, on any device' } : notSaved)
}
