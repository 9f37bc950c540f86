import type { Day } from '#platform/kernel/days.ts'
import { decimal } from '#platform/kernel/money.ts'
import type { StoredResult } from '../contract.ts'
import type { HiddenParts } from '../rules.ts'
import type { BacktestSummary, ComparedOrder, OutcomeChange, OrderSums } from '../summary.ts'

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
    moves: moves.map(outcomeChangeOf),
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

function outcomeChangeOf({ from, to, orders, totalBefore, totalAfter, examples }: OutcomeChange) {
  return {
    from: outcomeOf(from),
    to: outcomeOf(to),
    orders,
    totalBefore: decimal(totalBefore),
    totalAfter: decimal(totalAfter),
    examples: examples.map(exampleOf),
  }
}

function outcomeOf({ verdict, holdReason }: OutcomeChange['from']) {
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
