import { Refusal } from '#platform/kernel/refusal.ts'

// Reorder points and quantities are computed in SQL: see `server/store.ts`.

/** Usage is measured over this many days. */
export const usageDays = 90

/** Default lead time in days, if neither the vendor nor the offer has one. */
export const defaultLeadDays = 14

/** The number of SKUs that can be ordered together from their list: a filter takes 100 ids. */
export const maxSkusAtOnce = 100

/**
 * Names the chosen SKUs that have no proposal, because enough is available or on order; undefined
 * if all have one.
 */
export function notProposedText(
  chosen: readonly { id: number; sku: string }[],
  proposals: readonly { id: number }[],
): string | undefined {
  const proposedIds = new Set(proposals.map(({ id }) => id))
  const others = chosen.filter(({ id }) => !proposedIds.has(id)).map(({ sku }) => sku)
  if (others.length === 0) return undefined
  const shown = others.slice(0, 5).join(', ')
  const more = others.length > 5 ? ` and ${others.length - 5} more` : ''
  return `Enough is available or on order: ${shown}${more}.`
}

const text = (units: number) => units.toLocaleString('en-US')

type ReorderFacts = { used: number; leadDays: number; minimumStock: number }

/** Says how the reorder point of a SKU is computed. `used` is the usage of `usageDays`. */
export function reorderPointWhy(facts: ReorderFacts): string {
  const { used, leadDays, minimumStock } = facts
  const usage = Math.ceil((used * leadDays) / usageDays)
  if (usage < minimumStock || used === 0) return 'minimum stock'
  return `${text(used)} sold ÷ ${usageDays} days × ${text(leadDays)} days of lead time, rounded up`
}

type QuantityFacts = {
  quantity: number
  minimumQuantity: number
  reorderPoint: number
  position: number
}

/**
 * Says how the suggested quantity is computed: it raises the stock including open orders to the
 * reorder point and the usage until the next order, and is at least the minimum order quantity.
 */
export function quantityWhy(facts: QuantityFacts): string {
  const { quantity, minimumQuantity, reorderPoint, position } = facts
  if (quantity === minimumQuantity) return 'minimum order quantity'
  const usage = quantity - reorderPoint + position
  const sum = `${text(reorderPoint)} reorder point + ${text(usage)} until the next order`
  if (position < 0) return `${sum} + ${text(-position)} short`
  return `${sum} − ${text(position)} in stock and on order`
}

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
