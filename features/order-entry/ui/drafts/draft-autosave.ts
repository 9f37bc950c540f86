import type { QueryClient } from '@tanstack/react-query'
import { refresh } from '#platform/web/api.ts'
import { ApiError, send } from '#platform/web/send.ts'
import { deleteOrderDraft, listOrderDrafts, saveOrderDraft } from '../../contract.ts'
import { forgetMirror, mirror } from './session-copy.ts'
import { type OrderForm, isTouched } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import { titleOf } from './draft-form.ts'

const saveAfterMs = 1000

/** The draft that the initial form is saved as, and whether it has edits which are not saved. */
type Beginning = { draftId?: number | undefined; isUnsaved?: boolean }

type KeeperParts = { store: OrderFormStore; client: QueryClient; userId: number }

/**
 * Saves an unfinished order: immediately to sessionStorage, which survives a reload or a crash, and
 * debounced to the server, where its owner can open it from any device.
 */
export type DraftAutosave = ReturnType<typeof createDraftAutosave>

export function createDraftAutosave(parts: KeeperParts, begin: Beginning) {
  const { store, userId } = parts
  const draft = createSavedDraft(parts, begin)
  let timer: ReturnType<typeof setTimeout> | undefined

  const save = async (): Promise<boolean> => {
    clearTimeout(timer)
    const isSaved = await draft.save()
    if (isSaved) mirrorNow()
    return isSaved
  }
  const mirrorNow = () => {
    const form = store.read()
    const isUnsaved = !draft.isKept()
    if (isTouched(form.desk)) mirror(userId, { ...form, draftId: draft.id(), isUnsaved })
    else forgetMirror(userId)
  }
  const watch = () => {
    if (draft.isKept()) return
    mirrorNow()
    clearTimeout(timer)
    timer = setTimeout(() => void save(), saveAfterMs)
  }

  return {
    save,
    id: draft.id,
    /** From now on, a reload of this tab restores the form. Edits that a reload kept are saved. */
    begin: () => {
      mirrorNow()
      watch()
    },
    /** Runs after every edit. */
    watch,
    /** Replaces the form: by a saved draft if `id` is given, or by an unsaved form. */
    continueAs: (desk: OrderForm, id?: number) => {
      clearTimeout(timer)
      // Set the draft id before the form changes, because rendering the form reads it.
      draft.become(desk, id)
      store.reset(desk)
      mirrorNow()
    },
    /** Saves the form to the server and deletes the session copy; false if saving failed. */
    leave: async (): Promise<boolean> => {
      clearTimeout(timer)
      const isSaved = await draft.save()
      if (isSaved) forgetMirror(userId)
      return isSaved
    },
    /** Deletes the draft, also on the server. */
    forget: async (): Promise<void> => {
      clearTimeout(timer)
      forgetMirror(userId)
      await draft.drop()
    },
  }
}

/** The server draft of a form; saves one at a time, and the latest form wins. */
function createSavedDraft({ store, client }: KeeperParts, { draftId, isUnsaved }: Beginning) {
  let id = draftId
  let kept = isUnsaved ? undefined : store.read().desk
  let saving: Promise<unknown> = Promise.resolve()

  const throwAway = async () => {
    const gone = id
    id = undefined
    if (gone !== undefined) await dropDraft(client, gone)
  }
  const write = async () => {
    const { desk } = store.read()
    if (!isTouched(desk)) return throwAway()
    if (desk === kept && id !== undefined) return
    const body = { title: titleOf(desk), form: { ...desk }, ...(id !== undefined && { id }) }
    const saved = await send(saveOrderDraft, { body }).catch(asNew(body))
    id = saved.id
    kept = desk
    await refresh(client, [listOrderDrafts])
  }
  return {
    id: () => id,
    isKept: () => store.read().desk === kept,
    become: (desk: OrderForm, next: number | undefined) => {
      id = next
      kept = desk
    },
    save: (): Promise<boolean> => {
      const job = saving.then(write)
      saving = job.catch(() => undefined)
      return job.then(
        () => true,
        () => false,
      )
    },
    drop: async () => {
      await saving
      await throwAway()
    },
  }
}

/** Deletes a draft; ignores a failure, for example if it no longer exists. */
export async function dropDraft(client: QueryClient, id: number): Promise<void> {
  await send(deleteOrderDraft, { params: { id } }).catch(() => undefined)
  await refresh(client, [listOrderDrafts])
}

/** Saves a draft that was deleted in the meantime as a new one. */
function asNew(body: { title: string; form: Record<string, unknown> }) {
  return (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    const { title, form } = body
    return send(saveOrderDraft, { body: { title, form } })
  }
}
