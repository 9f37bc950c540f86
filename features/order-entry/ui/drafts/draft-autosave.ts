import type { QueryClient } from '@tanstack/react-query'
import { refresh } from '#platform/web/api.ts'
import { ApiError, send } from '#platform/web/send.ts'
import { deleteOrderDraft, listOrderDrafts, saveOrderDraft } from '../../contract.ts'
import { forgetMirror, mirror } from './session-copy.ts'
import { type Desk, isTouched } from '../order-form.ts'
import type { DeskStore } from '../order-form-store.ts'
import { titleOf } from './draft-form.ts'

const saveAfterMs = 1000

type KeeperParts = { store: DeskStore; client: QueryClient; userId: number }

/**
 * Keeps an unfinished order: at once in this tab, where a reload or a crash finds it again, and a
 * moment after the last key on the server, where its clerk finds it from anywhere.
 */
export type DraftKeeper = ReturnType<typeof createDraftAutosave>

export function createDraftAutosave(parts: KeeperParts, known: number | undefined) {
  const { store, userId } = parts
  const draft = createSavedDraft(parts, known)
  let timer: ReturnType<typeof setTimeout> | undefined

  const save = async (): Promise<boolean> => {
    clearTimeout(timer)
    const isSaved = await draft.save()
    if (isSaved) mirrorNow()
    return isSaved
  }
  const mirrorNow = () => {
    if (isTouched(store.read().desk)) mirror(userId, { ...store.read(), draftId: draft.id() })
    else forgetMirror(userId)
  }

  return {
    save,
    id: draft.id,
    /** From now on a reload of this tab finds the form as it begins. */
    begin: mirrorNow,
    /** Called after every edit. */
    watch: () => {
      if (draft.isKept()) return
      mirrorNow()
      clearTimeout(timer)
      timer = setTimeout(() => void save(), saveAfterMs)
    },
    /** Puts another form on the screen: a draft, or one that is none yet. */
    continueAs: (desk: Desk, id?: number) => {
      clearTimeout(timer)
      // Before the form changes: what is drawn with it asks for the draft's id.
      draft.become(desk, id)
      store.reset(desk)
      mirrorNow()
    },
    /** Leaving the form, which is kept on the server alone; false where that failed. */
    leave: async (): Promise<boolean> => {
      clearTimeout(timer)
      const isSaved = await draft.save()
      if (isSaved) forgetMirror(userId)
      return isSaved
    },
    /** Throws the draft away, on the server too. */
    forget: async (): Promise<void> => {
      clearTimeout(timer)
      forgetMirror(userId)
      await draft.drop()
    },
  }
}

/** The draft on the server that a form is kept as; one save at a time, the latest form last. */
function createSavedDraft({ store, client }: KeeperParts, known: number | undefined) {
  let id = known
  let kept = store.read().desk
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
    become: (desk: Desk, next: number | undefined) => {
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

/** Throws a draft away; one that is gone already is fine. */
export async function dropDraft(client: QueryClient, id: number): Promise<void> {
  await send(deleteOrderDraft, { params: { id } }).catch(() => undefined)
  await refresh(client, [listOrderDrafts])
}

/** A draft that was deleted meanwhile is saved as a new one. */
function asNew(body: { title: string; form: Record<string, unknown> }) {
  return (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    const { title, form } = body
    return send(saveOrderDraft, { body: { title, form } })
  }
}
