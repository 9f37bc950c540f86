import { checkCredit } from '#features/credit/rules.ts'
import type { AmendedLine } from '#features/sales-orders/server/service.ts'
import type {
  SalesOrderChanges,
  SalesOrderDetails,
  SalesOrderItem,
} from '#features/sales-orders/contract.ts'
import { openUnits } from '#features/sales-orders/shipping.ts'
import { type Cents, cents, sum, portion } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { isPriceKept } from './retained-prices.ts'
import { refusalOf } from '../placing/refusals.ts'
import { type DecidedLine, type Decision, type OrderFacts } from '../../rules.ts'

// Changes the lines of an order that was sent to the warehouse. Line numbers do not change, because
// the warehouse and the shipments refer to them, and only unshipped units change.

type ChangedItem = NonNullable<SalesOrderChanges['items']>[number]

/** A line after the change, and before the change if it existed. */
export type RevisedLine = {
  lineNo: number
  skuId: number
  quantity: number
  /** A manual price; null restores the list price. */
  manualPrice?: string | null | undefined
  was: SalesOrderItem | undefined
}

/**
 * Matches each requested line to an existing one: by its number, else the first of its SKU, else a
 * new line after the last. Lines not in the request remain with quantity zero. Throws if a line has
 * a different SKU, or fewer units than have shipped.
 */
export function matchLines(
  before: readonly SalesOrderItem[],
  wanted: readonly ChangedItem[],
): RevisedLine[] {
  const found = new Map<SalesOrderItem, RevisedLine>()
  const fresh: RevisedLine[] = []
  const numbered = wanted.map((item, index) => ({
    item,
    index,
    was: byNumber(before, item, index),
  }))
  const taken = new Set(numbered.flatMap(({ was }) => was ?? []))
  let last = Math.max(0, ...before.map(({ lineNo }) => lineNo))
  for (const { item, index, was: named } of numbered) {
    const { skuId, quantity, manualPrice } = item
    const was = named ?? before.find((each) => isFree(each, skuId, taken))
    if (was && found.has(was)) throw refuse(index, 'lineNo', `Line ${was.lineNo} is listed twice`)
    if (was) {
      taken.add(was)
      if (quantity < was.qtyShipped) throw refuse(index, 'quantity', leftAlready(was))
      found.set(was, { lineNo: was.lineNo, skuId, quantity, manualPrice, was })
    } else {
      last += 1
      fresh.push({ lineNo: last, skuId, quantity, manualPrice, was: undefined })
    }
  }
  return [...before.map((was) => found.get(was) ?? emptied(was)), ...fresh]
}

function refuse(index: number, field: string, message: string) {
  return invalid([{ path: `items.${index}.${field}`, message }])
}

function byNumber(
  before: readonly SalesOrderItem[],
  { lineNo, skuId }: ChangedItem,
  index: number,
) {
  if (lineNo === undefined) return undefined
  const was = before.find((each) => each.lineNo === lineNo)
  if (!was) throw refuse(index, 'lineNo', 'This order has no such line')
  if (was.skuId === skuId) return was
  throw refuse(
    index,
    'skuId',
    `The SKU of line ${lineNo} cannot change. Remove the line and add another`,
  )
}

function isFree(was: SalesOrderItem, skuId: number, taken: ReadonlySet<SalesOrderItem>): boolean {
  return was.skuId === skuId && was.quantity > 0 && !taken.has(was)
}

function leftAlready({ qtyShipped, sku, lineNo }: SalesOrderItem): string {
  return `${qtyShipped} of ${sku} on line ${lineNo} have already shipped`
}

function emptied(was: SalesOrderItem): RevisedLine {
  const { lineNo, skuId, qtyShipped } = was
  if (qtyShipped === 0) return { lineNo, skuId, quantity: 0, was }
  throw new Refusal(
    'refused',
    'already-shipped',
    `${leftAlready(was)}, so the line cannot be removed`,
  )
}

/** True if there is no new line, and no line changes quantity or price. */
export function isUnchanged(lines: readonly RevisedLine[]): boolean {
  return lines.every(({ was, quantity, manualPrice }) => {
    return was?.quantity === quantity && isPriceKept(was, manualPrice)
  })
}

type Priced = {
  decided: readonly DecidedLine[]
  shippedTax: ReadonlyMap<number, Cents>
  /** The new ship-to address has a different tax. */
  isMoved: boolean
}

/**
 * Adds prices and tax to the lines. An unchanged line does not change its tax, unless the goods go
 * to another tax place; shipped units retain the tax they shipped with.
 */
export function pricedLines(
  lines: readonly RevisedLine[],
  { decided, shippedTax, isMoved }: Priced,
) {
  const rest = [...decided]
  return lines.map((line) => {
    const { was, quantity } = line
    const price = quantity > 0 ? rest.shift() : undefined
    if (!price) return { ...line, ...nothing(was as SalesOrderItem) }
    const { unitPrice, priceSource, totalPrice, taxAmount } = price
    const isSame = was?.quantity === quantity && cents(was.unitPrice) === unitPrice
    const left = was ? (shippedTax.get(was.id) ?? 0) : 0
    const shipped = was?.qtyShipped ?? 0
    const moved = left + taxAmount - portion(taxAmount, shipped, quantity)
    const taxed = isSame ? cents(was.taxAmount) : Math.max(taxAmount, left)
    const tax = !isSame && quantity === shipped ? left : isMoved ? moved : taxed
    return { ...line, unitPrice, priceSource, totalPrice, taxAmount: tax as Cents }
  })
}

function nothing({ unitPrice, priceSource }: SalesOrderItem) {
  const none = 0 as Cents
  return { unitPrice: cents(unitPrice), priceSource, totalPrice: none, taxAmount: none }
}

type Stock = {
  /** Free stock of a SKU after all reservations, including those of this order. */
  freeOf: (skuId: number) => number
  /** An order on credit hold reserves no stock. */
  isHeld: boolean
}

/**
 * Reserved and backordered units per line: a lower quantity reduces the backorder first, a higher
 * one reserves free stock and backorders the rest. Unchanged lines are not affected.
 */
export function heldLines<Line extends RevisedLine>(
  lines: readonly Line[],
  { freeOf, isHeld }: Stock,
): (Line & Pick<AmendedLine, 'reserved' | 'backordered' | 'cancelled'>)[] {
  const free = new Map<number, number>()
  const lowered = lines.map((line) => {
    const { was, skuId, quantity } = line
    const cancelled = Math.max(0, (was?.quantity ?? quantity) - quantity)
    const backordered = Math.max(0, (was?.qtyBackordered ?? 0) - cancelled)
    const off = cancelled - ((was?.qtyBackordered ?? 0) - backordered)
    const reserved = isHeld ? 0 : Math.max(0, (was?.qtyReserved ?? 0) - off)
    const given = (was?.qtyReserved ?? 0) - reserved
    free.set(skuId, (free.get(skuId) ?? freeOf(skuId)) + given)
    return { ...line, reserved, backordered: isHeld ? 0 : backordered, cancelled }
  })
  return lowered.map((line) => {
    const more = line.quantity - (line.was?.quantity ?? 0)
    if (more <= 0 || isHeld) return line
    const found = Math.min(more, Math.max(0, free.get(line.skuId) ?? 0))
    free.set(line.skuId, (free.get(line.skuId) ?? 0) - found)
    const { reserved, backordered } = line
    return { ...line, reserved: reserved + found, backordered: backordered + more - found }
  })
}

/** Throws 409 if the change adds backordered units and this order may not backorder. */
export function guardStock(
  facts: OrderFacts,
  lines: readonly (RevisedLine & { backordered: number })[],
): void {
  const short = lines.flatMap(({ skuId, backordered, was }) => {
    const more = backordered - (was?.qtyBackordered ?? 0)
    return more > 0 ? [`${facts.skus.get(skuId)?.sku ?? skuId} is ${more} short`] : []
  })
  if (short.length === 0) return
  const sentence = `Not enough stock: ${short.slice(0, 3).join('; ')}`
  throw new Refusal('refused', 'insufficient-stock', sentence)
}

type Costing = { before: SalesOrderDetails; total: Cents }

/** Throws 409 if a higher total exceeds the credit available for the unshipped amount. */
export function guardCredit(
  facts: OrderFacts,
  { decision, ...costing }: Costing & { decision: Decision },
): void {
  const credit = creditOf(facts, costing)
  if (credit && !credit.approved) throw refusalOf(facts, { ...decision, credit })
}

/** Same check for an order whose lines are not decided again. */
export function guardTotal(facts: OrderFacts, costing: Costing): void {
  const credit = creditOf(facts, costing)
  if (!credit || credit.approved) return
  const sentence = credit.message ?? 'The credit of this customer does not cover the new total'
  throw new Refusal('refused', 'credit-limit-exceeded', sentence)
}

/** The credit check for a higher total; undefined on credit hold or if the total does not rise. */
function creditOf({ customer, zeroMeans }: OrderFacts, { before, total }: Costing) {
  if (before.holdReason === 'credit' || total <= cents(before.totalAmount)) return undefined
  const open = Math.max(0, total - cents(before.shippedAmount)) as Cents
  return customer && checkCredit({ ...customer, zeroMeans }, open)
}

type Amounts = { totalPrice: Cents; taxAmount: Cents }

/** The totals after the change; shipping does not change after the first shipment. */
export function revisedTotals(
  lines: readonly Amounts[],
  { shipping, before }: { shipping: Cents; before: SalesOrderDetails },
) {
  const subtotal = sum(lines.map(({ totalPrice }) => totalPrice))
  const taxAmount = sum(lines.map((line) => line.taxAmount))
  const paid = before.shipmentCount > 0
  const shippingAmount = paid ? cents(before.shippingAmount) : shipping
  return { subtotal, taxAmount, shippingAmount, total: sum([subtotal, taxAmount, shippingAmount]) }
}

/** Unshipped units of all lines. */
export function openOf(lines: readonly RevisedLine[]): number {
  return lines.reduce((total, { quantity, was }) => {
    return total + openUnits({ quantity, qtyShipped: was?.qtyShipped ?? 0 })
  }, 0)
}
