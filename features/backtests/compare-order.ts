import type { DecisionOutcome } from '#features/decisions/contract.ts'
import {
  isHeldOverCredit,
  type OrderReceipt,
  type PastOrder,
  pastOrderOf,
} from '#features/order-entry/past-order.ts'
import { assess, type Decision } from '#features/order-entry/rules.ts'
import type { Totals } from '#features/pricing/rules.ts'
import { cents } from '#platform/kernel/money.ts'
import type { ChangePolicy } from './policy-draft.ts'

/** How an order came out: approved, refused, or on hold for a reason. */
export type OrderOutcome = Pick<DecisionOutcome, 'verdict' | 'holdReason'>

export type OrderTotals = Pick<Totals, 'subtotal' | 'taxAmount' | 'shippingAmount' | 'total'>

/** An order as it came out, and as it would have. */
export type Comparison = {
  before: OrderOutcome
  after: OrderOutcome
  totalsBefore: OrderTotals
  totalsAfter: OrderTotals
  /** What the credit check would have said, if it would have failed. */
  says?: string
}

export type CompareOptions = {
  changePolicy: ChangePolicy
  /** True if no person could correct the order: an API key or a partner sent it. */
  isFromProgram: boolean
  /** What the user may not see stays as it was decided. */
  hidesCredit: boolean
  hidesCost: boolean
}

/**
 * Decides a past order again by the rule that decided it, on the facts of its receipt with the
 * draft in them. Each order is judged by itself: what other orders would have taken of credit and
 * stock stays as it was. Undefined if the receipt cannot be decided again: the order was parked,
 * bound by an approval or refused for its total alone, or the rules of today come to another result
 * on the same facts.
 */
export function compareOrder(
  receipt: OrderReceipt,
  options: CompareOptions,
): Comparison | undefined {
  const past = pastOrderOf(receipt)
  if (!past || isDecidedOtherwise(receipt)) return undefined
  const { isFromProgram } = options
  const then = assess(past.facts, past.request)
  const before = outcomeOf(then, { past, receipt, isFromProgram })
  if (!isAsDecided(receipt.outcome, before, then)) return undefined
  const changed = { ...past, facts: options.changePolicy(past.facts) }
  const decision = withoutHidden(assess(changed.facts, changed.request), then, options)
  const after = outcomeOf(decision, { past: changed, receipt, isFromProgram })
  const { message } = decision.credit
  return {
    before,
    after,
    totalsBefore: then.totals,
    totalsAfter: decision.totals,
    ...(message !== undefined && !options.hidesCredit && { says: message }),
  }
}

/** True if the order would have come out otherwise: held, refused, or with another amount. */
export function isDifferent({ before, after, totalsBefore, totalsAfter }: Comparison): boolean {
  return (
    before.verdict !== after.verdict ||
    before.holdReason !== after.holdReason ||
    totalsBefore.subtotal !== totalsAfter.subtotal ||
    totalsBefore.total !== totalsAfter.total
  )
}

/** True if its facts did not decide the order: its total, an approval or a resemblance did. */
function isDecidedOtherwise({ facts, outcome }: OrderReceipt): boolean {
  if (outcome.holdReason === 'parked' || facts.approvedBy !== undefined) return true
  return outcome.rules.some(({ rule }) => rule === 'total')
}

type Decided = { past: PastOrder; receipt: OrderReceipt; isFromProgram: boolean }

function outcomeOf(decision: Decision, { past, receipt, isFromProgram }: Decided): OrderOutcome {
  const refused = { verdict: 'refused', holdReason: null } as const
  const isOver = !decision.credit.approved
  if (isOver && !isHeldOverCredit({ ...receipt, isFromProgram }, past.facts)) return refused
  const isShort = !decision.stock.available && !past.request.mayBackorder
  // An order on credit hold takes no stock until it is released.
  if (!isOver && isShort) return refused
  const holdReason = holdReasonOf(decision, receipt.outcome)
  return { verdict: holdReason === null ? 'approved' : 'held', holdReason }
}

/** The hold, in the order in which creation sets it. Those that no draft changes stay. */
function holdReasonOf(decision: Decision, { holdReason: decided }: DecisionOutcome): string | null {
  if (decided === 'payment') return decided
  if (!decision.credit.approved) return 'credit'
  if (decided === 'manual') return decided
  if (decision.stock.isHeldForAge) return 'stock'
  if (decision.isHeldForMargin) return 'margin'
  return decided === 'duplicate' ? decided : null
}

function isAsDecided(
  outcome: DecisionOutcome,
  recalculated: OrderOutcome,
  decision: Decision,
): boolean {
  const { totals, lines = [] } = outcome
  return (
    outcome.verdict === recalculated.verdict &&
    outcome.holdReason === recalculated.holdReason &&
    totals !== undefined &&
    cents(totals.total) === decision.totals.total &&
    lines.every(({ unitPrice, taxAmount }, index) => {
      const line = decision.lines[index]
      return line?.unitPrice === cents(unitPrice) && line.taxAmount === cents(taxAmount)
    })
  )
}

/**
 * A decision in which credit and margin are as they were decided, where the user may not see them:
 * by trying drafts, one could find out a limit or a cost.
 */
function withoutHidden(
  { isHeldForMargin, ...decision }: Decision,
  then: Decision,
  { hidesCredit, hidesCost }: CompareOptions,
): Decision {
  const isHeld = hidesCost ? then.isHeldForMargin : isHeldForMargin
  return {
    ...decision,
    credit: hidesCredit ? then.credit : decision.credit,
    ...(isHeld && { isHeldForMargin: isHeld }),
  }
}
