import { importHoldNote } from '#features/order-entry/imported-order-choice.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { isSameUnit, unitCodeOf } from '#features/skus/units-of-measure.ts'
import { cents, decimal, multiply } from '#platform/kernel/money.ts'
import {
  type AcknowledgedLine,
  type PurchaseOrderLine850,
  type PurchaseOrder850,
} from '../inbound/purchase-order-850.ts'
import { isSamePrice, type OrderAcknowledgment } from '../inbound/purchase-order-850.ts'
import { dayOfText } from '../../rules.ts'

// Decides the 855 answer to an order, and the reason to hold it.

/** A line with its SKU and quantity; undefined where they could not be matched. */
export type FoundLine = {
  line: PurchaseOrderLine850
  sku: { id: number; sku: string; unit: string } | undefined
  /** The code of the inactive SKU that it names, if no active one matches it. */
  inactiveSku?: string | undefined
  units: number | undefined
  /** The unit of `units`: the ordered one, or ours if it was corrected before. */
  unit: string
  /** How many of `unit` one ordered unit is. */
  factor: number
}

export type AcknowledgmentFacts = {
  purchaseOrder: PurchaseOrder850
  lines: readonly FoundLine[]
  today: string
}

type Item = SalesOrderDetails['items'][number]
export type Hold = {
  reason: 'credit' | 'price' | 'manual' | 'duplicate' | 'margin' | 'stock'
  reasons: string[]
  /** A user requested it, or a condition or a similar PO needs review: no line is promised. */
  isRequested: boolean
}

/** Pairs each line with its order item; null for a line that was not accepted. */
function itemsOf(order: SalesOrderDetails | null, lines: readonly FoundLine[]): (Item | null)[] {
  const items = [...(order?.items ?? [])]
  return lines.map(({ sku, units }) =>
    order && sku && units !== undefined ? (items.shift() ?? null) : null,
  )
}

function hasOtherUnit({ unit, sku }: FoundLine): boolean {
  return sku !== undefined && !isSameUnit(unit, sku.unit)
}

/** Our price of one ordered unit. */
function priceOfUnit({ unitPrice }: Item, { factor }: FoundLine): string {
  const price = multiply(cents(unitPrice), factor)
  return price === undefined ? unitPrice : decimal(price)
}

type HoldInput = {
  order: SalesOrderDetails
  lines: readonly FoundLine[]
  unknownSku: 'drop' | 'hold'
  mayBeShort: boolean
  heldBy: string | undefined
  /** The conditions of the 850 that need review. */
  conditions: readonly string[]
  /** Which order has the same PO but for blanks and leading zeros, as a sentence. */
  similarPo: string | undefined
}

/** Returns the hold with the highest-ranked reason; null if the order needs no review. */
export function holdOf(input: HoldInput): Hold | null {
  const { order, lines, unknownSku, mayBeShort: acceptsBackorder } = input
  const { heldBy, conditions, similarPo } = input
  const items = itemsOf(order, lines)
  const holds: [Hold['reason'], string][] = []
  if (heldBy) holds.push(['manual', importHoldNote(heldBy)])
  for (const condition of conditions) holds.push(['manual', condition])
  if (similarPo !== undefined) holds.push(['duplicate', similarPo])
  if (order.holdReason === 'credit') holds.push(['credit', 'Credit not approved'])
  if (order.holdReason === 'margin') holds.push(['margin', 'A price is below the minimum margin'])
  for (const [index, found] of lines.entries()) {
    const item = items[index]
    const { lineNo, price, unit } = found.line
    const ourPrice = item ? priceOfUnit(item, found) : price
    if (item && !isSamePrice(price, ourPrice)) {
      holds.push(['price', `Line ${lineNo}: customer price $${price}, our price $${ourPrice}`])
    }
    if (item && hasOtherUnit(found)) {
      holds.push(['manual', `Line ${lineNo}: ordered in ${unit}, sold in ${item.unitOfMeasure}`])
    }
    if (!item && unknownSku === 'hold') {
      holds.push(['manual', `Line ${lineNo}: unknown SKU or invalid quantity`])
    }
  }
  const backordered = order.items.filter(({ qtyBackordered }) => qtyBackordered > 0)
  if (backordered.length > 0 && !acceptsBackorder) {
    const skus = backordered.map(({ sku }) => sku).slice(0, 5)
    holds.push([
      'stock',
      `Not enough stock of ${skus.join(', ')}, and the customer accepts no backorders`,
    ])
  }
  const reasonPriority = ['credit', 'price', 'manual', 'duplicate', 'margin', 'stock'] as const
  const reason = reasonPriority.find((each) => holds.some(([kind]) => kind === each))
  const reasons = holds.map(([, sentence]) => sentence)
  const isRequested = heldBy !== undefined || conditions.length > 0 || similarPo !== undefined
  return reason ? { reason, reasons, isRequested } : null
}

type AcknowledgmentInput = AcknowledgmentFacts & {
  order: SalesOrderDetails | null
  hold: Hold | null
}

/** Builds the 855 answer; without an order it rejects every line. */
export function buildAcknowledgment({
  purchaseOrder,
  lines,
  today,
  order,
  hold,
}: AcknowledgmentInput): OrderAcknowledgment {
  const items = itemsOf(order, lines)
  return {
    purpose: purchaseOrder.purpose === '01' ? '01' : '00',
    isRefused: order === null,
    number: purchaseOrder.number,
    date: purchaseOrder.date,
    orderNumber: order?.orderNumber ?? null,
    today,
    lines: lines.map((found, index): AcknowledgedLine => {
      const item = items[index] ?? null
      const price = item ? priceOfUnit(item, found) : found.line.price
      return { orderLine: found.line, price, acks: acksOf(found, { item, order, hold, today }) }
    }),
  }
}

type LineFacts = {
  item: Item | null
  order: SalesOrderDetails | null
  hold: Hold | null
  today: string
}

function acksOf(
  found: FoundLine,
  { item, order, hold, today }: LineFacts,
): AcknowledgedLine['acks'] {
  const { quantity, unit, price, correctedQuantity } = found.line
  const allUnits = (code: AcknowledgedLine['acks'][number]['code']) => [
    { code, quantity, unit, day: null },
  ]
  if (!item) return allUnits('IR')
  const isOnHold = order?.holdReason === 'margin' || order?.holdReason === 'parked'
  if (hold?.reason === 'credit' || isOnHold) return allUnits('IH')
  if (!isSamePrice(price, priceOfUnit(item, found))) return allUnits('IP')
  if (hasOtherUnit(found) || hold?.isRequested) return allUnits('IH')
  const requestedDay = (order?.shipDate ?? today).replaceAll('-', '')
  const shipDay = dayOfText(requestedDay > today ? requestedDay : today) ?? null
  const { qtyReserved, qtyBackordered } = item
  const accepted = correctedQuantity === undefined ? ('IA' as const) : ('IQ' as const)
  const acks = [
    { code: accepted, ...inOrderedUnit(qtyReserved, found), day: shipDay },
    { code: 'IB' as const, ...inOrderedUnit(qtyBackordered, found), day: null },
  ]
  return acks.filter(({ quantity: units }) => units !== '0')
}

/** Units of ours in the ordered unit, or in ours if they are no whole number of it. */
function inOrderedUnit(units: number, { line, sku, factor }: FoundLine) {
  if (units % factor === 0) return { quantity: String(units / factor), unit: line.unit }
  return { quantity: String(units), unit: unitCodeOf(sku?.unit ?? line.unit) }
}
