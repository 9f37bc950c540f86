import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { approvedOrderOf, differencesOf, isReservedField, withApproval } from '../../approval.ts'
import type { OrderApproval, OrderDifference } from '../../contract.ts'
import { validationOf } from '../../order-validation.ts'
import {
  assess,
  type Decision,
  type OrderFacts,
  type RequestedOrder,
  withoutReservation,
} from '../../rules.ts'
import { type ApprovalToPlace, contentOf } from './approval-steps.ts'

type Decided = {
  /** The facts of the decision, with what the approval binds if that was needed. */
  facts: OrderFacts
  decision: Decision
  /** What is no longer as the approval showed it. */
  differences: OrderDifference[]
  /** The receipt of the validation that bound the decision. */
  approvedBy: number | undefined
}

type Order = {
  facts: OrderFacts
  request: RequestedOrder
  /** True if the order would be created on hold for credit. */
  isOverCredit: (decision: Decision) => boolean
  /** True if the order is parked, with neither stock nor credit. */
  isParked: boolean
  /** The hold that the order would have, if it has no other one by the decision. */
  laterHoldOf: (decision: Decision) => string | null
}

/**
 * Decides an order on the current facts. If it does not come out as its token showed it, and the
 * approval has not expired, it is decided again on the prices, tax, shipping, credit and units that
 * the approval binds. What differs then may not be bound, or is what a refusal has answered that
 * this token does not accept. Of an order that is parked, only the prices and amounts count,
 * because its release decides on stock, credit and hold.
 */
export function decideApproved(order: Order, placing: ApprovalToPlace | undefined): Decided {
  const content = placing && contentOf(placing.approval)
  const current = decide(order)
  if (!placing || !content) return { ...current, differences: [], approvedBy: undefined }
  const { approval, shown } = placing
  const differencesIn = ({ decision }: { decision: Decision }) => {
    const isHeldForCredit = order.isOverCredit(decision)
    const final = isHeldForCredit ? withoutReservation(decision) : decision
    const holds = { isHeldForCredit, laterHold: order.laterHoldOf(decision) }
    const all = differencesOf(shown.order, approvedOrderOf(final, holds))
    return all.filter((each) => !isPaid(each) && !(order.isParked && isReservedField(each.path)))
  }
  const differences = differencesIn(current)
  if (differences.length === 0 || !approval.isLive) {
    return { ...current, differences, approvedBy: undefined }
  }
  const boundFacts = withApproval(order.facts, content, approval.units)
  const bound = decide({ ...order, facts: boundFacts })
  const { decisionId: approvedBy } = approval
  return { ...bound, differences: differencesIn(bound), approvedBy }
}

/** True if the order was paid meanwhile: a payment that arrives later frees it all the same. */
function isPaid({ path, shown, now }: OrderDifference): boolean {
  return path === 'holdReason' && shown === 'payment' && now === null
}

function decide({ facts, request }: Pick<Order, 'facts' | 'request'>) {
  return { facts, decision: assess(facts, request) }
}

/** The 409 refusal of an order that is not as its approval showed it, with every difference. */
export function approvalChanged(
  decision: Decision,
  differences: readonly OrderDifference[],
  approval: OrderApproval | undefined,
): Refusal {
  const why = decision.credit.approved ? undefined : decision.credit.message
  const count = differences.length
  const changed =
    `The order has changed since you validated it (${counted(count, 'field')}). ` +
    'Review the changes and create it again'
  const sentence = why ?? changed
  const current = { ...validationOf(decision), ...(approval && { approval }), differences }
  return new Refusal('refused', 'approval-changed', sentence, [], { current })
}

/**
 * The 409 refusal of an order with an approval that can no longer be decided at all, such as one of
 * an inactive customer: each error of its fields is a difference.
 */
export function approvalUndecidable({ message, fields }: Refusal): Refusal {
  const differences = fields.map(({ path, message: now }) => ({ path, shown: null, now }))
  return new Refusal('refused', 'approval-changed', message, fields, { current: { differences } })
}
