import type { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { raiseProblem } from '../problems.ts'
import * as store from '../store.ts'
import type { Outcome } from './event-outcome.ts'
import { type EventDescription, problemOf } from './event-problems.ts'
import { isSameContent } from './known-events.ts'
import { notReleased } from './shipment-and-receipt-events.ts'

// Stores an event that was refused. Its transaction was rolled back, so until it is stored, another
// message or a retry may have changed what is stored under its number.

/** An event by its key: its kind, and its number and subject in lowercase. */
export type ImportedEvent = { type: string; externalId: string; data: unknown }

type RefusedEvent = ImportedEvent & { error: Refusal }

/**
 * Raises a problem for an applied event whose number came again with other content; posts nothing.
 */
export async function reportReused(
  ctx: Context,
  event: ImportedEvent,
  about: EventDescription | undefined,
): Promise<Outcome> {
  const reason =
    'An event with this number arrived again with different content. Nothing was recorded'
  const trouble = problemOf(about, event)
  const proposal = 'Compare both messages in the log, and record the difference manually'
  await raiseProblem(ctx, {
    ...trouble,
    key: `again:${event.type}:${event.externalId}`,
    reason,
    proposal,
  })
  return { status: 'partial', reason }
}

/**
 * Stores a refused event as failed or parked, so that it can be retried. If the event of its number
 * was applied or dismissed in the meantime, other content becomes a problem, as if it had arrived
 * later.
 */
export function storeRefusal(
  ctx: Context,
  { messageId, error, ...event }: RefusedEvent & { messageId: number | null },
  about: EventDescription | undefined,
): Promise<Outcome> {
  const state = stateAfter(error)
  return inTransaction(ctx, async (inner) => {
    const { type, externalId, data } = event
    const [stored] = await rows<{ id: number; isOld: boolean; state: string; data: unknown }>(
      inner.db,
      store.insertImport,
      [type, externalId, messageId, JSON.stringify(data), state, error.message],
    )
    if (stored && stored.state !== 'parked' && stored.state !== 'failed') {
      if (isSameContent(stored.data, data)) return { status: 'duplicate' }
      return reportReused(inner, event, about)
    }
    if (stored && (state === 'failed' || stored.isOld)) {
      const problem = { ...problemOf(about, event), importId: stored.id, reason: error.message }
      await raiseProblem(inner, problem)
    }
    return { status: state, reason: error.message }
  })
}

/**
 * Stores that the retry of an event was refused. `fingerprint` is that of the content that was
 * tried. Returns undefined if the event has other content now, or is no longer waiting.
 */
export function storeFailedRetry(
  ctx: Context,
  { id, fingerprint, error, ...event }: RefusedEvent & { id: number; fingerprint: string },
  about: EventDescription | undefined,
): Promise<Outcome | undefined> {
  const state = stateAfter(error)
  return inTransaction(ctx, async (inner) => {
    const values = [id, state, error.message, fingerprint]
    const [stored] = await rows<{ isOld: boolean }>(inner.db, store.recordFailedRetry, values)
    if (!stored) return undefined
    if (state === 'failed' || stored.isOld) {
      const problem = { ...problemOf(about, event), importId: id, reason: error.message }
      await raiseProblem(inner, problem)
    }
    return { status: state, reason: error.message }
  })
}

/** A shipment of an order that is not released yet waits for the release. */
function stateAfter(error: Refusal): 'parked' | 'failed' {
  return error.code === notReleased ? 'parked' : 'failed'
}
