import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, send } from '../database/db.ts'

/** A record and the number that identifies it to users. */
export type RecordNumber = { id: number; number: string }

/** Removes duplicate ids and sorts them in lock order. */
export function inLockOrder(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b)
}

/** The records of one bulk transition: their ids in lock order, and those found with numbers. */
type Stepping = { ids: readonly number[]; found: readonly RecordNumber[] }

const setSavepoint = { name: 'begin_step', text: 'savepoint step' }
const rollBack = { name: 'roll_back_step', text: 'rollback to savepoint step' }
const release = { name: 'end_step', text: 'release savepoint step' }

/**
 * Applies one transition to many records in the open transaction, each completely or not at all: a
 * record that cannot transition is skipped with the reason, and what its step wrote before is
 * rolled back. The caller holds all the locks. If `step` succeeds but the record is still waiting,
 * it returns the reason, and the record is reported with it.
 */
export async function transitionEach(
  ctx: Context,
  { ids, found }: Stepping,
  step: (id: number) => Promise<string | undefined>,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: [], kept: [] }
  const numbers = new Map(found.map(({ id, number }) => [id, number]))
  for (const id of ids) {
    const number = numbers.get(id)
    const run = () => step(id)
    // Sequential, because each step sees the changes of the previous ones.
    // oxlint-disable-next-line no-await-in-loop
    const reason = number === undefined ? unknown : await whyNotMoved(ctx, number, run)
    if (reason === undefined) outcome.done.push(id)
    else outcome.kept.push({ id, reason })
  }
  return outcome
}

const unknown = 'That record was not found'

async function whyNotMoved(
  ctx: Context,
  number: string,
  step: () => Promise<string | undefined>,
): Promise<string | undefined> {
  await send(ctx, setSavepoint, [])
  try {
    const sentence = await step()
    await send(ctx, release, [])
    return sentence && `${number}: ${sentence}`
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await send(ctx, rollBack, [])
    await send(ctx, release, [])
    return `${number}: ${error.message}`
  }
}
