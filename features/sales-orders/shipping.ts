import { type Cents, portion, sum } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'

/** A line that may be shipped, and what is free of its SKU beside all that is reserved. */
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
  unitPrice: Cents
  taxAmount: Cents
  /** The tax of the line's units that have left before. */
  shippedTax: Cents
}

/** Units of a line that were counted for a shipment; the line by its id or its number. */
export type CountedUnits = { itemId?: number | undefined; lineNo?: number | undefined } & {
  quantity: number
}

/** Units of a line that leave: some were reserved, the others are taken from what is free. */
export type Leaving = { line: LineToShip; quantity: number; fromReserved: number }

/**
 * What leaves with a shipment: the units counted, or all that have not left. Refuses a line that
 * the order does not have or that is counted twice, and more than is open of it.
 */
export function leavingUnits(
  lines: readonly LineToShip[],
  counted: readonly CountedUnits[] | undefined,
): Leaving[] {
  const asked = counted ? unitsByLine(lines, counted) : undefined
  return lines.flatMap((line) => {
    const quantity = asked ? (asked.get(line.itemId) ?? 0) : openUnits(line)
    if (quantity === 0) return []
    return [{ line, quantity, fromReserved: Math.min(line.qtyReserved, quantity) }]
  })
}

/** The units of a line that have not left. */
export function openUnits(line: { quantity: number; qtyShipped: number }): number {
  return line.quantity - line.qtyShipped
}

/** The counted units by the id of their line. */
export function unitsByLine<
  Line extends { itemId: number; lineNo: number; quantity: number; qtyShipped: number },
>(lines: readonly Line[], counted: readonly CountedUnits[]): Map<number, number> {
  const asked = new Map<number, number>()
  counted.forEach(({ itemId, lineNo, quantity }, index) => {
    const refuse = (field: string, message: string) =>
      invalid([{ path: `items.${index}.${field}`, message }])
    const line = lines.find((each) =>
      itemId === undefined ? each.lineNo === lineNo : each.itemId === itemId,
    )
    if (!line) throw refuse(itemId === undefined ? 'lineNo' : 'itemId', 'No line of this order')
    if (asked.has(line.itemId)) throw refuse('quantity', `Line ${line.lineNo} is counted twice`)
    if (quantity > openUnits(line)) {
      throw refuse('quantity', `Only ${openUnits(line)} of line ${line.lineNo} are open`)
    }
    asked.set(line.itemId, quantity)
  })
  return asked
}

/**
 * What a shipment lacks: for each SKU of which more is to leave than was reserved and is free, how
 * many. Earlier lines take what is free first; no line means that all of it can leave.
 */
export function missingUnits(leaving: readonly Leaving[]): { sku: string; missing: number }[] {
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

/** What a line of a shipment comes to. */
export type LineAmounts = { goods: Cents; tax: Cents }

/**
 * The part of a line's price and tax that leaves with some of its units. Tax is shared by units;
 * the last units take the rest, so that the parts of a line are the line.
 */
export function lineAmounts({ line, quantity }: Leaving): LineAmounts {
  const { unitPrice, taxAmount, shippedTax, qtyShipped } = line
  const taxSoFar = portion(taxAmount, qtyShipped + quantity, line.quantity)
  return {
    // A part of a line whose whole total fits an amount.
    goods: (unitPrice * quantity) as Cents,
    tax: Math.max(0, taxSoFar - shippedTax) as Cents,
  }
}

/** What a shipment comes to. */
export type ShipmentAmounts = { goods: Cents; tax: Cents; shipping: Cents; total: Cents }

/** The sum of its lines, and what the order pays for shipping where it is the order's first. */
export function shipmentAmounts(
  lines: readonly LineAmounts[],
  order: { shippingAmount: Cents; shipmentCount: number },
): ShipmentAmounts {
  const goods = sum(lines.map((line) => line.goods))
  const tax = sum(lines.map((line) => line.tax))
  const shipping = order.shipmentCount === 0 ? order.shippingAmount : (0 as Cents)
  return { goods, tax, shipping, total: sum([goods, tax, shipping]) }
}

/** A line of which units will not be shipped, with what it comes to then. */
export type LoweredLine = {
  line: LineToShip
  off: number
  quantity: number
  totalPrice: Cents
  taxAmount: Cents
  offReserved: number
  offBackordered: number
}

/**
 * Lines after units were taken off them: backordered units go first, prices stay as they were
 * agreed, tax falls with the units. Nothing asked means all that is open.
 */
export function loweredLines(
  lines: readonly LineToShip[],
  counted: readonly CountedUnits[] | undefined,
): LoweredLine[] {
  return leavingUnits(lines, counted).map(({ line, quantity: off }) => {
    const offBackordered = Math.min(line.qtyBackordered, off)
    const quantity = line.quantity - off
    const left = portion(line.taxAmount, quantity, line.quantity)
    return {
      line,
      off,
      quantity,
      totalPrice: (line.unitPrice * quantity) as Cents,
      // What has left keeps the tax it left with.
      taxAmount:
        quantity === line.qtyShipped ? line.shippedTax : (Math.max(left, line.shippedTax) as Cents),
      offReserved: off - offBackordered,
      offBackordered,
    }
  })
}

/** Refuses to ship or cancel nothing at all. */
export function refuseNothing(units: readonly unknown[], sentence: string): void {
  if (units.length === 0) throw new Refusal('refused', 'nothing-open', sentence)
}

/** A line that waits for units, and what is free of its SKU. */
export type Waiting = {
  itemId: number
  orderId: number
  lineNo: number
  skuId: number
  sku: string
  qtyBackordered: number
  available: number
}

/** Units that a waiting line is given. */
export type Filled = { line: Waiting; units: number }

/** Who of those that wait, the oldest first, is given how many of the units that are free. */
export function fillOldestFirst(lines: readonly Waiting[]): Filled[] {
  const free = new Map<number, number>()
  return lines.flatMap((line) => {
    const left = free.get(line.skuId) ?? Math.max(0, line.available)
    const units = Math.min(left, line.qtyBackordered)
    free.set(line.skuId, left - units)
    return units > 0 ? [{ line, units }] : []
  })
}
