import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { ApiError } from './api-client.ts'

/** The merged outcome; `done` has the result type of the call. */
type Outcome<Done> = { done: Done[]; kept: BulkOutcome['kept'] }

/**
 * Sends any number of records in batches of at most `most`, one after another, and merges the
 * results. Throws if the first batch fails. If a later one fails, the earlier ones are done, and
 * all records from the failed batch on are reported with the reason.
 */
export async function inParts<Item extends number | { id: number }, Done>(
  items: readonly Item[],
  chunkSize: number,
  step: (part: readonly Item[], chunkIndex: number) => Promise<Outcome<Done>>,
): Promise<Outcome<Done>> {
  const outcome = await step(items.slice(0, chunkSize), 0)
  for (let start = chunkSize; start < items.length; start += chunkSize) {
    try {
      // Sequential, because each batch is a transaction of its own and should not block the others.
      // oxlint-disable-next-line no-await-in-loop
      const { done, kept } = await step(items.slice(start, start + chunkSize), start / chunkSize)
      outcome.done.push(...done)
      outcome.kept.push(...kept)
    } catch (error) {
      const reason = error instanceof ApiError ? error.sentence : String(error)
      const remainingIds = items
        .slice(start)
        .map((item) => (typeof item === 'number' ? item : item.id))
      outcome.kept.push(...remainingIds.map((id) => ({ id, reason })))
      return outcome
    }
  }
  return outcome
}
