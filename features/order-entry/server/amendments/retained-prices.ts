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

// Which prices do not change when the lines of an order are changed.

type Items = NonNullable<SalesOrderChanges['items']>

/**
 * Current prices, by SKU, of SKUs whose total quantity does not change or that have partly shipped.
 * Manual prices are excluded, because they apply to one line only.
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

/** True if the request does not change the line's price: no price, or the current one. */
export function isPriceKept(
  was: SalesOrderItem | undefined,
  manualPrice: string | null | undefined,
): boolean {
  if (manualPrice === undefined) return true
  if (was?.priceSource !== 'manual') return manualPrice === null
  return manualPrice !== null && cents(manualPrice) === cents(was.unitPrice)
}

/**
 * Matches each requested line to an existing line: by number or position, else the first with the
 * same SKU.
 */
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
 * Splits the lines into prices to decide again and manual prices that do not change; a manual price
 * remains while its SKU's total quantity does not change. Throws for a price change on a partly
 * shipped line, and 403 for removing a manual price without the permission.
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
    const override = stays || hasLeft ? {} : { manualPrice }
    return { item: { skuId, quantity, ...override }, price: stays ? priceOf(was) : undefined }
  })
  return { items: found.map(({ item }) => item), fixed: found.map(({ price }) => price) }
}

function guardLeft(was: SalesOrderItem, manualPrice: string | null | undefined): void {
  if (typeof manualPrice === 'string' && cents(manualPrice) === cents(was.unitPrice)) return
  const { qtyShipped, sku, lineNo } = was
  const sentence = `${qtyShipped} of ${sku} on line ${lineNo} have shipped, so its price is fixed`
  throw new Refusal('refused', 'already-shipped', sentence)
}

function mayNot(): Refusal {
  return new Refusal('forbidden', 'forbidden', 'Your role cannot change prices')
}
