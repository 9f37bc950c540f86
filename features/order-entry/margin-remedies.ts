import { checkCredit } from '#features/credit/rules.ts'
import type { ReleaseLine, ReleaseStep } from '#features/sales-orders/contract.ts'
import { type Cents, decimal, formatDecimal } from '#platform/kernel/money.ts'
import type { CreditHold } from './credit-remedies.ts'
import { type HeldLines, totalAfter } from './line-remedies.ts'
import { changesOf, type Remedy, removalOf } from './remedies.ts'
import { listed } from './remedy-texts.ts'

// Which prices to raise or which lines to remove so that the margin rule accepts an order.

/** True if the margin rule accepts the order after these steps, and the credit a higher total. */
export function passesMargin(
  { credit, order }: { credit: CreditHold | undefined; order: HeldLines },
  steps: readonly ReleaseStep[],
): boolean {
  return steps.every((step) => {
    if (step.act === 'release') return true
    const changed = order.tryChange(changesOf(step))
    if (!changed || changed.isBelowMargin) return false
    if (changed.total <= order.total || !credit) return true
    return checkCredit(credit.facts, changed.total).approved
  })
}

/** What makes the margin rule accept an order: higher prices, or without its lines. */
export function marginRemedies(held: {
  credit: CreditHold | undefined
  order: HeldLines
}): Remedy[] {
  const { order } = held
  const below = order.lines.flatMap(({ lineNo, leastPrice }) => {
    return leastPrice === undefined ? [] : [{ lineNo, unitPrice: decimal(leastPrice) }]
  })
  if (below.length === 0) return []
  const raised = order.tryChange(changesOf({ act: 'raise-prices', lines: below }))
  const removed = below.map(({ lineNo }) => ({ lineNo }))
  const hasOthers = below.length < order.lines.length
  return [
    ...(raised ? [priceRaise(below, (raised.total - order.total) as Cents)] : []),
    ...(hasOthers
      ? [removalOf(removed, (order.total - totalAfter(order, removed, 'remove-lines')) as Cents)]
      : []),
  ].filter(({ steps }) => passesMargin(held, steps))
}

function priceRaise(lines: PriceOfLine[], amount: Cents): Remedy {
  const texts = lines.map(({ lineNo, unitPrice }) => {
    return `line ${lineNo} to ${formatDecimal(unitPrice)}`
  })
  const noun = lines.length === 1 ? 'price' : 'prices'
  return {
    sentence: `Raise the ${noun} of ${listed(texts)}`,
    amount,
    steps: [{ act: 'raise-prices', lines }],
  }
}

type PriceOfLine = ReleaseLine & Required<Pick<ReleaseLine, 'unitPrice'>>
