import type { Day } from '#platform/kernel/days.ts'
import { decimal } from '#platform/kernel/money.ts'
import type { StoredResult } from '../contract.ts'
import type { HiddenParts } from '../rules.ts'
import type { BacktestSummary, ComparedOrder, Move, OrderSums } from '../summary.ts'

type Beside = Pick<StoredResult, 'withoutReceipt'> & HiddenParts

/** The result of a backtest as it is stored, with amounts as text. */
export function storedResultOf(summary: BacktestSummary, beside: Beside): StoredResult {
  const { compared, changed, notComparable, before, after, moves } = summary
  return {
    compared,
    changed,
    notComparable,
    ...beside,
    before: sumsOf(before),
    after: sumsOf(after),
    moves: moves.map(moveOf),
  }
}

function sumsOf({ orders, subtotal, taxAmount, shippingAmount, total }: OrderSums) {
  return {
    orders,
    subtotal: decimal(subtotal),
    taxAmount: decimal(taxAmount),
    shippingAmount: decimal(shippingAmount),
    total: decimal(total),
  }
}

function moveOf({ from, to, orders, totalBefore, totalAfter, examples }: Move) {
  return {
    from: standingOf(from),
    to: standingOf(to),
    orders,
    totalBefore: decimal(totalBefore),
    totalAfter: decimal(totalAfter),
    examples: examples.map(exampleOf),
  }
}

function standingOf({ verdict, holdReason }: Move['from']) {
  return { verdict, holdReason }
}

function exampleOf(order: ComparedOrder) {
  const { decisionId, salesOrderId, customerId, date, totalsBefore, totalsAfter, says } = order
  return {
    decisionId,
    salesOrderId,
    customerId,
    date: date as Day,
    totalBefore: decimal(totalsBefore.total),
    totalAfter: decimal(totalsAfter.total),
    ...(says !== undefined && { says }),
  }
}
