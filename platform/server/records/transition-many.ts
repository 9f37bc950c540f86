import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { Refusal } from '#platform/kernel/refusal.ts'

/** A record, and the number that staff know it by. */
export type Numbered = { id: number; number: string }

/** Ids once each, in the order in which records are locked. */
export function inLockOrder(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b)
}

/**
 * Takes one step with many records in the open transaction, each wholly or not at all; those that
 * cannot take it stay, with the reason. The caller holds the locks of all, and the step refuses
 * before it writes. A step that was taken and still leaves its record waiting answers why.
 */
export async function stepEach(
  ids: readonly number[],
  found: readonly Numbered[],
  step: (id: number) => Promise<string | undefined>,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: [], kept: [] }
  const numbers = new Map(found.map(({ id, number }) => [id, number]))
  for (const id of ids) {
    const number = numbers.get(id)
    // Each finds what those before it left.
    // oxlint-disable-next-line no-await-in-loop
    const reason = number === undefined ? unknown : await whyKept(number, () => step(id))
    if (reason === undefined) outcome.done.push(id)
    else outcome.kept.push({ id, reason })
  }
  return outcome
}

const unknown = 'That record was not found'

async function whyKept(
  number: string,
  step: () => Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    const sentence = await step()
    return sentence && `${number}: ${sentence}`
  } catch (error) {
    if (error instanceof Refusal) return `${number}: ${error.message}`
    throw error
  }
}
