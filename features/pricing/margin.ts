import type { Cents } from '#platform/kernel/money.ts'

/** The margin rule: the least margin of a line in percent of its price; 0 means not below cost. */
export type MarginRule = { minimumPercent: number }

/** The margin rule that the administrator's settings turn on; undefined while it is off. */
export function marginRuleOf(settings: {
  marginBelow: 'accept' | 'hold'
  minimumMarginPercent: number
}): MarginRule | undefined {
  if (settings.marginBelow === 'accept') return undefined
  return { minimumPercent: settings.minimumMarginPercent }
}

/**
 * True if a unit price is below the unit cost, or the part of it above the cost is less than the
 * least margin. A SKU without a cost is never below it.
 */
export function isBelowMargin(unitPrice: Cents, cost: Cents, rule: MarginRule): boolean {
  // Compared in hundredths of cents, so that nothing is rounded.
  return unitPrice * (100 - rule.minimumPercent) < cost * 100
}

/** The lowest unit price that the margin rule accepts for a unit cost, in whole cents. */
export function leastPriceOf(cost: Cents, { minimumPercent }: MarginRule): Cents {
  return Math.ceil((cost * 100) / (100 - minimumPercent)) as Cents
}
