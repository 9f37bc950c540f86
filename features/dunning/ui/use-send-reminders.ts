import { Mail } from 'lucide-react'
import { readActivity } from '#features/audit/activity-contract.ts'
import {
  listSendings,
  type Sending,
  readLastSendings,
  sendMany,
} from '#features/documents/contract.ts'
import { useSendingRefusal } from '#features/documents/ui/parts/DocumentTools.tsx'
import type { BulkAction } from '#platform/ui/table/BulkBar.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import type { Letter } from '../contract.ts'

const pollMs = 2000

/** Returns the last email of each letter; polls while any of them is queued. */
export function useSentLetters(ids: readonly number[], enabled: boolean) {
  const query = { name: 'dunning-letter' as const, ids: ids.join(',') }
  const read = useRead(readLastSendings, { query, enabled })
  const hasQueued = read.data?.some(({ status }) => status === 'queued') ?? false
  useRead(readLastSendings, { query, enabled: hasQueued, ...(hasQueued && { everyMs: pollMs }) })
  const sent = new Map((read.data ?? []).map((each): [number, Sending] => [each.recordId, each]))
  return { sent, error: read.error, refetch: read.refetch }
}

/** Sends several letters by email in one request. */
export function useSendLetters() {
  return useWrite(sendMany, {
    refreshes: [readLastSendings, listSendings['dunning-letter'], readActivity],
    success: (outcomes) => {
      const count = outcomes.filter(({ outcome }) => outcome === 'queued' || outcome === 'retried')
      const refused = outcomes.filter(({ outcome }) => outcome === 'refused')
      return {
        title: 'Success',
        text: count.length === 1 ? '1 reminder is queued' : `${count.length} reminders are queued`,
        ...(refused.length > 0 && { detail: `${refused.length} could not be sent` }),
      }
    },
    failure: 'Failed to send the reminders',
  })
}

/** Returns the bulk actions for selected letters; empty if sending is unavailable. */
export function useLetterBulk(): readonly BulkAction<Letter>[] {
  const whyNot = useSendingRefusal('dunning-letter')
  const sending = useSendLetters()
  const run = async (letters: readonly Letter[]) => {
    const ids = letters.map(({ id }) => id)
    await sending.tryRun({ body: { name: 'dunning-letter', ids } })
  }
  return whyNot === undefined ? [{ label: 'Send by email', icon: Mail, run }] : []
}
