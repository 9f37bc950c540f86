import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { Refusal } from '#platform/kernel/refusal.ts'

/** A record and the number that identifies it to users. */
export type Numbered = { id: number; number: string }

/** Removes duplicate ids and sorts them in lock order. */
export function inLockOrder(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b)
}

/**
 * Applies one transition to many records in the open transaction, each completely or not at all. A
 * record that cannot transition is skipped with the reason. The caller holds all the locks, and
 * `step` must throw its refusals before it writes. If `step` succeeds but the record is still
 * waiting, it returns the reason, and the record is reported with it.
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
    // Sequential, because each step sees the changes of the previous ones.
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
