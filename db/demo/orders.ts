import {
  type AgreedPrice,
  type Charges,
  type PricedLine,
  linePrice,
  type Totals,
  totalsOf,
} from '#features/pricing/rules.ts'
import type { SalesOrderStatus } from '#features/sales-orders/rules.ts'
import type { Day } from '#platform/kernel/days.ts'
import { basketsOf, weightedPick, type BasketLine } from './order-lines.ts'
import { dayOf, daysLater, hourMs, type WorkingDay } from './calendar.ts'
import { type Chance, chanceOf, deckOf } from './seeded-random.ts'
import type { DemoAgreement } from './contract-prices.ts'
import type { DemoCustomer } from './customers.ts'
import type { DemoSku } from './skus.ts'

export type OrderSource = 'web' | 'phone' | 'edi' | 'csv' | 'api'
export type DemoUser = 'user' | 'clerk' | 'sales' | 'warehouse'

/** A step of an order's life: flow verb, new status, time and user. */
export type Step = { verb: string; to: SalesOrderStatus; at: number; by: DemoUser }

export type DemoLine = PricedLine & { skuId: number; quantity: number }

export type DemoOrder = {
  id: number
  placedAt: number
  day: Day
  customer: DemoCustomer
  source: OrderSource
  customerPO: string | null
  by: DemoUser
  lines: DemoLine[]
  totals: Totals
  status: SalesOrderStatus
  steps: Step[]
}

const sources = [
  ['web', 46],
  ['phone', 27],
  ['edi', 14],
  ['csv', 8],
  ['api', 5],
] as const

const clerks = { web: 'user', phone: 'clerk', edi: 'sales', csv: 'sales', api: 'sales' } as const
const cancelledPercent = 2.4

type Business = {
  customers: readonly DemoCustomer[]
  skus: readonly DemoSku[]
  agreements: readonly DemoAgreement[]
  days: readonly WorkingDay[]
  pending: number
  inWarehouse: number
  now: Date
  chargesOf(customer: DemoCustomer): Charges
}

/**
 * The orders of the history in order of placement. The last ones are pending, those before them are
 * in the warehouse; the others completed the steps that time allowed.
 */
export function buildOrders(business: Business): DemoOrder[] {
  const chance = chanceOf('orders')
  const source = deckOf(chance, sources)
  const basket = basketsOf(chance, business.skus)
  const customer = buyersOf(chance, business.customers)
  const agreed = agreementsOf(business.agreements)
  const moments = momentsOf(chance, business.days)
  const now = business.now.getTime()
  const orders = moments.map((placedAt, index) => {
    const buyer = customer(index < moments.length / 2)
    const from = source()
    const order = {
      id: index + 1,
      placedAt,
      day: dayOf(placedAt),
      customer: buyer,
      source: from,
      customerPO: chance.percent(72) ? `PO-${chance.between(10_000, 99_999)}` : null,
      by: clerks[from],
    }
    const priced = pricedOf(basket(), { order, agreed, charges: business.chargesOf(buyer) })
    const isPending = index >= moments.length - business.pending
    return { ...order, ...priced, steps: isPending ? [] : stepsOf(chance, placedAt, now) }
  })
  const started = orders.filter(({ steps }) => steps[0]?.verb === 'process')
  // One in four of the newest orders is already shipped, so that every day has shipments.
  const slow = started.toReversed().filter((_order, index) => index % 4 !== 3)
  const waiting = new Set(slow.slice(0, business.inWarehouse))
  return orders.map((order): DemoOrder => {
    const steps = reached(order.steps, { now, isWaiting: waiting.has(order) })
    return { ...order, steps, status: steps.at(-1)?.to ?? 'pending' }
  })
}

/**
 * The steps of an order up to now: orders waiting in the warehouse stop there, the rest have
 * shipped.
 */
function reached(
  steps: readonly Step[],
  { now, isWaiting }: { now: number; isWaiting: boolean },
): Step[] {
  const shipped = steps.map((step) => {
    return step.verb === 'ship' ? { ...step, at: Math.min(step.at, now) } : step
  })
  return shipped.filter(({ at }, index) => index === 0 || (at <= now && !isWaiting))
}

/** Order times, ascending, all distinct to the millisecond. */
function momentsOf(chance: Chance, days: readonly WorkingDay[]): number[] {
  let last = 0
  return days.flatMap(({ orders, opens, closes }) => {
    const shares = Array.from({ length: orders }, () => chance.share()).sort((a, b) => a - b)
    return shares.map((share) => {
      last = Math.max(last + 1, opens + Math.floor(share * (closes - opens)))
      return last
    })
  })
}

/** Inactive customers bought only in the first half of the history. */
function buyersOf(chance: Chance, customers: readonly DemoCustomer[]) {
  const buyer = weightedPick(chance, chance.shuffled(customers), 25)
  return (isLongAgo: boolean): DemoCustomer => {
    for (;;) {
      const found = buyer()
      if (found.isActive || isLongAgo) return found
    }
  }
}

function agreementsOf(agreements: readonly DemoAgreement[]): Map<string, AgreedPrice[]> {
  const agreed = new Map<string, AgreedPrice[]>()
  for (const each of agreements) {
    const parties = `${each.customerId} ${each.skuId}`
    agreed.set(parties, [...(agreed.get(parties) ?? []), each])
  }
  return agreed
}

type Pricing = {
  order: { customer: DemoCustomer; day: Day }
  agreed: ReadonlyMap<string, AgreedPrice[]>
  charges: Charges
}

/** The lines and totals, by the same rules as for real orders. */
function pricedOf(basketLines: BasketLine[], { order, agreed, charges }: Pricing) {
  const { customer, day } = order
  const prices = basketLines.map(({ sku, quantity }) => ({
    quantity,
    ...linePrice({
      prices: sku,
      priceLevel: customer.priceLevel,
      agreed: agreed.get(`${customer.id} ${sku.id}`) ?? [],
      quantity,
      date: day,
    }),
  }))
  const found = totalsOf(prices, charges)
  if (!found) throw new RangeError('A demo order is larger than an order can be')
  const lines = found.lines.map((line, index) => {
    const { sku, quantity } = basketLines[index] as BasketLine
    return { ...line, skuId: sku.id, quantity }
  })
  return { lines, totals: found.totals }
}

/** All steps after placement, including future ones. */
function stepsOf(chance: Chance, placedAt: number, now: number): Step[] {
  const cancelledAt = placedAt + Math.ceil((chance.share() + 0.01) * 20 * hourMs)
  if (chance.percent(cancelledPercent)) {
    const at = Math.min(cancelledAt, Math.max(now, placedAt + 1))
    return [{ verb: 'cancel', to: 'cancelled', at, by: 'sales' }]
  }
  const processed = daysLater(placedAt, 1, chance.share())
  const shipped = daysLater(processed, chance.between(1, 3), chance.share())
  const delivered = daysLater(shipped, chance.between(2, 5), chance.share())
  const processedAt = Math.min(processed, Math.max(now, placedAt + 1))
  return [
    { verb: 'process', to: 'processing', at: processedAt, by: 'sales' },
    { verb: 'ship', to: 'shipped', at: shipped, by: 'warehouse' },
    { verb: 'deliver', to: 'delivered', at: delivered, by: 'warehouse' },
  ]
}
