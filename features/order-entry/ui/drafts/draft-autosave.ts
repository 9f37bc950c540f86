import type { QueryClient } from '@tanstack/react-query'
import { newIdempotencyKey, refresh } from '#platform/web/api-hooks.ts'
import { ApiError, send } from '#platform/web/api-client.ts'
import { deleteOrderDraft, listOrderDrafts, saveOrderDraft } from '../../contract.ts'
import { deleteSessionCopy, writeSessionCopy } from './order-form-session-copy.ts'
import { type OrderForm, hasContent, withFreshKeys } from '../order-form.ts'
import type { OrderFormState, OrderFormStore } from '../order-form-store.ts'
import { draftOf } from './parse-stored-draft.ts'

const saveAfterMs = 1000

/** The draft that the initial form is saved as, and whether it has edits which are not saved. */
type InitialDraft = { draftId?: number | undefined; isUnsaved?: boolean }

/** The draft of a form that replaces another one, and the key that it had before. */
type Replacement = { draftId?: number; idempotencyKey?: string }

type AutosaveParts = { store: OrderFormStore; client: QueryClient; userId: number }

/**
 * Saves an unfinished order: immediately to sessionStorage, which survives a reload or a crash, and
 * debounced to the server, where its owner can open it from any device.
 */
export type DraftAutosave = ReturnType<typeof createDraftAutosave>

export function createDraftAutosave(parts: AutosaveParts, initial: InitialDraft) {
  const { store, userId } = parts
  const draft = createSavedDraft(parts, initial)
  let timer: ReturnType<typeof setTimeout> | undefined
  let copied = attemptOf(store.read())

  const save = async (): Promise<boolean> => {
    clearTimeout(timer)
    const isSaved = await draft.save()
    if (isSaved) writeCopy()
    return isSaved
  }
  const writeCopy = () => {
    const form = store.read()
    const { orderForm, idempotencyKey, mayExist, attemptToken } = form
    const saved = { draftId: draft.id(), isUnsaved: !draft.isSaved() }
    copied = attemptOf(form)
    if (!hasContent(orderForm)) return deleteSessionCopy(userId)
    writeSessionCopy(userId, { orderForm, idempotencyKey, mayExist, attemptToken, ...saved })
  }
  const scheduleSave = () => {
    if (draft.isSaved()) return
    writeCopy()
    clearTimeout(timer)
    timer = setTimeout(() => void save(), saveAfterMs)
  }

  return {
    save,
    id: draft.id,
    /** Whose form it is: nobody else saves it. */
    userId,
    /** Resolves once no save is under way; `id` then names the draft. */
    settled: draft.settled,
    /** From now on, a reload of this tab restores the form. Edits that a reload kept are saved. */
    start: () => {
      writeCopy()
      scheduleSave()
    },
    /** Runs after every change of the state, such as an edit. */
    watch: () => {
      // A reload must not forget that the order may exist, also if the draft needs no saving.
      if (attemptOf(store.read()) !== copied) writeCopy()
      scheduleSave()
    },
    /** Replaces the form: by a saved draft if its id is given, or by an unsaved form. */
    replaceForm: (form: OrderForm, { draftId, idempotencyKey }: Replacement = {}) => {
      clearTimeout(timer)
      const orderForm = withFreshKeys(form, store.read().orderForm.nextKey)
      const key = idempotencyKey ?? newIdempotencyKey()
      // Set the draft id before the form changes, because rendering the form reads it.
      draft.assign(orderForm, draftId, key)
      store.reset(orderForm, key)
      writeCopy()
    },
    /** Saves the form to the server and deletes the session copy; false if saving failed. */
    saveAndClose: async (): Promise<boolean> => {
      clearTimeout(timer)
      const isSaved = await draft.save()
      if (isSaved) deleteSessionCopy(userId)
      return isSaved
    },
    /** Deletes the draft, also on the server. */
    discard: async (): Promise<void> => {
      clearTimeout(timer)
      deleteSessionCopy(userId)
      await draft.discardSaved()
    },
  }
}

/** The key of a form, and whether its order may exist: what a copy must not have from before. */
function attemptOf({ idempotencyKey, mayExist }: OrderFormState): string {
  return `${idempotencyKey} ${mayExist}`
}

/** The server draft of a form; saves one at a time, and the latest form wins. */
function createSavedDraft(
  { store, client, userId }: AutosaveParts,
  { draftId, isUnsaved }: InitialDraft,
) {
  let id = draftId
  let savedForm = isUnsaved ? undefined : store.read().orderForm
  let savedKey = store.read().idempotencyKey
  let saving: Promise<unknown> = Promise.resolve()
  /** How often the form was replaced: a save of the form before must not name the new one. */
  let replacements = 0

  // Another device must not open the draft under a key that the form no longer has.
  const isSaved = () => {
    const { orderForm, idempotencyKey } = store.read()
    return orderForm === savedForm && idempotencyKey === savedKey
  }
  const deleteSaved = async () => {
    const deletedId = id
    id = undefined
    if (deletedId !== undefined) await deleteDraft(client, { id: deletedId, userId })
  }
  const saveForm = async () => {
    const { orderForm, idempotencyKey } = store.read()
    if (!hasContent(orderForm)) return deleteSaved()
    if (isSaved() && id !== undefined) return
    const body = { ...draftOf({ orderForm, idempotencyKey }), ...(id !== undefined && { id }) }
    const replacementsBefore = replacements
    // The tab may show another user by now: this form is not theirs.
    const saved = await send(saveOrderDraft, { body, asUser: userId }).catch(
      saveAsNew(body, userId),
    )
    if (replacements === replacementsBefore) {
      id = saved.id
      savedForm = orderForm
      savedKey = idempotencyKey
    }
    await refresh(client, [listOrderDrafts])
  }
  return {
    id: () => id,
    isSaved,
    /** `key` is that of the form, which replaces the one before next. */
    assign: (orderForm: OrderForm, next: number | undefined, key: string) => {
      replacements += 1
      id = next
      savedForm = orderForm
      savedKey = key
    },
    save: (): Promise<boolean> => {
      const job = saving.then(saveForm)
      saving = job.catch(() => undefined)
      return job.then(
        () => true,
        () => false,
      )
    },
    settled: async () => {
      await saving
    },
    discardSaved: async () => {
      await saving
      await deleteSaved()
    },
  }
}

/**
 * Deletes a draft of a user, by default of the one whom this tab shows; ignores a failure, for
 * example if it no longer exists.
 */
export async function deleteDraft(
  client: QueryClient,
  { id, userId }: { id: number; userId?: number },
): Promise<void> {
  const owner = userId === undefined ? {} : { asUser: userId }
  await send(deleteOrderDraft, { params: { id }, ...owner }).catch(() => undefined)
  await refresh(client, [listOrderDrafts])
}

/** Saves a draft that was deleted in the meantime as a new one. */
function saveAsNew(body: { title: string; form: Record<string, unknown> }, userId: number) {
  return (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    const { title, form } = body
    return send(saveOrderDraft, { body: { title, form }, asUser: userId })
  }
}
