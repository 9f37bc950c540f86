import { sampleDecisions } from '#features/decisions/server/service.ts'
import type { Context } from '#platform/server/database/db.ts'
import { isReplayed } from './replay-decision.ts'

/** One check makes about 200 past decisions again. */
const rounds = 10
/** The receipt of an order with hundreds of lines has some hundred kilobytes. */
const readAtOnce = 20

/**
 * Makes random past decisions again, each on the facts of its receipt. Returns the ids of the
 * receipts whose outcome or hash is not the same, or whose text is damaged, in their order. A
 * decision that cannot be made again is left out.
 */
export async function checkReplays(ctx: Context): Promise<number[]> {
  const different = new Set<number>()
  for (let round = 0; round < rounds; round++) {
    // Sequential, so that few receipts are in memory, and other requests are served in between.
    // oxlint-disable-next-line no-await-in-loop
    for (const { content, ...row } of await sampleDecisions(ctx, readAtOnce)) {
      if (!content || isReplayed({ ...row, ...content }) === false) different.add(row.id)
    }
  }
  return [...different].toSorted((one, other) => one - other)
}
