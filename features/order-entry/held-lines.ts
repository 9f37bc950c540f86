import { leastPriceOf } from '#features/pricing/margin.ts'
import { type Cents, decimal, sum, zero } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { HeldLines, LineChange } from './line-remedies.ts'
import type { DecidedLine, Decision, OrderFacts, RequestedOrder } from './rules.ts'

type Items = RequestedOrder['items']

type LineAmounts = Pick<DecidedLine, 'quantity' | 'totalPrice' | 'taxAmount'>

/** A line as it is on the order, with its number. */
type NumberedLine = LineAmounts & Pick<DecidedLine, 'skuId' | 'isBelowMargin'> & { lineNo: number }

/** Remedies are tried as if somebody who may do everything made the change. */
export const allRights = { mayOverride: true, mayGoBelowCost: true }

/** The lines of an order that may change, with the decision on a change of them. */
export function heldLinesOf(
  { lines, total }: { lines: readonly NumberedLine[]; total: Cents },
  { facts, decide }: { facts: OrderFacts; decide: (items: NumberedItems) => Decision },
): HeldLines {
  return {
    total,
    lines: lines.map(({ lineNo, skuId, quantity, totalPrice, taxAmount, isBelowMargin }) => ({
      lineNo,
      quantity,
      amount: sum([totalPrice, taxAmount]),
      leastPrice: isBelowMargin ? leastPriceFor(facts, skuId) : undefined,
    })),
    tryChange: (changes) => {
      const items = itemsAfter(lines, changes)
      if (items.length === 0) return undefined
      const decision = refusedAsUndefined(() => decide(items))
      return (
        decision && {
          total: decision.totals.total,
          isBelowMargin: decision.isHeldForMargin === true,
        }
      )
    },
  }
}

/** No lines that could change: of an order by total, or one that has left. */
export function noLines(total: Cents): HeldLines {
  return { lines: [], total, tryChange: () => undefined }
}

function leastPriceFor({ margin, skus }: OrderFacts, skuId: number): Cents | undefined {
  return margin && leastPriceOf(skus.get(skuId)?.cost ?? zero, margin)
}

/** The lines of a request with their numbers. */
export type NumberedItems = readonly (Items[number] & { lineNo: number })[]

function itemsAfter(lines: readonly NumberedLine[], changes: readonly LineChange[]): NumberedItems {
  const changeOf = new Map(changes.map((change) => [change.lineNo, change]))
  return lines.flatMap(({ lineNo, skuId, quantity: before }) => {
    const { quantity = before, unitPrice } = changeOf.get(lineNo) ?? {}
    if (quantity === 0) return []
    const price = unitPrice === undefined ? {} : { manualPrice: decimal(unitPrice) }
    return [{ lineNo, skuId, quantity, ...price }]
  })
}

function refusedAsUndefined<R>(run: () => R): R | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
