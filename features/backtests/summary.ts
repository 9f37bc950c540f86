import { type Cents, sum, zero } from '#platform/kernel/money.ts'
import {
  type Comparison,
  isDifferent,
  type OrderOutcome,
  type OrderTotals,
} from './compare-order.ts'

/** How many examples of each different outcome are stored. */
export const examplesPerOutcomeChange = 10

/** A compared order: the ids to find it by, and how it came out. */
export type ComparedOrder = Comparison & {
  decisionId: number
  /** Null for an order that was refused. */
  salesOrderId: number | null
  customerId: number
  date: string
}

/** Orders that came out one way and would have come out another, with the largest of them. */
export type OutcomeChange = {
  from: OrderOutcome
  to: OrderOutcome
  orders: number
  totalBefore: Cents
  totalAfter: Cents
  examples: ComparedOrder[]
}

/** The sums of the orders that were created, or would have been. */
export type OrderSums = OrderTotals & { orders: number }

/** The outcome of the compared orders. It stays small, however many there are. */
export type BacktestSummary = {
  compared: number
  changed: number
  notComparable: number
  before: OrderSums
  after: OrderSums
  moves: OutcomeChange[]
}

const noSums: OrderSums = {
  orders: 0,
  subtotal: zero,
  taxAmount: zero,
  shippingAmount: zero,
  total: zero,
}

/** The summary of no orders. */
export const noOrders: BacktestSummary = {
  compared: 0,
  changed: 0,
  notComparable: 0,
  before: noSums,
  after: noSums,
  moves: [],
}

/** The summary of some orders; `undefined` stands for one that cannot be compared. */
export function summaryOf(orders: readonly (ComparedOrder | undefined)[]): BacktestSummary {
  const compared = orders.filter((order) => order !== undefined)
  const different = compared.filter(isDifferent)
  const created = (of: 'before' | 'after') =>
    compared.filter((order) => order[of].verdict !== 'refused')
  return {
    compared: compared.length,
    changed: different.length,
    notComparable: orders.length - compared.length,
    before: sumsOf(created('before').map(({ totalsBefore }) => totalsBefore)),
    after: sumsOf(created('after').map(({ totalsAfter }) => totalsAfter)),
    moves: mergeOutcomeChanges(different.map(outcomeChangeOf)),
  }
}

/** The summary of the orders of two summaries. */
export function addSummaries(one: BacktestSummary, other: BacktestSummary): BacktestSummary {
  return {
    compared: one.compared + other.compared,
    changed: one.changed + other.changed,
    notComparable: one.notComparable + other.notComparable,
    before: addSums(one.before, other.before),
    after: addSums(one.after, other.after),
    moves: mergeOutcomeChanges([...one.moves, ...other.moves]),
  }
}

function sumsOf(totals: readonly OrderTotals[]): OrderSums {
  return {
    orders: totals.length,
    subtotal: sum(totals.map(({ subtotal }) => subtotal)),
    taxAmount: sum(totals.map(({ taxAmount }) => taxAmount)),
    shippingAmount: sum(totals.map(({ shippingAmount }) => shippingAmount)),
    total: sum(totals.map(({ total }) => total)),
  }
}

function addSums(one: OrderSums, other: OrderSums): OrderSums {
  const { orders, ...totals } = one
  const { orders: otherOrders, ...otherTotals } = other
  return { ...sumsOf([totals, otherTotals]), orders: orders + otherOrders }
}

function outcomeChangeOf(order: ComparedOrder): OutcomeChange {
  const { before, after, totalsBefore, totalsAfter } = order
  return {
    from: before,
    to: after,
    orders: 1,
    totalBefore: totalsBefore.total,
    totalAfter: totalsAfter.total,
    examples: [order],
  }
}

/** One outcome change for each pair of outcomes, those of the most orders first. */
function mergeOutcomeChanges(changes: readonly OutcomeChange[]): OutcomeChange[] {
  const byOutcomes = new Map<string, OutcomeChange[]>()
  for (const change of changes) {
    const { from, to } = change
    const outcomes = [from.verdict, from.holdReason, to.verdict, to.holdReason].join(' ')
    const same = byOutcomes.get(outcomes)
    if (same) same.push(change)
    else byOutcomes.set(outcomes, [change])
  }
  return [...byOutcomes.values()].map(mergedOutcomeChange).toSorted((a, b) => b.orders - a.orders)
}

function mergedOutcomeChange(same: readonly OutcomeChange[]): OutcomeChange {
  const [{ from, to }] = same as [OutcomeChange, ...OutcomeChange[]]
  return {
    from,
    to,
    orders: same.reduce((count, { orders }) => count + orders, 0),
    totalBefore: sum(same.map(({ totalBefore }) => totalBefore)),
    totalAfter: sum(same.map(({ totalAfter }) => totalAfter)),
    examples: same
      .flatMap(({ examples }) => examples)
      .toSorted((a, b) => weightOf(b) - weightOf(a) || a.decisionId - b.decisionId)
      .slice(0, examplesPerOutcomeChange),
  }
}

/** What makes an example large: the difference, or the amount where the outcome differs. */
function weightOf({ before, after, totalsBefore, totalsAfter }: ComparedOrder): number {
  const isSame = before.verdict === after.verdict && before.holdReason === after.holdReason
  if (isSame) return Math.abs(totalsAfter.total - totalsBefore.total)
  return Math.max(totalsBefore.total, totalsAfter.total)
}
