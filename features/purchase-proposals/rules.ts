import { Refusal } from '#platform/kernel/refusal.ts'

// Reorder points and quantities are computed in SQL: see `server/store.ts`.

/** Usage is measured over this many days. */
export const usageDays = 90

type Line = { skuId: number; incoming: number }

/**
 * Rejects lines with more incoming units than the buyer was shown: another user has ordered them
 * meanwhile. Sales and receipts since then do not cause a rejection.
 */
export function refuseAlreadyOrdered(
  lines: readonly Line[],
  now: readonly { skuId: number; sku: string; incoming: number }[],
): void {
  const changed = now.flatMap(({ skuId, sku, incoming }) => {
    const proposedLine = lines.find((line) => line.skuId === skuId)
    return proposedLine && incoming > proposedLine.incoming
      ? [{ sku, more: incoming - proposedLine.incoming }]
      : []
  })
  if (changed.length === 0) return
  const what = changed.map(({ sku, more }) => `${more.toLocaleString('en-US')} of ${sku}`)
  const sentence = `Someone else ordered in the meantime: ${what.join(', ')}. Refresh the list`
  throw new Refusal('conflict', 'already-ordered', sentence)
}
