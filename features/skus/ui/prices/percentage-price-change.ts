import { type Cents, cents, decimal } from '#platform/kernel/money.ts'
import type { Sku, NewPrices } from '../../contract.ts'
import { pricesAfter, type TierPrices } from '../../rules.ts'

/**
 * The effect of a percentage on some SKUs: the request's prices, the preview lines, and the SKUs
 * left out.
 */
export type Repricing = {
  prices: NewPrices[]
  lines: { id: number; sku: string; before: Cents; after: Cents }[]
  outgrown: string[]
}

/**
 * Computes the prices after a percentage; SKUs whose price would exceed the maximum amount are left
 * out.
 */
export function repricingOf(
  skus: readonly Sku[],
  change: { percent: string; withTiers: boolean },
): Repricing {
  const plan: Repricing = { prices: [], lines: [], outgrown: [] }
  for (const sku of skus) {
    const before = pricesOf(sku)
    const after = pricesAfter(before, change)
    if (!after) {
      plan.outgrown.push(sku.sku)
      continue
    }
    plan.prices.push(wireOf(sku, after))
    plan.lines.push({ id: sku.id, sku: sku.sku, before: before.price, after: after.price })
  }
  return plan
}

/** The request that undoes the adjustment, based on the versions it created. */
export function undoPricesOf(
  skus: readonly Sku[],
  done: readonly { id: number; version: number }[],
): NewPrices[] {
  const versions = new Map(done.map(({ id, version }) => [id, version]))
  return skus.flatMap((sku) => {
    const version = versions.get(sku.id)
    return version === undefined ? [] : [wireOf({ id: sku.id, version }, pricesOf(sku))]
  })
}

function pricesOf({ price, tier1Price, tier2Price, tier3Price }: Sku): TierPrices {
  const amount = (text: string | null) => (text === null ? null : cents(text))
  return {
    price: cents(price),
    tier1Price: amount(tier1Price),
    tier2Price: amount(tier2Price),
    tier3Price: amount(tier3Price),
  }
}

function wireOf({ id, version }: { id: number; version: number }, prices: TierPrices): NewPrices {
  const text = (amount: Cents | null) => (amount === null ? null : decimal(amount))
  return {
    id,
    version,
    price: decimal(prices.price),
    tier1Price: text(prices.tier1Price),
    tier2Price: text(prices.tier2Price),
    tier3Price: text(prices.tier3Price),
  }
}
