import { sampleDecisions } from '#features/decisions/server/service.ts'
import type { Context } from '#platform/server/database/db.ts'
import { isReplayed } from './replay-decision.ts'

/** How many past decisions one check makes again. */
const sampleSize = 200

/**
 * Makes a random sample of past decisions again, each on the facts of its receipt. Returns the ids
 * of the receipts whose outcome or hash is not the same, or whose text is damaged, in their order.
 * A decision that cannot be made again is left out.
 */
export async function checkReplays(ctx: Context): Promise<number[]> {
  const sample = await sampleDecisions(ctx, sampleSize)
  const different = sample.filter(({ content, ...row }) => {
    return !content || isReplayed({ ...row, ...content }) === false
  })
  return different.map(({ id }) => id).toSorted((one, other) => one - other)
}
