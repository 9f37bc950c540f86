import type { PriceRights, PriceSource, UnitPrice } from '#features/pricing/rules.ts'
import type {
  SalesOrderChanges,
  SalesOrderDetails,
  SalesOrderItem,
} from '#features/sales-orders/contract.ts'
import { requestedBySku } from '#features/stock/rules.ts'
import { cents } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { SalesLineForm } from '../../contract.ts'
import type { OrderFacts } from '../../rules.ts'

// What the lines of an order that is changed keep of their prices.

type Items = NonNullable<SalesOrderChanges['items']>

/**
 * The prices by the list of SKUs of which as many are wanted as before, or some have left at that
 * price. What was typed by hand stands on its line alone.
 */
export function retainedPrices(
  before: SalesOrderDetails,
  items: Items,
): NonNullable<OrderFacts['kept']> {
  const isAsMany = sameUnits(before, items)
  const left = new Set(before.items.flatMap((line) => (line.qtyShipped > 0 ? line.skuId : [])))
  const same = before.items.filter(({ skuId, quantity, priceSource }) => {
    const isListed = quantity > 0 && priceSource !== 'manual'
    return isListed && (left.has(skuId) || isAsMany(skuId))
  })
  return new Map(same.map((line) => [line.skuId, priceOf(line)]))
}

function sameUnits(before: SalesOrderDetails, items: Items): (skuId: number) => boolean {
  const wanted = requestedBySku(items)
  const had = requestedBySku(before.items)
  return (skuId) => wanted.get(skuId) === had.get(skuId)
}

function priceOf({ unitPrice, priceSource }: SalesOrderItem): UnitPrice {
  return { unitPrice: cents(unitPrice), priceSource: priceSource as PriceSource }
}

/** Whether nothing new is said of a line's price: nothing at all, or what stands there. */
export function isPriceKept(
  was: SalesOrderItem | undefined,
  manualPrice: string | null | undefined,
): boolean {
  if (manualPrice === undefined) return true
  if (was?.priceSource !== 'manual') return manualPrice === null
  return manualPrice !== null && cents(manualPrice) === cents(was.unitPrice)
}

/** The line that a wanted one was: by its number, in its place, else the first of its SKU. */
export function linesBefore(
  before: readonly SalesOrderItem[],
  items: Items,
): (SalesOrderItem | undefined)[] {
  const taken = new Set<SalesOrderItem>()
  const take = (found: SalesOrderItem | undefined) => {
    if (found) taken.add(found)
    return found
  }
  const exact = items.map(({ lineNo, skuId }, index) => {
    const number = lineNo ?? index + 1
    const isIt = (was: SalesOrderItem) => was.lineNo === number && was.skuId === skuId
    return take(before.find((was) => isIt(was) && was.quantity > 0))
  })
  return items.map(({ skuId }, index) => {
    const isFree = (was: SalesOrderItem) => {
      return was.skuId === skuId && was.quantity > 0 && !taken.has(was)
    }
    return exact[index] ?? take(before.find(isFree))
  })
}

type Line = SalesLineForm & { was: SalesOrderItem | undefined }

/**
 * What is decided anew of the lines' prices, and what was typed by hand and stays as long as no
 * other number of its SKU is wanted. Refuses another price for what has left in part, and to take
 * back a typed price from who may not type one.
 */
export function manualPrices(
  lines: readonly Line[],
  { before, prices }: { before: SalesOrderDetails; prices: PriceRights },
): { items: SalesLineForm[]; fixed: (UnitPrice | undefined)[] } {
  const isAsMany = sameUnits(before, [...lines])
  const found = lines.map(({ skuId, quantity, manualPrice, was }) => {
    const isKept = isPriceKept(was, manualPrice)
    const hasLeft = was !== undefined && was.qtyShipped > 0
    if (hasLeft && !isKept) guardLeft(was, manualPrice)
    if (!isKept && manualPrice === null && !prices.mayOverride) throw mayNot()
    const stays = was?.priceSource === 'manual' && isKept && (hasLeft || isAsMany(skuId))
    const asked = stays || hasLeft ? {} : { manualPrice }
    return { item: { skuId, quantity, ...asked }, price: stays ? priceOf(was) : undefined }
  })
  return { items: found.map(({ item }) => item), fixed: found.map(({ price }) => price) }
}

function guardLeft(was: SalesOrderItem, manualPrice: string | null | undefined): void {
  if (typeof manualPrice === 'string' && cents(manualPrice) === cents(was.unitPrice)) return
  const { qtyShipped, sku, lineNo } = was
  const sentence = `${qtyShipped} of ${sku} on line ${lineNo} have left at their price, so it stays`
  throw new Refusal('refused', 'already-shipped', sentence)
}

function mayNot(): Refusal {
  return new Refusal('forbidden', 'forbidden', 'Your role does not allow to change a price')
}
