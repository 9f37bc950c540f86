import { useQueryClient } from '@tanstack/react-query'
import { type BulkAction, type BulkOutcome, maxBulk } from '#platform/kernel/bulk.ts'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { newIdempotencyKey, refresh } from '#platform/web/api-hooks.ts'
import { inParts } from '#platform/web/send-in-batches.ts'
import { ApiError, type Request, send } from '#platform/web/api-client.ts'
import { notify } from '../notices/toast.ts'
import { offerUndo } from '../notices/undo.ts'

const actionTexts = {
  activate: { done: 'activated', kept: 'already active', back: 'deactivate' },
  deactivate: { done: 'deactivated', kept: 'already inactive', back: 'activate' },
  delete: { done: 'deleted', kept: 'kept (in use)', back: 'restore' },
  restore: { done: 'restored', kept: 'not restored', back: 'delete' },
} as const satisfies Record<BulkAction, { done: string; kept: string; back: BulkAction }>

const maxReasons = 3

/** Applies one action to these records; resolves to true if the request succeeded. */
export type BulkChange = (action: BulkAction, rows: readonly { id: number }[]) => Promise<boolean>

/**
 * Applies one action to many records, in chunks of the server's maximum. One toast shows the total
 * result, why some were not changed, and Undo.
 */
export function useBulk(endpoint: Endpoint, refreshes: readonly Endpoint[]): BulkChange {
  const client = useQueryClient()
  const call = async (action: BulkAction, all: readonly number[]) => {
    const outcome = await inParts(all, maxBulk, async (ids) => {
      const request: object = { body: { action, ids }, idempotencyKey: newIdempotencyKey() }
      // Every bulk endpoint has the kernel's types (`bulkForm`, `bulkOutcome`).
      return (await send(endpoint, request as Request<Endpoint>)) as unknown as BulkOutcome
    })
    await refresh(client, refreshes)
    return outcome
  }
  const undo = async (action: BulkAction, ids: readonly number[]) => {
    try {
      const { kept } = await call(actionTexts[action].back, ids)
      if (kept.length > 0) notify(failure(`${kept.length} could not be undone`, reasonsOf(kept)))
    } catch (error) {
      notify(failure('The action could not be undone', sentenceOf(error)))
    }
  }
  return async (action, rows) => {
    try {
      const ids = rows.map(({ id }) => id)
      const { done, kept } = await call(action, ids)
      const texts = [`${count(done)} ${actionTexts[action].done}`]
      if (kept.length > 0) texts.push(`${count(kept)} ${actionTexts[action].kept}`)
      const isNothing = done.length === 0 && action === 'delete'
      notify({
        title: isNothing ? 'Error' : 'Success',
        tone: isNothing ? 'danger' : 'plain',
        text: texts.join(', '),
        ...(kept.length > 0 && { detail: reasonsOf(kept) }),
        ...(done.length > 0 && { action: offerUndo(() => undo(action, done)) }),
      })
      return true
    } catch (error) {
      notify(failure(`Failed to ${action}`, sentenceOf(error)))
      return false
    }
  }
}

function count(items: readonly unknown[]): string {
  return items.length.toLocaleString('en-US')
}

function reasonsOf(skipped: BulkOutcome['kept']): string {
  const listedReasons = skipped.slice(0, maxReasons).map(({ reason }) => reason)
  const more = skipped.length - listedReasons.length
  return [...listedReasons, ...(more > 0 ? [`and ${more.toLocaleString('en-US')} more`] : [])].join(
    ' · ',
  )
}

function failure(text: string, detail: string) {
  return { title: 'Error', tone: 'danger', text, detail } as const
}

function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.sentence : String(error)
}
