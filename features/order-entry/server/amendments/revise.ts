import { assessCredit } from '#features/credit/rules.ts'
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

// How the lines of an order that the warehouse had are changed: they keep their numbers, by which
// the warehouse and the shipments know them, and only what has not left changes.

type Wanted = NonNullable<SalesOrderChanges['items']>[number]

/** A line as it will be, and as it was where it was there. */
export type RevisedLine = {
  lineNo: number
  skuId: number
  quantity: number
  /** A price in place of the one of the price list, null to go back to it. */
  manualPrice?: string | null | undefined
  was: SalesOrderItem | undefined
}

/**
 * Which line each wanted one is: by its number, else the first of its SKU, else a new one behind
 * the last. Lines that nobody wants any more are kept with nothing. Refuses another SKU on a line,
 * and fewer units than have left.
 */
export function matchLines(
  before: readonly SalesOrderItem[],
  wanted: readonly Wanted[],
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
    if (was && found.has(was)) throw refuse(index, 'lineNo', `Line ${was.lineNo} is there twice`)
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

function byNumber(before: readonly SalesOrderItem[], { lineNo, skuId }: Wanted, index: number) {
  if (lineNo === undefined) return undefined
  const was = before.find((each) => each.lineNo === lineNo)
  if (!was) throw refuse(index, 'lineNo', 'No line of this order')
  if (was.skuId === skuId) return was
  throw refuse(index, 'skuId', `Line ${lineNo} keeps its SKU. Remove it and add another line`)
}

function isFree(was: SalesOrderItem, skuId: number, taken: ReadonlySet<SalesOrderItem>): boolean {
  return was.skuId === skuId && was.quantity > 0 && !taken.has(was)
}

function leftAlready({ qtyShipped, sku, lineNo }: SalesOrderItem): string {
  return `${qtyShipped} of ${sku} on line ${lineNo} have left already`
}

function emptied(was: SalesOrderItem): RevisedLine {
  const { lineNo, skuId, qtyShipped } = was
  if (qtyShipped === 0) return { lineNo, skuId, quantity: 0, was }
  throw new Refusal('refused', 'already-shipped', `${leftAlready(was)}, so the line stays`)
}

/** True where no line is new and none has another quantity or price. */
export function isUnchanged(lines: readonly RevisedLine[]): boolean {
  return lines.every(({ was, quantity, manualPrice }) => {
    return was?.quantity === quantity && isPriceKept(was, manualPrice)
  })
}

type Priced = {
  decided: readonly DecidedLine[]
  shippedTax: ReadonlyMap<number, Cents>
  /** The goods go to where another tax holds. */
  isMoved: boolean
}

/**
 * The lines with what they cost: one of which nothing changed keeps its tax as it keeps its price,
 * unless its goods go to another place, and what has left keeps the tax it left with.
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
  /** What is free of a SKU beside all that is reserved, by this order as well. */
  freeOf: (skuId: number) => number
  /** An order on hold for credit holds nothing. */
  isHeld: boolean
}

/**
 * What each line holds: a line that wants fewer gives up what is backordered first, one that wants
 * more takes what is free and waits for the rest. Lines that do not change keep what they hold.
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

/** Refuses a change by which more waits for goods, where this order may not wait. */
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

/** Refuses a change by which the order costs more than the credit covers of what has not left. */
export function guardCredit(
  facts: OrderFacts,
  { decision, ...costing }: Costing & { decision: Decision },
): void {
  const credit = creditOf(facts, costing)
  if (credit && !credit.approved) throw refusalOf(facts, { ...decision, credit })
}

/** The same of an order whose lines are not decided again. */
export function guardTotal(facts: OrderFacts, costing: Costing): void {
  const credit = creditOf(facts, costing)
  if (!credit || credit.approved) return
  const sentence = credit.message ?? 'The credit of this customer does not cover the new total'
  throw new Refusal('refused', 'credit-limit-exceeded', sentence)
}

/** What the credit says of an order that costs more than before; undefined where nobody asks. */
function creditOf({ customer, zeroMeans }: OrderFacts, { before, total }: Costing) {
  if (before.holdReason === 'credit' || total <= cents(before.totalAmount)) return undefined
  const open = Math.max(0, total - cents(before.shippedAmount)) as Cents
  return customer && assessCredit({ ...customer, zeroMeans }, open)
}

type Amounts = { totalPrice: Cents; taxAmount: Cents }

/** What the order costs then; what it pays for shipping stays once the first shipment paid it. */
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

/** Units of all lines that have not left. */
export function openOf(lines: readonly RevisedLine[]): number {
  return lines.reduce((total, { quantity, was }) => {
    return total + openUnits({ quantity, qtyShipped: was?.qtyShipped ?? 0 })
  }, 0)
}
