import type { DecisionToReplay } from '#features/decisions/server/service.ts'
import { holdReceiptOf } from '#features/sales-orders/hold-receipt.ts'
import { whyNotHold } from '#features/sales-orders/rules.ts'
import { releaseFactsNow } from '#features/sales-orders/server/service.ts'
import { amount, cents } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { OrderReceipt } from '../../past-order.ts'
import type { Rules } from '../placing/order-facts.ts'
import { releaseAgain } from './decide-as-then.ts'
import { creditNow, readNow, readOrderNow } from './facts-now.ts'

/**
 * A hold on the order as it is today. The reason stays, because a person chose it or the units of
 * the order went to another one; the hold that it replaced stays, too. Throws the refusal of an
 * order that cannot be put on hold today, such as one that has shipped.
 */
export async function holdAsNow(ctx: Context, stored: DecisionToReplay): Promise<OrderReceipt> {
  const { customerId, before } = stored.facts
  const { holdReason } = stored.outcome
  const order = await readOrderNow(ctx, stored)
  if (!order || !before || holdReason === null) throw nothingToDecide()
  const { status, totalAmount, cancelRequest } = order
  const today = { status, totalAmount: amount(totalAmount), holdReason: before.holdReason }
  const whyNot = whyNotHold({ ...today, cancelRequest }, holdReason)
  if (whyNot !== undefined) throw invalid([{ path: 'id', message: whyNot }])
  const { facts, outcome } = holdReceiptOf({ ...today, customerId }, { holdReason })
  return { facts, outcome }
}

/**
 * A release of the hold that the order had, on what is unpaid, on costs and, if the release
 * checked it, on the credit of today.
 */
export async function releaseAsNow(
  ctx: Context,
  stored: DecisionToReplay,
  rules: Rules,
): Promise<OrderReceipt> {
  const { salesOrderId, facts } = stored
  const { customerId, before } = facts
  const days = { date: rules.date, overdueOn: rules.date }
  const { read, order } = await readNow(ctx, stored, days)
  if (!order || !before || salesOrderId === null) throw nothingToDecide()
  const total = cents(before.totalAmount)
  const credit = facts.credit && creditNow(stored, { read, rules, total })
  const { shippedAmount } = order
  const released = { ...before, id: salesOrderId, customerId, shippedAmount }
  const decided = await releaseFactsNow(ctx, released, rules.settings)
  const again = releaseAgain(stored, { ...decided, credit })
  if (!again) throw nothingToDecide()
  return again
}

/** The 409 refusal of a decision that nothing of today can change. */
export function nothingToDecide(): Refusal {
  const sentence =
    'This decision did not depend on prices or credit, so there is nothing to recalculate'
  return new Refusal('refused', 'nothing-to-decide', sentence)
}
