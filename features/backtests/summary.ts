import { type Cents, sum, zero } from '#platform/kernel/money.ts'
import {
  type Comparison,
  isDifferent,
  type OrderOutcome,
  type OrderTotals,
} from './compare-order.ts'

/** Examples that are kept for each way in which orders come out otherwise. */
export const examplesPerMove = 10

/** A compared order: the ids to find it by, and how it came out. */
export type ComparedOrder = Comparison & {
  decisionId: number
  /** Null for an order that was refused. */
  salesOrderId: number | null
  customerId: number
  date: string
}

/** Orders that came out one way and would have come out another, with the largest of them. */
export type Move = {
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
  moves: Move[]
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
  const standing = (of: 'before' | 'after') =>
    compared.filter((order) => order[of].verdict !== 'refused')
  return {
    compared: compared.length,
    changed: different.length,
    notComparable: orders.length - compared.length,
    before: sumsOf(standing('before').map(({ totalsBefore }) => totalsBefore)),
    after: sumsOf(standing('after').map(({ totalsAfter }) => totalsAfter)),
    moves: mergeMoves(different.map(moveOf)),
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
    moves: mergeMoves([...one.moves, ...other.moves]),
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

function moveOf(order: ComparedOrder): Move {
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

/** One move for each way, those of the most orders first. */
function mergeMoves(moves: readonly Move[]): Move[] {
  const byWay = new Map<string, Move[]>()
  for (const move of moves) {
    const { from, to } = move
    const way = [from.verdict, from.holdReason, to.verdict, to.holdReason].join(' ')
    const same = byWay.get(way)
    if (same) same.push(move)
    else byWay.set(way, [move])
  }
  return [...byWay.values()].map(mergedMove).toSorted((a, b) => b.orders - a.orders)
}

function mergedMove(same: readonly Move[]): Move {
  const [{ from, to }] = same as [Move, ...Move[]]
  return {
    from,
    to,
    orders: same.reduce((count, { orders }) => count + orders, 0),
    totalBefore: sum(same.map(({ totalBefore }) => totalBefore)),
    totalAfter: sum(same.map(({ totalAfter }) => totalAfter)),
    examples: same
      .flatMap(({ examples }) => examples)
      .toSorted((a, b) => weightOf(b) - weightOf(a) || a.decisionId - b.decisionId)
      .slice(0, examplesPerMove),
  }
}

/** What makes an example large: the difference, or the amount where the outcome differs. */
function weightOf({ before, after, totalsBefore, totalsAfter }: ComparedOrder): number {
  const isSame = before.verdict === after.verdict && before.holdReason === after.holdReason
  if (isSame) return Math.abs(totalsAfter.total - totalsBefore.total)
  return Math.max(totalsBefore.total, totalsAfter.total)
}
