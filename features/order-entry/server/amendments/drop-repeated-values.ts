import type { SalesOrderChanges, SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { cents } from '#platform/kernel/money.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import { matchExistingLines } from './revised-lines.ts'

// The lines of a change as decided later: an order may be sent as it was returned.

/**
 * The change without what it only repeats: the empty lines of a header-only order, cancelled lines
 * and prices. Throws 422 for no lines, for quantity 0 on a line that has units, and for a price
 * other than that of the line, because only `manualPrice` sets one.
 */
export function dropRepeatedValues(
  before: SalesOrderDetails,
  form: SalesOrderChanges,
): SalesOrderChanges {
  const { items, ...otherChanges } = form
  if (!items || (before.headerOnly && items.length === 0)) return otherChanges
  const errors = [...quantityErrors(before, items), ...priceErrors(before, items)]
  if (errors.length > 0) throw invalid(errors)
  const remainingItems = items.flatMap(({ unitPrice: _, ...item }) =>
    item.quantity > 0 ? [item] : [],
  )
  if (remainingItems.length > 0) return { ...otherChanges, items: remainingItems }
  throw invalid([{ path: 'items', message: 'At least one item is required' }])
}

type Items = NonNullable<SalesOrderChanges['items']>

function quantityErrors(before: SalesOrderDetails, items: Items) {
  const cancelled = before.items.filter(({ quantity }) => quantity === 0)
  const isCancelled = (lineNo?: number) => cancelled.some((line) => line.lineNo === lineNo)
  return items.flatMap(({ quantity, lineNo }, index) =>
    quantity > 0 || isCancelled(lineNo)
      ? []
      : [{ path: `items.${index}.quantity`, message: 'Quantity must be at least 1' }],
  )
}

function priceErrors(before: SalesOrderDetails, items: Items) {
  const message = 'To change the price of a line, set manualPrice'
  const lines = matchExistingLines(before.items, items)
  return items.flatMap(({ unitPrice, manualPrice, quantity }, index) => {
    if (unitPrice === undefined || quantity === 0) return []
    const acceptedPrices = [lines[index]?.unitPrice, manualPrice].filter(
      (price) => typeof price === 'string',
    )
    const isAccepted = acceptedPrices.some((price) => cents(price) === cents(unitPrice))
    return isAccepted ? [] : [{ path: `items.${index}.unitPrice`, message }]
  })
}
