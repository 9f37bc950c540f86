import { may } from '#features/auth/rules.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Flow, statusesOf } from '#platform/kernel/flow.ts'
import {
  type Cents,
  cents,
  fitsMoney,
  formatMoney,
  percentageOf,
  zero,
} from '#platform/kernel/money.ts'
import { multiply } from '#platform/kernel/money.ts'

/** The kinds of stock movements. */
export const moveKinds = [
  'reserve',
  'release',
  'ship',
  'receive',
  'return',
  'adjust',
  'wms_adjust',
  'order',
  'close',
] as const
export type MoveKind = (typeof moveKinds)[number]

/** The status flow of a manual adjustment that needs a second person. */
export const stockAdjustmentFlow = {
  waiting: { approve: 'approved', reject: 'rejected' },
  approved: {},
  rejected: {},
} as const satisfies Flow
export const stockAdjustmentStatuses = statusesOf(stockAdjustmentFlow)
export type StockAdjustmentStatus = (typeof stockAdjustmentStatuses)[number]

/**
 * The value up to which one person may post an adjustment alone (docs/rules.md, Separation of
 * duties).
 */
export const adjustedAlone = cents('1000.00')

/** True if the units are worth more at cost than one person may adjust alone. */
export function needsSecondApproval(units: number, cost: Cents): boolean {
  const value = multiply(cost, Math.abs(units))
  return value === undefined || value > adjustedAlone
}

/** The SKU fields a user may not read. System actions (no user) read all. */
export function hiddenSkuFields(user: { role: string } | undefined): readonly string[] {
  return !user || may(user, 'skus.cost') ? [] : ['cost']
}

/** The prices on a SKU's form; null for a tier without a price. */
export type TierPrices = {
  price: Cents
  tier1Price: Cents | null
  tier2Price: Cents | null
  tier3Price: Cents | null
}

export type TierName = 'tier1Price' | 'tier2Price' | 'tier3Price'

/** A warning about an unusual tier price, for the field it concerns. */
export type TierWarning = { field: TierName; message: string }

/** The usual discount of each tier off the price, in percent. */
export const typicalDiscounts: readonly {
  field: TierName
  name: string
  from: number
  to: number
}[] = [
  { field: 'tier1Price', name: 'Tier 1', from: 5, to: 10 },
  { field: 'tier2Price', name: 'Tier 2', from: 10, to: 15 },
  { field: 'tier3Price', name: 'Tier 3', from: 15, to: 20 },
]

/**
 * Warnings about unusual tier prices (docs/rules.md, Prices): a discount outside its usual range
 * (inclusive), or a tier price above the previous tier's. They never reject a price.
 */
export function tierWarnings(prices: TierPrices): TierWarning[] {
  return typicalDiscounts.flatMap((tier, index) => {
    const amount = prices[tier.field]
    if (amount === null) return []
    const before = previous(prices, index)
    if (amount > before.amount) {
      const message = `${tier.name} is above the ${before.name} of ${formatMoney(before.amount)}`
      return [{ field: tier.field, message }]
    }
    if (isTypical(prices.price, amount, tier)) return []
    const typicalRange = `${tier.from}–${tier.to}%`
    return [
      { field: tier.field, message: `${tier.name} is usually ${typicalRange} below the price` },
    ]
  })
}

/** Compared in cents; a zero price has no discount to compare. */
function isTypical(
  price: Cents,
  amount: Cents,
  { from, to }: { from: number; to: number },
): boolean {
  const discount = (price - amount) * 100
  return price === zero || (discount >= price * from && discount <= price * to)
}

/** The nearest lower tier with a price, or the standard price. */
function previous(prices: TierPrices, index: number): { name: string; amount: Cents } {
  const lower = typicalDiscounts.slice(0, index).toReversed()
  const tier = lower.find(({ field }) => prices[field] !== null)
  const amount = tier ? prices[tier.field] : null
  if (tier && amount !== null) return { name: `${tier.name} price`, amount }
  return { name: 'price', amount: prices.price }
}

/**
 * The margin in percent of the price: price 10.00 at cost 4.00 is 60. Undefined for a zero price.
 */
export function marginPercent(price: Cents, cost: Cents): number | undefined {
  return price === zero ? undefined : ((price - cost) * 100) / price
}

const percentPattern = /^[+-]?\d{1,3}(?:\.\d{1,2})?$/

/** Why an entered percentage is invalid; undefined if valid. */
export function percentProblem(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '') return 'Required'
  if (!percentPattern.test(text)) return 'Must be a percentage with at most two decimals'
  const hundredths = cents(text.replace('+', ''))
  if (hundredths === zero) return 'Must not be zero'
  return hundredths <= -10_000 ? 'Must not reduce the price to zero' : undefined
}

/**
 * Prices changed by a percentage such as `2.5` or `-10`, each rounded half up to the cent; tier
 * prices only if `withTiers`. Undefined if a price exceeds the maximum amount.
 */
export function pricesAfter(
  prices: TierPrices,
  { percent, withTiers }: { percent: string; withTiers: boolean },
): TierPrices | undefined {
  const rate = rateOf(percent)
  const after = (amount: Cents | null) => (amount === null ? null : percentageOf(amount, rate))
  const tier = withTiers ? after : (amount: Cents | null) => amount
  const adjusted = {
    price: percentageOf(prices.price, rate),
    tier1Price: tier(prices.tier1Price),
    tier2Price: tier(prices.tier2Price),
    tier3Price: tier(prices.tier3Price),
  }
  return Object.values(adjusted).every((amount) => fitsMoney(amount ?? 0)) ? adjusted : undefined
}

/** `2.5` percent becomes a rate of `1.0250`, and `-10` becomes `0.9000`. */
export function rateOf(percent: string): string {
  const hundredths = 10_000 + cents(percent.trim().replace('+', ''))
  const digits = String(hundredths).padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** True if the stock is at or below its minimum. */
export function isLow(sku: { currentStock: number; minimumStock: number }): boolean {
  return sku.currentStock <= sku.minimumStock
}

type Priced = { price: string; cost: string | null; averageCost?: string | null }

/**
 * The margin as text, `60.0%`; empty if cost or price is missing. Based on the average cost of the
 * stock if there is or was any, else on the SKU's cost.
 */
export function marginText({ price, cost, averageCost }: Priced): string {
  const unitCost = averageCost ?? cost
  const margin = unitCost === null ? undefined : marginPercent(cents(price), cents(unitCost))
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return margin === undefined ? '' : `${margin.toLocaleString('en-US', digits)}%`
}

type Counters = { onHandDelta: number; reservedDelta: number; onOrderDelta: number }

/** The display texts of the kinds of stock movements. */
export const moveTexts: Record<MoveKind, string> = {
  reserve: 'Reserved',
  release: 'Released',
  ship: 'Shipped',
  receive: 'Received',
  return: 'Returned',
  adjust: 'Adjusted',
  wms_adjust: 'Adjusted by the WMS',
  order: 'Ordered',
  close: 'Order closed',
}

/** Display text of a movement kind. */
export function moveText(kind: MoveKind): string {
  return moveTexts[kind]
}

/** A change with its sign: `+5`, `−3`; empty for zero. */
export function deltaText(delta: number): string {
  if (delta === 0) return ''
  return `${delta > 0 ? '+' : '−'}${Math.abs(delta).toLocaleString('en-US')}`
}

/** The effect of a movement in words, for screen readers: `on hand −3, reserved −3`. */
export function effectText({ onHandDelta, reservedDelta, onOrderDelta }: Counters): string {
  const effects = [
    ['on hand', onHandDelta],
    ['reserved', reservedDelta],
    ['on order', onOrderDelta],
  ] as const
  return effects
    .filter(([, delta]) => delta !== 0)
    .map(([name, delta]) => `${name} ${deltaText(delta)}`)
    .join(', ')
}

/** How long ago a moment was: `12 minutes ago`, `3 hours ago`, `2 days ago`. */
export function ageText(moment: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(moment)) / 60_000))
  if (minutes < 1) return 'just now'
  const [count, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

/** Where the stock figure comes from and how old it is. */
export function sourceText({ lastInventoryUpdate: at }: AgedStock, now: Date): string {
  if (at === null) return 'Entered manually; not counted by the warehouse yet'
  return `Last counted ${ageText(at, now)} (adjusted for later movements)`
}

type AgedStock = { lastInventoryUpdate: string | null }

type Expected = { expectedDate: Day | null; isLate: boolean; quantity: number }

/**
 * The first date on which so many units are free (available to promise): `date` if they already
 * are, else the date of the arrival that makes them enough. Arrivals without a date or past their
 * date do not count. `free` may be negative because of backorders.
 */
export function promiseOn(of: {
  free: number
  quantity: number
  arrivals: readonly Expected[]
  date: Day
}): Day | undefined {
  let units = of.free
  if (units >= of.quantity) return of.date
  for (const { expectedDate, isLate, quantity } of of.arrivals) {
    if (expectedDate === null || isLate) continue
    units += quantity
    if (units >= of.quantity) return expectedDate
  }
  return undefined
}
