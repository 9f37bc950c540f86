import { lineTax } from '#features/pricing/sales-tax.ts'
import type { AmendedLine } from '#features/sales-orders/server/service.ts'
import type { SalesOrderChanges, SalesOrderItem } from '#features/sales-orders/contract.ts'
import { openUnits } from '#features/sales-orders/shipment-rules.ts'
import { type Cents, cents, prorate, sum, zero } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { isPriceUnchanged } from './retained-prices.ts'
import { validationOf } from '../../order-validation.ts'
import type { DecidedLine, Decision, OrderFacts } from '../../rules.ts'

// Changes the lines of an order that was sent to the warehouse. Line numbers do not change, because
// the warehouse and the shipments refer to them, and only unshipped units change.

type ChangedItem = NonNullable<SalesOrderChanges['items']>[number]

/** A line before the change, as far as its new units and amounts depend on it. */
export type PreviousLine = Pick<
  SalesOrderItem,
  | 'id'
  | 'lineNo'
  | 'skuId'
  | 'quantity'
  | 'unitPrice'
  | 'taxAmount'
  | 'qtyShipped'
  | 'qtyReserved'
  | 'qtyBackordered'
> & { priceSource: string }

/** A line after the change, and before the change if it existed. */
export type RevisedLine<Previous extends PreviousLine = SalesOrderItem> = {
  lineNo: number
  skuId: number
  quantity: number
  /** A manual price; null restores the list price. */
  manualPrice?: string | null | undefined
  previous: Previous | undefined
}

/** A line of an order, or of the receipt of a change. */
export type AnyRevisedLine = RevisedLine<PreviousLine>

/**
 * Matches each requested line to an existing one: by its number, else the first of its SKU, else a
 * new line after the last. Lines not in the request remain with quantity zero. Throws if a line has
 * a different SKU, or fewer units than have shipped.
 */
export function matchLines(
  before: readonly SalesOrderItem[],
  requested: readonly ChangedItem[],
): RevisedLine[] {
  const found = new Map<SalesOrderItem, RevisedLine>()
  const newLines: RevisedLine[] = []
  const matchedByNumber = requested.map((item, index) => ({
    item,
    index,
    was: findByLineNo(before, item, index),
  }))
  const matched = new Set(matchedByNumber.flatMap(({ was }) => was ?? []))
  let lastLineNo = Math.max(0, ...before.map(({ lineNo }) => lineNo))
  for (const { item, index, was: byLineNo } of matchedByNumber) {
    const { skuId, quantity, manualPrice } = item
    const previous = byLineNo ?? before.find((each) => isUnmatched(each, skuId, matched))
    if (previous && found.has(previous))
      throw lineError(index, 'lineNo', `Line ${previous.lineNo} is listed twice`)
    if (previous) {
      matched.add(previous)
      if (quantity < previous.qtyShipped) throw lineError(index, 'quantity', shippedText(previous))
      found.set(previous, { lineNo: previous.lineNo, skuId, quantity, manualPrice, previous })
    } else {
      lastLineNo += 1
      newLines.push({ lineNo: lastLineNo, skuId, quantity, manualPrice, previous: undefined })
    }
  }
  return [...before.map((previous) => found.get(previous) ?? removedLine(previous)), ...newLines]
}

function lineError(index: number, field: string, message: string) {
  return invalid([{ path: `items.${index}.${field}`, message }])
}

function findByLineNo(
  before: readonly SalesOrderItem[],
  { lineNo, skuId }: ChangedItem,
  index: number,
) {
  if (lineNo === undefined) return undefined
  const previous = before.find((each) => each.lineNo === lineNo)
  if (!previous) throw lineError(index, 'lineNo', 'This order has no such line')
  if (previous.skuId === skuId) return previous
  throw lineError(
    index,
    'skuId',
    `The SKU of line ${lineNo} cannot change. Remove the line and add another`,
  )
}

function isUnmatched(
  previous: SalesOrderItem,
  skuId: number,
  matched: ReadonlySet<SalesOrderItem>,
): boolean {
  return previous.skuId === skuId && previous.quantity > 0 && !matched.has(previous)
}

function shippedText({ qtyShipped, sku, lineNo }: SalesOrderItem): string {
  return `${qtyShipped} of ${sku} on line ${lineNo} have already shipped`
}

function removedLine(previousItem: SalesOrderItem): RevisedLine {
  const { lineNo, skuId, qtyShipped } = previousItem
  if (qtyShipped === 0) return { lineNo, skuId, quantity: 0, previous: previousItem }
  throw new Refusal(
    'refused',
    'already-shipped',
    `${shippedText(previousItem)}, so the line cannot be removed`,
  )
}

/** True if there is no new line, and no line changes quantity or price. */
export function isUnchanged(lines: readonly RevisedLine[]): boolean {
  return lines.every(({ previous, quantity, manualPrice }) => {
    return previous?.quantity === quantity && isPriceUnchanged(previous, manualPrice)
  })
}

type PricingInput = {
  decidedLines: readonly DecidedLine[]
  shippedTax: ReadonlyMap<number, Cents>
  /** The open units have another tax rate or place than before the change. */
  isMoved: boolean
  /** The rate that holds now; undefined for a receipt of an earlier version. */
  taxRate: string | undefined
}

/**
 * Adds prices and tax to the lines. An unchanged line does not change its tax, unless the rate or
 * place is another; shipped units retain the tax they shipped with, and the open units are taxed on
 * their own (docs/rules.md, Tax and shipping).
 */
export function pricedLines<Line extends AnyRevisedLine>(
  lines: readonly Line[],
  { decidedLines, shippedTax, isMoved: hasNewTax, taxRate }: PricingInput,
) {
  const remaining = [...decidedLines]
  return lines.map((line) => {
    const { previous, quantity }: AnyRevisedLine = line
    const price = quantity > 0 ? remaining.shift() : undefined
    if (!price) return { ...line, ...zeroLine(previous as PreviousLine) }
    const { unitPrice, priceSource, totalPrice } = price
    const isSame = previous?.quantity === quantity && cents(previous.unitPrice) === unitPrice
    const shipped = previous?.qtyShipped ?? 0
    const taxShipped = previous ? (shippedTax.get(previous.id) ?? zero) : zero
    const openPrice = (unitPrice * openUnits({ quantity, qtyShipped: shipped })) as Cents
    const taxAgain =
      taxRate === undefined
        ? earlierTax(price, { shipped, taxShipped, hasNewTax })
        : sum([taxShipped, lineTax(openPrice, taxRate)])
    const taxAmount = isSame && !hasNewTax ? cents(previous.taxAmount) : taxAgain
    return { ...line, unitPrice, priceSource, totalPrice, taxAmount }
  })
}

/**
 * The tax of a line as versions without `isTaxedByOpenUnits` decided it: at an unchanged place, all
 * units at the rate of now. It is needed to make the decisions of their receipts again.
 */
function earlierTax(
  { quantity, taxAmount }: DecidedLine,
  shipment: { shipped: number; taxShipped: Cents; hasNewTax: boolean },
): Cents {
  const { shipped, taxShipped, hasNewTax } = shipment
  if (quantity === shipped) return taxShipped
  if (!hasNewTax) return Math.max(taxAmount, taxShipped) as Cents
  return (taxShipped + taxAmount - prorate(taxAmount, shipped, quantity)) as Cents
}

function zeroLine({ unitPrice, priceSource }: PreviousLine) {
  const noAmount = 0 as Cents
  return { unitPrice: cents(unitPrice), priceSource, totalPrice: noAmount, taxAmount: noAmount }
}

type StockInput = {
  /** Free stock of a SKU after all reservations, including those of this order. */
  freeOf: (skuId: number) => number
  /** An order on credit hold reserves no stock. */
  isHeld: boolean
}

/**
 * Reserved and backordered units per line: a lower quantity reduces the backorder first, a higher
 * one reserves free stock and backorders the rest. Unchanged lines are not affected.
 */
export function allocateRevisedLines<Line extends AnyRevisedLine>(
  lines: readonly Line[],
  { freeOf: freeStockOf, isHeld }: StockInput,
): (Line & Pick<AmendedLine, 'reserved' | 'backordered' | 'cancelled'>)[] {
  const freeBySku = new Map<number, number>()
  const reducedLines = lines.map((line) => {
    const { previous, skuId, quantity } = line
    const cancelled = Math.max(0, (previous?.quantity ?? quantity) - quantity)
    const backordered = Math.max(0, (previous?.qtyBackordered ?? 0) - cancelled)
    const reservedReduction = cancelled - ((previous?.qtyBackordered ?? 0) - backordered)
    const reserved = isHeld ? 0 : Math.max(0, (previous?.qtyReserved ?? 0) - reservedReduction)
    const released = (previous?.qtyReserved ?? 0) - reserved
    freeBySku.set(skuId, (freeBySku.get(skuId) ?? freeStockOf(skuId)) + released)
    return { ...line, reserved, backordered: isHeld ? 0 : backordered, cancelled }
  })
  return reducedLines.map((line) => {
    const added = line.quantity - (line.previous?.quantity ?? 0)
    if (added <= 0 || isHeld) return line
    const allocated = Math.min(added, Math.max(0, freeBySku.get(line.skuId) ?? 0))
    freeBySku.set(line.skuId, (freeBySku.get(line.skuId) ?? 0) - allocated)
    const { reserved, backordered } = line
    return { ...line, reserved: reserved + allocated, backordered: backordered + added - allocated }
  })
}

/**
 * The 409 refusal of a change that adds backordered units to an order that may not backorder, with
 * the current figures; undefined if it adds none.
 */
export function refusalOfStock(
  facts: OrderFacts,
  lines: readonly (RevisedLine & { backordered: number })[],
  revised: Decision,
): Refusal | undefined {
  const shortages = lines.flatMap(({ skuId, backordered, previous }) => {
    const extra = backordered - (previous?.qtyBackordered ?? 0)
    return extra > 0 ? [`${facts.skus.get(skuId)?.sku ?? skuId} is ${extra} short`] : []
  })
  if (shortages.length === 0) return undefined
  const sentence = `Not enough stock: ${shortages.slice(0, 3).join('; ')}`
  const current = validationOf(revised)
  return new Refusal('refused', 'insufficient-stock', sentence, [], { current })
}

type Amounts = { totalPrice: Cents; taxAmount: Cents }

/** The totals after the change, with this shipping charge. */
export function revisedTotals(lines: readonly Amounts[], shippingAmount: Cents) {
  const subtotal = sum(lines.map(({ totalPrice }) => totalPrice))
  const taxAmount = sum(lines.map((line) => line.taxAmount))
  return { subtotal, taxAmount, shippingAmount, total: sum([subtotal, taxAmount, shippingAmount]) }
}

/** Unshipped units of all lines. */
export function openUnitsOf(lines: readonly RevisedLine[]): number {
  return lines.reduce((total, { quantity, previous }) => {
    return total + openUnits({ quantity, qtyShipped: previous?.qtyShipped ?? 0 })
  }, 0)
}

/**
 * Matches each requested line to an existing line: by number or position, else the first with the
 * same SKU.
 */
export function matchExistingLines(
  before: readonly SalesOrderItem[],
  items: readonly ChangedItem[],
): (SalesOrderItem | undefined)[] {
  const matched = new Set<SalesOrderItem>()
  const markMatched = (found: SalesOrderItem | undefined) => {
    if (found) matched.add(found)
    return found
  }
  const exactMatches = items.map(({ lineNo, skuId }, index) => {
    const number = lineNo ?? index + 1
    const isExactMatch = (previous: SalesOrderItem) =>
      previous.lineNo === number && previous.skuId === skuId
    return markMatched(before.find((previous) => isExactMatch(previous) && previous.quantity > 0))
  })
  return items.map(({ skuId }, index) => {
    const isUnmatched = (previous: SalesOrderItem) => {
      return previous.skuId === skuId && previous.quantity > 0 && !matched.has(previous)
    }
    return exactMatches[index] ?? markMatched(before.find(isUnmatched))
  })
}
