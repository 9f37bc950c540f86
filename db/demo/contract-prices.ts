import type { AgreedPrice } from '#features/pricing/rules.ts'
import { addDays, type Day } from '#platform/kernel/days.ts'
import { percentageOf } from '#platform/kernel/money.ts'
import { type Chance, chanceOf } from './seeded-random.ts'
import type { DemoCustomer } from './customers.ts'
import type { DemoSku } from './skus.ts'

export type DemoAgreement = AgreedPrice & { customerId: number; skuId: number }

/** One price has expired and one in fifteen expires within a month. */
const soonEvery = 15

/** Prices agreed with the larger customers, 12 to 22 % below the standard price. */
export function buildContractPrices(
  count: number,
  { customers, skus, date }: { customers: DemoCustomer[]; skus: DemoSku[]; date: Day },
): DemoAgreement[] {
  const chance = chanceOf('contract prices')
  const buyers = customers.filter((customer) => customer.isActive).slice(0, 60)
  const shuffled = chance.shuffled(skus)
  return Array.from({ length: count }, (_, index) => {
    const sku = shuffled[index % shuffled.length] as DemoSku
    const expirationDate = lastDay(chance, index, date)
    return {
      id: index + 1,
      customerId: (buyers[index % buyers.length] as DemoCustomer).id,
      skuId: sku.id,
      contractPrice: percentageOf(sku.price, `0.${1000 - chance.between(120, 220)}`),
      effectiveDate: addDays(date, -chance.between(90, 360)),
      expirationDate,
      minimumQuantity: chance.pick([1, 1, 1, 10, 25, 50] as const),
    }
  })
}

function lastDay(chance: Chance, index: number, date: Day): Day | null {
  if (index === 0) return addDays(date, -12)
  if (index % soonEvery === 0) return addDays(date, chance.between(3, 28))
  return chance.percent(40) ? null : addDays(date, chance.between(60, 400))
}
