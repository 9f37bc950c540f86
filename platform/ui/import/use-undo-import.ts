import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { newIdempotencyKey, refresh } from '#platform/web/api-hooks.ts'
import { type ApiError, send } from '#platform/web/api-client.ts'
import { notify } from '../notices/toast.ts'

type Undoing = {
  /** The endpoint that undoes an import; undefined if the kind has none. */
  undoing: Endpoint | undefined
  refreshes: readonly Endpoint[]
  /** The message after a complete undo. */
  undone: string
}

/** Undoes imports by id and reports the records kept; `undoneId` is the last one undone. */
export function useUndoImport({ undoing, refreshes, undone }: Undoing) {
  const client = useQueryClient()
  const [undoneId, setUndoneId] = useState<number>()
  const undo = async (id: number) => {
    if (!undoing) return
    try {
      const request = { params: { id }, idempotencyKey: newIdempotencyKey() }
      const answer = (await send(undoing, request)) as unknown as BulkOutcome
      await refresh(client, refreshes)
      setUndoneId(id)
      const reasons = answer.kept.slice(0, 3).map(({ reason }) => reason)
      const some = `${answer.kept.length.toLocaleString('en-US')} could not be undone`
      notify({
        title: 'Import undone',
        text: reasons.length === 0 ? undone : some,
        ...(reasons.length > 0 && { detail: reasons.join(' · ') }),
      })
    } catch (failure) {
      const detail = (failure as ApiError).sentence
      notify({ title: 'Error', text: 'Failed to undo the import', tone: 'danger', detail })
    }
  }
  return { undo, undoneId }
}
