import type { ManualPriceRights, PriceSource, UnitPrice } from '#features/pricing/rules.ts'
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
 * Current prices, by SKU, of SKUs whose total quantity does not change, that have partly shipped,
 * or that replace returned goods. Manual prices are excluded, because they apply to one line only.
 */
export function retainedPrices(
  before: SalesOrderDetails,
  items: Items,
): NonNullable<OrderFacts['agreedPrices']> {
  const hasSameQuantity = sameQuantity(before, items)
  const shippedSkus = new Set(
    before.items.flatMap((line) => (line.qtyShipped > 0 ? line.skuId : [])),
  )
  const retainedLines = before.items.filter(({ skuId, quantity, priceSource }) => {
    const isListed = quantity > 0 && priceSource !== 'manual'
    const isAgreed = priceSource === 'replacement' || shippedSkus.has(skuId)
    return isListed && (isAgreed || hasSameQuantity(skuId))
  })
  return new Map(retainedLines.map((line) => [line.skuId, priceOf(line)]))
}

/**
 * Throws 409 if a SKU that replaces returned goods would have more units than now: its price was
 * agreed for the returned units (docs/rules.md, Returns).
 */
export function guardReplacedUnits({ items: current }: SalesOrderDetails, items: Items): void {
  const [before, after] = [requestedBySku(current), requestedBySku(items)]
  for (const { skuId, sku, quantity, priceSource } of current) {
    const units = before.get(skuId) ?? 0
    const isMore = priceSource === 'replacement' && quantity > 0 && (after.get(skuId) ?? 0) > units
    if (!isMore) continue
    const sentence = `This order replaces ${units} of ${sku}. Enter more units in a new order`
    throw new Refusal('refused', 'replacement-units', sentence)
  }
}

function sameQuantity(before: SalesOrderDetails, items: Items): (skuId: number) => boolean {
  const requested = requestedBySku(items)
  const current = requestedBySku(before.items)
  return (skuId) => requested.get(skuId) === current.get(skuId)
}

function priceOf({ unitPrice, priceSource }: SalesOrderItem): UnitPrice {
  return { unitPrice: cents(unitPrice), priceSource: priceSource as PriceSource }
}

/** True if the request does not change the line's price: no price, or the current one. */
export function isPriceUnchanged(
  previous: SalesOrderItem | undefined,
  manualPrice: string | null | undefined,
): boolean {
  if (manualPrice === undefined) return true
  if (previous?.priceSource !== 'manual') return manualPrice === null
  return manualPrice !== null && cents(manualPrice) === cents(previous.unitPrice)
}

type Line = SalesLineForm & { previous: SalesOrderItem | undefined }

/**
 * Splits the lines into prices to decide again and manual prices that do not change; a manual price
 * remains while its SKU's total quantity does not change. Throws for a price change on a partly
 * shipped line, and 403 for removing a manual price without the permission.
 */
export function manualPrices(
  lines: readonly Line[],
  { before, prices }: { before: SalesOrderDetails; prices: ManualPriceRights },
): { items: SalesLineForm[]; fixed: (UnitPrice | undefined)[] } {
  const hasSameQuantity = sameQuantity(before, [...lines])
  const found = lines.map(({ skuId, quantity, manualPrice, previous }) => {
    const isUnchanged = isPriceUnchanged(previous, manualPrice)
    const hasShipped = previous !== undefined && previous.qtyShipped > 0
    if (hasShipped && !isUnchanged) guardShippedPrice(previous, manualPrice)
    if (!isUnchanged && manualPrice === null && !prices.mayOverride) throw priceChangeForbidden()
    const retainsManualPrice =
      previous?.priceSource === 'manual' && isUnchanged && (hasShipped || hasSameQuantity(skuId))
    const override = retainsManualPrice || hasShipped ? {} : { manualPrice }
    return {
      item: { skuId, quantity, ...override },
      price: retainsManualPrice ? priceOf(previous) : undefined,
    }
  })
  return { items: found.map(({ item }) => item), fixed: found.map(({ price }) => price) }
}

function guardShippedPrice(
  previousItem: SalesOrderItem,
  manualPrice: string | null | undefined,
): void {
  if (typeof manualPrice === 'string' && cents(manualPrice) === cents(previousItem.unitPrice))
    return
  const { qtyShipped, sku, lineNo } = previousItem
  const sentence = `${qtyShipped} of ${sku} on line ${lineNo} have shipped, so its price is fixed`
  throw new Refusal('refused', 'already-shipped', sentence)
}

function priceChangeForbidden(): Refusal {
  return new Refusal('forbidden', 'forbidden', 'Your role cannot change prices')
}
