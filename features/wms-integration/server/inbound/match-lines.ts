import { isUnitOfAnswer } from '#features/skus/units-of-measure.ts'
import { goodsLine } from '../../protocol.ts'
import { unreadField } from '#platform/kernel/stored-json.ts'

/** A document line with units still to be shipped or received. */
export type OpenLine = {
  itemId: number
  lineNo: number
  sku: string
  /** The unit of measure of the SKU. */
  unit: string
  open: number
}

/** The result for one line of a message. */
export type LineResult = { sku: string; quantity: number; result: string }

/** The effect of an event: a result per line, and a problem that needs review. */
export type Effect = { results?: LineResult[]; problem?: string }

/**
 * Allocates the units of a message to the open lines of a document, and reports what did not match.
 * A quantity in a unit other than the SKU's is not converted, because it needs review.
 */
export function allocateToOpenLines(open: readonly OpenLine[], lines: readonly unknown[]) {
  const openUnits = new Map(open.map(({ itemId, open: units }) => [itemId, units]))
  const counted = new Map<number, number>()
  const results = lines.map((rawLine): LineResult => {
    const parsed = goodsLine.safeParse(rawLine)
    if (!parsed.success) {
      const field = unreadField(parsed.error) || 'the line'
      return { sku: '', quantity: 0, result: `${field} is not valid` }
    }
    const { sku, quantity, lineNo, unit } = parsed.data
    const own = open.filter((line) => {
      const isSku = line.sku.toLowerCase() === sku.toLowerCase()
      return isSku && (lineNo === undefined || line.lineNo === lineNo)
    })
    const other = own.find((line) => unit !== undefined && !isUnitOfAnswer(unit, line.unit))
    if (other) {
      const result = `${quantity} ${unit}, but the SKU is stocked in ${other.unit}`
      return { sku, quantity, result }
    }
    let remaining = quantity
    for (const { itemId } of own) {
      const allocated = Math.min(remaining, openUnits.get(itemId) ?? 0)
      openUnits.set(itemId, (openUnits.get(itemId) ?? 0) - allocated)
      remaining -= allocated
      if (allocated > 0) counted.set(itemId, (counted.get(itemId) ?? 0) + allocated)
    }
    if (own.length === 0) return { sku, quantity, result: 'not on the order' }
    return {
      sku,
      quantity,
      result: remaining === 0 ? 'applied' : `${remaining} more than the open quantity`,
    }
  })
  return { counted, results }
}
