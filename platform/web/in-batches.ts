import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { ApiError } from './send.ts'

/** What became of many records; `done` says of each what its call answers. */
type Outcome<Done> = { done: Done[]; kept: BulkOutcome['kept'] }

/**
 * Takes one step with any number of records in parts of what one call takes, one after another, and
 * answers as if they were one. A first part that fails is thrown. Where a later one does, what came
 * before it is done: it and all after it are kept, with the reason.
 */
export async function inParts<Item extends number | { id: number }, Done>(
  items: readonly Item[],
  most: number,
  step: (part: readonly Item[], place: number) => Promise<Outcome<Done>>,
): Promise<Outcome<Done>> {
  const outcome = await step(items.slice(0, most), 0)
  for (let start = most; start < items.length; start += most) {
    try {
      // Each part is a transaction of its own, and none crowds out the others.
      // oxlint-disable-next-line no-await-in-loop
      const { done, kept } = await step(items.slice(start, start + most), start / most)
      outcome.done.push(...done)
      outcome.kept.push(...kept)
    } catch (error) {
      const reason = error instanceof ApiError ? error.sentence : String(error)
      const rest = items.slice(start).map((item) => (typeof item === 'number' ? item : item.id))
      outcome.kept.push(...rest.map((id) => ({ id, reason })))
      return outcome
    }
  }
  return outcome
}
