import type { SalesOrderDetails, SalesOrderItem } from '#features/sales-orders/contract.ts'
import { cents } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { DecidedLine } from '../../rules.ts'

type PriceOfLine = Pick<DecidedLine, 'quantity' | 'unitPrice' | 'isBelowMargin'>

/**
 * Whether a change must be released for its margin: a line below the least margin is new, or has a
 * lower price or more units than before. `previous` has the lines before the change, in the order
 * of `lines`. Throws 409 for an order in processing.
 */
export function needsMarginRelease(
  { status }: Pick<SalesOrderDetails, 'status'>,
  lines: readonly PriceOfLine[],
  previous: readonly (SalesOrderItem | undefined)[],
): boolean {
  const isNeeded = lines.some((line, index) => line.isBelowMargin && isWorse(line, previous[index]))
  if (!isNeeded || status === 'pending') return isNeeded
  const sentence =
    'A price of this change is below the minimum margin. Raise it, or recall the order first: ' +
    'then it waits on hold for a release'
  throw new Refusal('refused', 'below-margin', sentence)
}

function isWorse(
  { quantity, unitPrice }: PriceOfLine,
  before: SalesOrderItem | undefined,
): boolean {
  if (!before) return true
  return unitPrice < cents(before.unitPrice) || quantity > before.quantity
}
