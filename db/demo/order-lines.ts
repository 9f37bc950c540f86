import { cents } from '#platform/kernel/money.ts'
import { type Chance, deckOf } from './seeded-random.ts'
import type { DemoSku } from './skus.ts'

export type BasketLine = { sku: DemoSku; quantity: number }

/** Number of lines per order, with their percentages. */
const lineCounts = [
  [1, 25],
  [2, 31],
  [3, 22],
  [4, 12],
  [5, 7],
  [6, 3],
] as const

/** Generates order lines: some SKUs much more often than others, cheap ones by the dozen. */
export function basketsOf(chance: Chance, skus: readonly DemoSku[]): () => BasketLine[] {
  const lines = deckOf(chance, lineCounts)
  const sku = weightedPick(chance, chance.shuffled(skus), 60)
  return () => {
    const basket = new Map<number, BasketLine>()
    const count = lines()
    while (basket.size < count) {
      const one = sku()
      basket.set(one.id, { sku: one, quantity: quantityOf(chance, one) })
    }
    return [...basket.values()]
  }
}

const [cheap, fair, dear] = [cents('8.00'), cents('25.00'), cents('70.00')]

function quantityOf(chance: Chance, { price }: DemoSku): number {
  if (price < cheap) return chance.between(2, 16) * 5
  if (price < fair) return chance.between(1, 24) * 2
  return price < dear ? chance.between(1, 10) : chance.between(1, 4)
}

/** Picks earlier items more often: the share of rank n falls like 1 / (n + flatness). */
export function weightedPick<T>(chance: Chance, items: readonly T[], flatness: number): () => T {
  const ends: number[] = []
  let total = 0
  for (let rank = 0; rank < items.length; rank++) {
    total += 1 / (rank + flatness)
    ends.push(total)
  }
  return () => {
    const aim = chance.share() * total
    let [low, high] = [0, ends.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] as number) > aim) high = middle
      else low = middle + 1
    }
    return items[low] as T
  }
}
