import { refuseWithReceipt } from '#features/decisions/server/service.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { amount } from '#platform/kernel/money.ts'
import type { Refusal } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import {
  receiptContentOf,
  type ReceiptOptions,
  totalReceiptContentOf,
} from '../../decision-receipt.ts'
import { hasWorseMargin } from './margin-of-change.ts'
import type { OrderChange } from './order-change-facts.ts'

// The receipt of a changed order. Each function returns the content for the hold that the order has
// in the end, which is known when the change is written.

type TotalReceipt = Parameters<typeof totalReceiptContentOf>[0] & { skipsCredit: boolean }

/** The receipt of a change that decides no line. */
export function totalReceiptOf(
  before: SalesOrderDetails,
  { skipsCredit, ...decided }: TotalReceipt,
) {
  return (holdReason: string | null) =>
    totalReceiptContentOf(decided, { holdReason, before: orderBefore(before), skipsCredit })
}

/** The order before the change, as its receipt has it. */
function orderBefore({ status, totalAmount, holdReason }: SalesOrderDetails) {
  return { status, totalAmount: amount(totalAmount), holdReason }
}

/** The receipt of a change of lines. */
export function lineReceiptOf(
  before: SalesOrderDetails,
  decided: Parameters<typeof receiptContentOf>[0],
  options: ReceiptOptions,
) {
  return (holdReason: string | null) =>
    receiptContentOf(decided, { ...options, holdReason, before: orderBefore(before) })
}

type RefusedChange = {
  refusal: Refusal
  decided: Parameters<typeof receiptContentOf>[0]
  options: ReceiptOptions
  /** The lines before the change, in the order of the decided ones. */
  previous: Parameters<typeof hasWorseMargin>[1]
}

/**
 * The refusal of a change of lines that was decided, with the receipt of the decision; a preview
 * has none.
 */
export async function refusedChange(
  ctx: Context,
  { before, isPreview = false }: Pick<OrderChange, 'before' | 'isPreview'>,
  { refusal, decided, options, previous }: RefusedChange,
): Promise<Refusal> {
  if (isPreview) return refusal
  const needsRelease = hasWorseMargin(decided.decision.lines, previous)
  // In processing the margin would refuse it, too, so that no facts decide what came first.
  if (needsRelease && before.status !== 'pending') return refusal
  const awaitsMargin =
    needsRelease && (before.holdReason === null || before.holdReason === 'payment')
  const content = receiptContentOf(decided, {
    ...options,
    skipsMargin: !needsRelease,
    holdReason: awaitsMargin ? 'margin' : before.holdReason,
    before: { ...orderBefore(before), orderId: before.id },
  })
  return refuseWithReceipt(ctx, refusal, { kind: 'amend', ...content })
}
