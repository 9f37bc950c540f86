import { notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { type Sku, type AdjustedPrices, adjustPrices, maxPrices } from '../../contract.ts'
import { undoPricesOf, repricingOf } from './percentage-price-change.ts'
import { skuReads } from '../sku-screen.ts'

/** Adjusts the prices of SKUs as previewed, with one toast and an undo. */
export function useAdjustPrices(skus: readonly Sku[]) {
  const adjustment = useWrite(adjustPrices, {
    refreshes: skuReads,
    parts: { of: 'prices', chunkSize: maxPrices },
    failure: 'Failed to adjust prices',
  })
  const undo = async (done: AdjustedPrices['done']) => {
    const prices = undoPricesOf(skus, done)
    const answer = await adjustment.tryRun({ body: { reason: 'Adjustment undone', prices } })
    if (answer) notifyAdjusted(answer, 'reset to their old prices')
  }
  return async (change: { percent: string; withTiers: boolean }, idempotencyKey: string) => {
    const { prices } = repricingOf(skus, change)
    const reason = `Adjusted by ${change.percent.trim()}%`
    const answer = await adjustment.run({ body: { reason, prices }, idempotencyKey })
    notifyAdjusted(answer, 'adjusted', () => undo(answer.done))
  }
}

/** One toast with the overall result. */
function notifyAdjusted(
  { done, kept }: AdjustedPrices,
  target: string,
  back?: () => Promise<void>,
): void {
  const texts = [`${done.length.toLocaleString('en-US')} ${target}`]
  if (kept.length > 0) texts.push(`${kept.length.toLocaleString('en-US')} unchanged`)
  const isNothing = done.length === 0
  notify({
    title: isNothing ? 'Error' : 'Success',
    tone: isNothing ? 'danger' : 'plain',
    text: texts.join(', '),
    ...(kept[0] && { detail: kept[0].reason }),
    ...(back && !isNothing && { action: offerUndo(back) }),
  })
}
