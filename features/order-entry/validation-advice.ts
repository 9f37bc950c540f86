import type { HiddenFact } from '#features/decisions/contract.ts'
import type { ReleaseAdvice } from '#features/sales-orders/contract.ts'
import type { Cents } from '#platform/kernel/money.ts'
import type { OpenInvoice } from './credit-remedies.ts'
import { allRights, heldLinesOf } from './held-lines.ts'
import type { PaymentHold } from './prepayment.ts'
import { type HeldOrder, releaseAdviceOf } from './release-advice.ts'
import {
  assess,
  type CustomerFacts,
  type Decision,
  type OrderFacts,
  type RequestedOrder,
} from './rules.ts'

/** A validated order, with what its advice needs beyond the facts of the decision. */
type ValidatedOrder = {
  facts: OrderFacts
  request: RequestedOrder
  decision: Decision
  /** The open invoices of the customer, the oldest first. */
  invoices: readonly OpenInvoice[]
  /** Undefined if the customer does not pay in advance. */
  payment: PaymentHold | undefined
  /** How much a manager may override; undefined if the order would not be created on hold. */
  overrideLimit: Cents | undefined
}

/** What ends each hold that a validated order would have, or makes the credit rule approve it. */
export function validationAdviceOf(
  order: ValidatedOrder,
  hidden: readonly HiddenFact[],
): ReleaseAdvice[] {
  const holds = holdsOf(order)
  if (holds.length === 0) return []
  const held = heldOrderOf(order)
  return holds.map((hold) => releaseAdviceOf({ ...held, hold }, hidden))
}

/** The holds that a validated order would have, one after another. */
function holdsOf({
  decision,
  payment,
}: Pick<ValidatedOrder, 'decision' | 'payment'>): HeldOrder['hold'][] {
  const { credit, stock, isHeldForMargin } = decision
  const isUnpaid = credit.approved && payment !== undefined && payment.left < payment.open
  return [
    ...(credit.approved ? [] : (['credit'] as const)),
    ...(stock.isHeldForAge ? (['stock'] as const) : []),
    ...(isHeldForMargin ? (['margin'] as const) : []),
    ...(isUnpaid ? (['payment'] as const) : []),
  ]
}

function heldOrderOf(order: ValidatedOrder): Omit<HeldOrder, 'hold'> {
  const { facts, request, decision, invoices, payment, overrideLimit } = order
  const { zeroMeans, overdueRule } = facts
  const { total } = decision.totals
  const lines = decision.lines.map((line, index) => ({ ...line, lineNo: index + 1 }))
  return {
    order: heldLinesOf(
      { lines, total },
      {
        facts,
        // Typed prices stay, except that of a line whose price is raised.
        decide: (items) =>
          assess(facts, {
            items: items.map((item) => ({ ...request.items[item.lineNo - 1], ...item })),
            prices: allRights,
            mayBackorder: true,
          }),
      },
    ),
    credit: {
      facts: { ...(facts.customer as CustomerFacts), zeroMeans, overdueRule },
      total,
      invoices,
      overrideLimit,
      isTotalTyped: false,
    },
    payment,
    until: null,
    staleSkus: decision.stock.stockStatus.flatMap(({ skuId, countedAt }) => {
      return countedAt ? (facts.skus.get(skuId)?.sku ?? []) : []
    }),
    next: null,
    isPlaced: false,
  }
}
