import type { QueryClient } from '@tanstack/react-query'
import { notify } from '#platform/ui/notices/toast.ts'
import { send } from '#platform/web/api-client.ts'
import { readKey } from '#platform/web/api-hooks.ts'
import { listOrderDrafts, type SavedDraft } from '../../contract.ts'
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

/**
 * A draft as it is now: another device may have edited it since the list was read, and what it
 * typed would be overwritten. Undefined if it is gone; as listed if the server cannot be reached.
 */
export async function currentDraft(
  client: QueryClient,
  listed: SavedDraft,
): Promise<SavedDraft | undefined> {
  const drafts = await client
    .fetchQuery({
      queryKey: readKey(listOrderDrafts),
      queryFn: ({ signal }) => send(listOrderDrafts, { signal }),
      staleTime: 0,
    })
    .catch(() => [listed])
  return drafts.find(({ id }) => id === listed.id)
}
