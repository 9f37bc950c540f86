import type { ReleaseLine } from '#features/sales-orders/contract.ts'
import type { Cents } from '#platform/kernel/money.ts'
import { leastPassing } from './least-passing.ts'

// Which lines to remove or to reduce so that the total of an order fits. Every total comes from the
// decision on the changed order, because a lower quantity can cost a contract price or free
// shipping.

/** A change of a line that is tried: its quantity, 0 to remove it, or its price. */
export type LineChange = {
  lineNo: number
  quantity?: number | undefined
  unitPrice?: Cents | undefined
}

/** What an order is after a change of its lines. */
type OrderAfter = { total: Cents; isBelowMargin: boolean }

/** The lines of an order that can still change. */
export type HeldLines = {
  lines: readonly {
    lineNo: number
    quantity: number
    /** With tax. */
    amount: Cents
    /** The lowest price that the margin rule accepts, if the line is below it. */
    leastPrice?: Cents | undefined
  }[]
  total: Cents
  /** Decides the order with changed lines; undefined if it would be refused. */
  tryChange(changes: readonly LineChange[]): OrderAfter | undefined
}

/** Which totals are accepted, and by how much the current one is too high. */
type Goal = { accepts: (total: Cents) => boolean; excess: Cents }

// Bounds of the search: how many lines are tried alone, and up to which size an order is searched
// for a smaller quantity, which needs more trials.
const triedLines = 10
const searchedLines = 50

const byAmount = (one: { amount: Cents }, other: { amount: Cents }) => one.amount - other.amount

/** The total after lines were removed or reduced; the current one if that is refused. */
export function totalAfter(
  { total, tryChange }: HeldLines,
  lines: readonly ReleaseLine[],
  act: 'reduce-line' | 'remove-lines',
): Cents {
  const changes = lines.map(({ lineNo, quantity }) => {
    return { lineNo, quantity: act === 'remove-lines' ? 0 : quantity }
  })
  return tryChange(changes)?.total ?? total
}

/** The smallest lines that are large enough to make up for the excess. */
function largeEnough({ lines }: HeldLines, { excess }: Goal) {
  return lines.filter(({ amount }) => amount >= excess).toSorted(byAmount)
}

/**
 * The line whose reduced quantity lowers the total least, with the quantity; undefined if no such
 * line is found, or if the order has too many lines to search.
 */
export function cheapestReduction(order: HeldLines, goal: Goal): LineQuantity | undefined {
  if (order.lines.length > searchedLines) return undefined
  const found = largeEnough(order, goal)
    .slice(0, triedLines)
    .flatMap(({ lineNo, quantity }) => {
      const isAccepted = (fewer: number) => {
        const after = order.tryChange([{ lineNo, quantity: quantity - fewer }])
        return after !== undefined && goal.accepts(after.total)
      }
      const fewer = leastPassing(quantity - 1, isAccepted)
      if (fewer === undefined) return []
      const reduced = { lineNo, quantity: quantity - fewer }
      return [{ ...reduced, total: totalAfter(order, [reduced], 'reduce-line') }]
    })
  const best = found.toSorted((one, other) => other.total - one.total)[0]
  return best && { lineNo: best.lineNo, quantity: best.quantity }
}

type LineQuantity = { lineNo: number; quantity: number }

/**
 * The lines to remove: the smallest line that suffices alone, or else the largest ones. Undefined
 * if no line would be left.
 */
export function cheapestRemoval(order: HeldLines, goal: Goal): ReleaseLine[] | undefined {
  const { lines } = order
  const isAccepted = (removed: readonly { lineNo: number }[]) => {
    const after = order.tryChange(removed.map(({ lineNo }) => ({ lineNo, quantity: 0 })))
    return after !== undefined && goal.accepts(after.total)
  }
  const single = largeEnough(order, goal)
    .slice(0, triedLines)
    .find((line) => lines.length > 1 && isAccepted([line]))
  if (single) return [{ lineNo: single.lineNo }]
  const largest = lines.toSorted((one, other) => byAmount(other, one))
  const count = leastPassing(lines.length - 1, (most) => isAccepted(largest.slice(0, most)))
  if (count === undefined) return undefined
  const removed = largest.slice(0, count).map(({ lineNo }) => ({ lineNo }))
  return removed.toSorted((one, other) => one.lineNo - other.lineNo)
}
