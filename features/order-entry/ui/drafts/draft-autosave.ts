import type { QueryClient } from '@tanstack/react-query'
import { refresh } from '#platform/web/api-hooks.ts'
import { ApiError, send } from '#platform/web/api-client.ts'
import { deleteOrderDraft, listOrderDrafts, saveOrderDraft } from '../../contract.ts'
import { deleteSessionCopy, writeSessionCopy } from './order-form-session-copy.ts'
import { type OrderForm, hasContent } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'
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
  let isExistenceCopied = store.read().mayExist

  const save = async (): Promise<boolean> => {
    clearTimeout(timer)
    const isSaved = await draft.save()
    if (isSaved) writeCopy()
    return isSaved
  }
  const writeCopy = () => {
    const form = store.read()
    const isUnsaved = !draft.isSaved()
    const { orderForm, idempotencyKey, mayExist, attemptToken } = form
    const attempt = { mayExist, attemptToken }
    const copy = { orderForm, idempotencyKey, draftId: draft.id(), isUnsaved, ...attempt }
    isExistenceCopied = mayExist
    if (hasContent(orderForm)) writeSessionCopy(userId, copy)
    else deleteSessionCopy(userId)
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
      if (store.read().mayExist !== isExistenceCopied) writeCopy()
      scheduleSave()
    },
    /** Replaces the form: by a saved draft if its id is given, or by an unsaved form. */
    replaceForm: (orderForm: OrderForm, { draftId, idempotencyKey }: Replacement = {}) => {
      clearTimeout(timer)
      // Set the draft id before the form changes, because rendering the form reads it.
      draft.assign(orderForm, draftId)
      store.reset(orderForm, idempotencyKey)
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

/** The server draft of a form; saves one at a time, and the latest form wins. */
function createSavedDraft({ store, client }: AutosaveParts, { draftId, isUnsaved }: InitialDraft) {
  let id = draftId
  let savedForm = isUnsaved ? undefined : store.read().orderForm
  let saving: Promise<unknown> = Promise.resolve()
  /** How often the form was replaced: a save of the form before must not name the new one. */
  let replacements = 0

  const deleteSaved = async () => {
    const deletedId = id
    id = undefined
    if (deletedId !== undefined) await deleteDraft(client, deletedId)
  }
  const saveForm = async () => {
    const { orderForm, idempotencyKey } = store.read()
    if (!hasContent(orderForm)) return deleteSaved()
    if (orderForm === savedForm && id !== undefined) return
    const body = { ...draftOf({ orderForm, idempotencyKey }), ...(id !== undefined && { id }) }
    const replacementsBefore = replacements
    const saved = await send(saveOrderDraft, { body }).catch(saveAsNew(body))
    if (replacements === replacementsBefore) {
      id = saved.id
      savedForm = orderForm
    }
    await refresh(client, [listOrderDrafts])
  }
  return {
    id: () => id,
    isSaved: () => store.read().orderForm === savedForm,
    assign: (orderForm: OrderForm, next: number | undefined) => {
      replacements += 1
      id = next
      savedForm = orderForm
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

/** Deletes a draft; ignores a failure, for example if it no longer exists. */
export async function deleteDraft(client: QueryClient, id: number): Promise<void> {
  await send(deleteOrderDraft, { params: { id } }).catch(() => undefined)
  await refresh(client, [listOrderDrafts])
}

/** Saves a draft that was deleted in the meantime as a new one. */
function saveAsNew(body: { title: string; form: Record<string, unknown> }) {
  return (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    const { title, form } = body
    return send(saveOrderDraft, { body: { title, form } })
  }
}
