import type { SalesOrderItem } from './contract.ts'

// When a new order resembles another of its customer, so that it is parked until somebody decides:
// the customer PO is the same, or the lines are nearly the same.

/**
 * A customer PO as it is compared: without case, blanks and leading zeros; one of zeros alone keeps
 * them. The statement of `readSamePos` compares in the same way.
 */
export function poKey(customerPO: string): string {
  const withoutBlanks = customerPO.toLowerCase().replaceAll(/\s/g, '')
  return withoutBlanks.replace(/^0+/, '') || withoutBlanks
}

/** The units of each SKU over all lines. */
export function unitsBySku(
  lines: readonly { skuId: number; quantity: number }[],
): Map<number, number> {
  const units = new Map<number, number>()
  for (const { skuId, quantity } of lines) units.set(skuId, (units.get(skuId) ?? 0) + quantity)
  return units
}

/**
 * Whether two orders have the same SKUs, each with quantities that differ by at most so many
 * percent of the larger one. An order without lines resembles none.
 */
export function hasSimilarLines(
  one: ReadonlyMap<number, number>,
  other: ReadonlyMap<number, number>,
  tolerancePercent: number,
): boolean {
  if (one.size === 0 || one.size !== other.size) return false
  return [...one].every(([skuId, units]) => {
    const others = other.get(skuId)
    if (others === undefined) return false
    const larger = Math.max(units, others)
    return Math.abs(units - others) * 100 <= larger * tolerancePercent
  })
}

type ComparableItem = Pick<SalesOrderItem, 'skuId' | 'sku' | 'name' | 'quantity' | 'qtyCancelled'>

/** The ordered units of a SKU in both orders, for the comparison side by side. */
type ComparedLine = {
  skuId: number
  sku: string
  name: string
  units: number
  /** In the order that it resembles. */
  resembledUnits: number
}

/** The lines of both orders by SKU: first those of the new order, then what only the other has. */
export function comparedLines(
  items: readonly ComparableItem[],
  resembledItems: readonly ComparableItem[],
): ComparedLine[] {
  const [units, resembledUnits] = [orderedUnits(items), orderedUnits(resembledItems)]
  const bySku = new Map([...resembledItems, ...items].map((item) => [item.skuId, item]))
  const skuIds = new Set([...units.keys(), ...resembledUnits.keys()])
  return [...skuIds].flatMap((skuId) => {
    const item = bySku.get(skuId)
    if (!item) return []
    const { sku, name } = item
    const counts = {
      units: units.get(skuId) ?? 0,
      resembledUnits: resembledUnits.get(skuId) ?? 0,
    }
    return [{ skuId, sku, name, ...counts }]
  })
}

/** What was ordered, with units that were cancelled since. */
function orderedUnits(items: readonly ComparableItem[]): Map<number, number> {
  return unitsBySku(
    items.map(({ skuId, quantity, qtyCancelled }) => {
      return { skuId, quantity: quantity + qtyCancelled }
    }),
  )
}

/** Why an order cannot be replaced by the order that resembles it; undefined if it can. */
export function whyNotReplace({
  orderNumber,
  status,
}: {
  orderNumber: string
  status: string
}): string | undefined {
  if (status === 'pending') return undefined
  if (status === 'cancelled') return `${orderNumber} is cancelled. Place this order instead`
  return `${orderNumber} is ${status}. Only a pending order can be replaced`
}
