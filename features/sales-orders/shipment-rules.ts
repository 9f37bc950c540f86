import { lineTax } from '#features/pricing/sales-tax.ts'
import { type RingFence, ringFencedForOthers, ringFencesAfter } from '#features/stock/rules.ts'
import { type Cents, prorate, sum } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'

/** A line that may ship, with the free stock of its SKU after all reservations and approvals. */
export type LineToShip = {
  itemId: number
  lineNo: number
  skuId: number
  sku: string
  quantity: number
  qtyReserved: number
  qtyBackordered: number
  qtyShipped: number
  available: number
  /** Units of the SKU that binding approvals hold; missing if none. */
  softReserved?: number
  unitPrice: Cents
  taxAmount: Cents
  /** Tax of the units shipped so far. */
  shippedTax: Cents
  /** The sales tax rate of the order; null for orders of earlier versions. */
  taxRate: string | null
}

/** Units of a line; the line is identified by id or number. */
export type CountedUnits = { itemId?: number | undefined; lineNo?: number | undefined } & {
  quantity: number
}

/** Units of a line to ship: reserved ones, and the others from free stock. */
export type ShippedUnits = { line: LineToShip; quantity: number; fromReserved: number }

/**
 * The units to ship: the given ones, or all open units. Throws 422 for an unknown line, a line
 * given twice, and more than the open units.
 */
export function planShippedUnits(
  lines: readonly LineToShip[],
  counted: readonly CountedUnits[] | undefined,
): ShippedUnits[] {
  const unitsToShip = counted ? unitsByLine(lines, counted) : undefined
  return lines.flatMap((line) => {
    const quantity = unitsToShip ? (unitsToShip.get(line.itemId) ?? 0) : openUnits(line)
    if (quantity === 0) return []
    return [{ line, quantity, fromReserved: Math.min(line.qtyReserved, quantity) }]
  })
}

/** The unshipped units of a line. */
export function openUnits(line: { quantity: number; qtyShipped: number }): number {
  return line.quantity - line.qtyShipped
}

/** The given units by line id. Throws 422 as `leavingUnits` does. */
export function unitsByLine<
  Line extends { itemId: number; lineNo: number; quantity: number; qtyShipped: number },
>(lines: readonly Line[], counted: readonly CountedUnits[]): Map<number, number> {
  const unitsToShip = new Map<number, number>()
  counted.forEach(({ itemId, lineNo, quantity }, index) => {
    const refuse = (field: string, message: string) =>
      invalid([{ path: `items.${index}.${field}`, message }])
    const line = lines.find((each) =>
      itemId === undefined ? each.lineNo === lineNo : each.itemId === itemId,
    )
    if (!line)
      throw refuse(itemId === undefined ? 'lineNo' : 'itemId', 'This order has no such line')
    if (unitsToShip.has(line.itemId))
      throw refuse('quantity', `Line ${line.lineNo} is listed twice`)
    if (quantity > openUnits(line)) {
      throw refuse('quantity', `Only ${openUnits(line)} of line ${line.lineNo} are open`)
    }
    unitsToShip.set(line.itemId, quantity)
  })
  return unitsToShip
}

/**
 * The units missing per SKU: unreserved units to ship beyond free stock. Empty if everything can
 * ship.
 */
export function missingUnits(leaving: readonly ShippedUnits[]): { sku: string; missing: number }[] {
  const needed = new Map<number, { sku: string; units: number; available: number }>()
  for (const { line, quantity, fromReserved } of leaving) {
    const { skuId, sku, available } = line
    const units = (needed.get(skuId)?.units ?? 0) + quantity - fromReserved
    needed.set(skuId, { sku, units, available: Math.max(0, available) })
  }
  return [...needed.values()]
    .filter(({ units, available }) => units > available)
    .map(({ sku, units, available }) => ({ sku, missing: units - available }))
}

/**
 * Units that the warehouse reports as shipped: what approvals hold is free for them, because the
 * goods have left. The orders of these approvals are then decided again.
 */
export function reportedUnits(leaving: readonly ShippedUnits[]): ShippedUnits[] {
  return leaving.map(({ line, ...units }) => {
    const available = line.available + (line.softReserved ?? 0)
    return { ...units, line: { ...line, available } }
  })
}

/** The amounts of a shipped line. */
export type LineAmounts = { goods: Cents; tax: Cents }

/**
 * The price and tax of some of a line's open units. Their tax is that of the open units less that
 * of the units which stay open, so that the parts add up to the line.
 */
export function lineAmounts({ line, quantity }: ShippedUnits): LineAmounts {
  const open = openUnits(line)
  return {
    // Cannot overflow, because order line totals are limited to the range of an amount.
    goods: (line.unitPrice * quantity) as Cents,
    tax: (openTaxOf(line, open) - openTaxOf(line, open - quantity)) as Cents,
  }
}

/**
 * The tax of some of the open units of a line (docs/rules.md, Tax and shipping). All of them have
 * the tax of the line less what shipped, which may have had another rate. Fewer have the order's
 * rate; their share by units if the rate is unknown, or if it is not that of the open units.
 */
function openTaxOf(line: LineToShip, units: number): Cents {
  const { unitPrice, taxAmount, shippedTax, taxRate } = line
  const open = openUnits(line)
  const openTax = Math.max(0, taxAmount - shippedTax) as Cents
  if (units === open) return openTax
  const taxAtRate = (count: number, rate: string) => lineTax((unitPrice * count) as Cents, rate)
  const hasRate = taxRate !== null && taxAtRate(open, taxRate) === openTax
  return hasRate ? taxAtRate(units, taxRate) : prorate(openTax, units, open)
}

/** The amounts of a shipment. */
export type ShipmentAmounts = { goods: Cents; tax: Cents; shipping: Cents; total: Cents }

/** The sum of the lines, plus the order's shipping charge on its first shipment. */
export function shipmentAmounts(
  lines: readonly LineAmounts[],
  order: { shippingAmount: Cents; shipmentCount: number },
): ShipmentAmounts {
  const goods = sum(lines.map((line) => line.goods))
  const tax = sum(lines.map((line) => line.tax))
  const shipping = order.shipmentCount === 0 ? order.shippingAmount : (0 as Cents)
  return { goods, tax, shipping, total: sum([goods, tax, shipping]) }
}

/** A line after canceling units, with its new amounts. */
export type ReducedLine = {
  line: LineToShip
  cancelled: number
  quantity: number
  totalPrice: Cents
  taxAmount: Cents
  cancelledReserved: number
  cancelledBackordered: number
}

/**
 * Cancels units of lines, the given ones or all open: backordered units first; prices and the tax
 * of shipped units do not change, and the units that stay open retain their tax. Units of an order
 * on credit hold, or of a parked one, are neither backordered nor reserved.
 */
export function reducedLines(
  lines: readonly LineToShip[],
  counted: readonly CountedUnits[] | undefined,
): ReducedLine[] {
  return planShippedUnits(lines, counted).map(({ line, quantity: cancelled }) => {
    const cancelledBackordered = Math.min(line.qtyBackordered, cancelled)
    const quantity = line.quantity - cancelled
    return {
      line,
      cancelled,
      quantity,
      totalPrice: (line.unitPrice * quantity) as Cents,
      taxAmount: sum([line.shippedTax, openTaxOf(line, openUnits(line) - cancelled)]),
      cancelledReserved: Math.min(line.qtyReserved, cancelled - cancelledBackordered),
      cancelledBackordered,
    }
  })
}

/** Throws 409 if there are no units to ship or cancel. */
export function requireUnits(units: readonly unknown[], sentence: string): void {
  if (units.length === 0) throw new Refusal('refused', 'nothing-open', sentence)
}

/** A backordered line, with the free stock of its SKU. */
export type BackorderedLine = {
  itemId: number
  orderId: number
  customerId: number
  lineNo: number
  skuId: number
  sku: string
  qtyBackordered: number
  available: number
}

/** Units allocated to a backordered line. */
export type BackorderFill = { line: BackorderedLine; units: number }

/**
 * Allocates free stock to backordered lines, in list order (oldest first). Units that are
 * ring-fenced stay free for the lines of their customer.
 */
export function fillOldestFirst(
  lines: readonly BackorderedLine[],
  ringFences: readonly RingFence[],
): BackorderFill[] {
  const free = new Map<number, number>()
  let fences = ringFences
  return lines.flatMap((line) => {
    const { skuId, customerId } = line
    const freeUnits = free.get(skuId) ?? Math.max(0, line.available)
    const kept = ringFencedForOthers(fences, { skuId, customerId })
    const units = Math.min(Math.max(0, freeUnits - kept), line.qtyBackordered)
    free.set(skuId, freeUnits - units)
    fences = ringFencesAfter(fences, { skuId, customerId, reserved: units })
    return units > 0 ? [{ line, units }] : []
  })
}
