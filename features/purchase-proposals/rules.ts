import { Refusal } from '#platform/kernel/refusal.ts'

/** For so many days back the use of a SKU is counted. */
export const usageDays = 90

type Line = { skuId: number; incoming: number }

/**
 * Refuses lines of which more is coming by now than the buyer was shown: somebody else has ordered
 * them meanwhile. What was sold or came in since is the buyer's to judge and refuses nothing.
 */
export function guardUnchanged(
  lines: readonly Line[],
  now: readonly { skuId: number; sku: string; incoming: number }[],
): void {
  const changed = now.flatMap(({ skuId, sku, incoming }) => {
    const seen = lines.find((line) => line.skuId === skuId)
    return seen && incoming > seen.incoming ? [{ sku, more: incoming - seen.incoming }] : []
  })
  if (changed.length === 0) return
  const what = changed.map(({ sku, more }) => `${more.toLocaleString('en-US')} of ${sku}`)
  const sentence = `Somebody else has ordered meanwhile: ${what.join(', ')}. Look at the list again`
  throw new Refusal('conflict', 'already-ordered', sentence)
}
