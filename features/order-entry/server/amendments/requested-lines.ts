import type { SalesOrderChanges, SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { cents } from '#platform/kernel/money.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import { linesBefore } from './retained-prices.ts'

// The lines of a change as decided later: an order may be sent as it was returned.

/**
 * The change without what it only repeats: the empty lines of a header-only order, cancelled lines
 * and prices. Throws 422 for no lines, for quantity 0 on a line that has units, and for a price
 * other than that of the line, because only `manualPrice` sets one.
 */
export function withoutRepeated(
  before: SalesOrderDetails,
  form: SalesOrderChanges,
): SalesOrderChanges {
  const { items, ...rest } = form
  if (!items || (before.headerOnly && items.length === 0)) return rest
  const wrong = [...wrongQuantities(before, items), ...wrongPrices(before, items)]
  if (wrong.length > 0) throw invalid(wrong)
  const kept = items.flatMap(({ unitPrice: _, ...item }) => (item.quantity > 0 ? [item] : []))
  if (kept.length > 0) return { ...rest, items: kept }
  throw invalid([{ path: 'items', message: 'At least one item is required' }])
}

type Items = NonNullable<SalesOrderChanges['items']>

function wrongQuantities(before: SalesOrderDetails, items: Items) {
  const cancelled = before.items.filter(({ quantity }) => quantity === 0)
  const isCancelled = (lineNo?: number) => cancelled.some((line) => line.lineNo === lineNo)
  return items.flatMap(({ quantity, lineNo }, index) =>
    quantity > 0 || isCancelled(lineNo)
      ? []
      : [{ path: `items.${index}.quantity`, message: 'Quantity must be at least 1' }],
  )
}

function wrongPrices(before: SalesOrderDetails, items: Items) {
  const message = 'To change the price of a line, set manualPrice'
  const lines = linesBefore(before.items, items)
  return items.flatMap(({ unitPrice, manualPrice, quantity }, index) => {
    if (unitPrice === undefined || quantity === 0) return []
    const known = [lines[index]?.unitPrice, manualPrice].filter(
      (price) => typeof price === 'string',
    )
    const isKnown = known.some((price) => cents(price) === cents(unitPrice))
    return isKnown ? [] : [{ path: `items.${index}.unitPrice`, message }]
  })
}
