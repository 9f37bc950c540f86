import type { SalesOrderDetails, SalesOrderItem } from '#features/sales-orders/contract.ts'
import { cents } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { DecidedLine } from '../../rules.ts'

type PriceOfLine = Pick<DecidedLine, 'quantity' | 'unitPrice' | 'isBelowMargin'>

/** A line before the change, as far as it matters for the margin. */
type PriceBefore = Pick<SalesOrderItem, 'unitPrice' | 'quantity'>

/** Why a change is refused whose prices the margin rule does not accept. */
export const belowMarginSentence =
  'A price of this change is below the minimum margin. Raise it, or recall the order first: ' +
  'then it waits on hold for a release'

/**
 * Whether a change must be released for its margin: a line below the least margin is new, or has a
 * lower price or more units than before. `previous` has the lines before the change, in the order
 * of `lines`. Throws 409 for an order in processing.
 */
export function needsMarginRelease(
  { status }: Pick<SalesOrderDetails, 'status'>,
  lines: readonly PriceOfLine[],
  previous: readonly (PriceBefore | undefined)[],
): boolean {
  const isNeeded = hasWorseMargin(lines, previous)
  if (!isNeeded || status === 'pending') return isNeeded
  throw new Refusal('refused', 'below-margin', belowMarginSentence)
}

/** Whether a line below the least margin is new, or has a lower price or more units than before. */
export function hasWorseMargin(
  lines: readonly PriceOfLine[],
  previous: readonly (PriceBefore | undefined)[],
): boolean {
  return lines.some((line, index) => line.isBelowMargin && isWorse(line, previous[index]))
}

function isWorse({ quantity, unitPrice }: PriceOfLine, before: PriceBefore | undefined): boolean {
  if (!before) return true
  return unitPrice < cents(before.unitPrice) || quantity > before.quantity
}
