import { checkCredit, type CreditDecision } from '#features/credit/rules.ts'
import type { DecisionFacts, DecisionKind, DecisionOutcome } from '#features/decisions/contract.ts'
import { creditFactsFrom } from '#features/decisions/credit-facts.ts'
import {
  type CheckedCredit,
  holdReceiptOf,
  recordedTotalReceiptOf,
  releaseReceiptOf,
} from '#features/sales-orders/hold-receipt.ts'
import { holdAfterRelease } from '#features/sales-orders/hold-rules.ts'
import { isWithoutReservation } from '#features/sales-orders/rules.ts'
import { type Cents, cents, zero } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import {
  receiptContentOf,
  type ReceiptOptions,
  totalReceiptContentOf,
} from '../../decision-receipt.ts'
import { isHeldOverCredit, type OrderReceipt, pastOrderOf, pastTotalOf } from '../../past-order.ts'
import { assess, type Decision, type OrderFacts, withoutReservation } from '../../rules.ts'
import { unshippedTotal } from '../amendments/change-credit.ts'
import { belowMarginSentence, hasWorseMargin } from '../amendments/margin-of-change.ts'
import { reviseDecision, revisionOf } from '../amendments/revise-decision.ts'

// A decision is made again on the facts of its receipt. What persons, the payment and the other
// orders of the customer decided is not in the facts: it stays as the receipt says.

/** A decision that was stored, with what its receipt does not say. */
export type StoredDecision = OrderReceipt & {
  kind: DecisionKind
  /** True if no person could correct the order: an API key or a partner sent it. */
  isFromProgram: boolean
  /** True if the order was in processing before: what had shipped is not in the receipt. */
  wasStarted: boolean
}

/**
 * The facts and the outcome of a decision that is made again on its own facts. Undefined if its
 * receipt lacks some of them: versions before 0.13.0 did not write what had shipped of an order
 * before its lines were changed.
 */
export function decideAsThen(stored: StoredDecision): OrderReceipt | undefined {
  const { kind, outcome } = stored
  if (kind === 'hold') return holdAsThen(stored)
  if (kind === 'release') return releaseAsThen(stored)
  if (outcome.lines !== undefined && outcome.lines.length > 0) return linesAsThen(stored)
  if (kind === 'amend') return changedTotalAsThen(stored)
  return kind === 'create' ? recordedTotalAsThen(stored) : undefined
}

function linesAsThen(stored: StoredDecision): OrderReceipt | undefined {
  if (lacksShipments(stored)) return undefined
  const past = pastOrderOf(stored)
  return past && receiptAgain(stored, { ...past, decision: assess(past.facts, past.request) })
}

/** True for a change of an order in processing whose receipt does not say what had shipped. */
export function lacksShipments({ kind, facts, wasStarted }: StoredDecision): boolean {
  const isOfProcessed = wasStarted || facts.before?.status !== 'pending'
  return kind === 'amend' && isOfProcessed && facts.processed === undefined
}

type Decided = Parameters<typeof receiptContentOf>[0]

/**
 * The receipt of an order that was decided again, with what the facts do not decide as the stored
 * one says.
 */
export function receiptAgain(stored: StoredDecision, decided: Decided): OrderReceipt {
  const { kind, facts, outcome } = stored
  if (kind === 'validate') return receiptContentOf(decided)
  const options: ReceiptOptions = {
    lineNos: (outcome.lines ?? []).map(({ lineNo }) => lineNo),
    expectedTotal: facts.expectedTotal,
    approvedBy: facts.approvedBy,
  }
  return kind === 'amend'
    ? changeAgain(stored, decided, options)
    : creationAgain(stored, decided, options)
}

function creationAgain(
  stored: StoredDecision,
  decided: Decided,
  options: ReceiptOptions,
): OrderReceipt {
  const { outcome } = stored
  const { facts, request, decision } = decided
  const isParked = outcome.holdReason === 'parked'
  const isOver = !decision.credit.approved && isHeldOverCredit(stored, facts)
  const isHeld = isParked || isOver
  const totalSays = saysOf(outcome, 'total')
  const acceptsBackorders = request.mayBackorder || facts.customer?.allowBackorder === true
  const isStockApproved = decision.stock.available || acceptsBackorders
  const isApproved = decision.credit.approved && isStockApproved
  if (totalSays !== undefined || !(isHeld || isApproved)) {
    const holdReason = isParked ? 'parked' : isOver ? 'credit' : null
    return receiptContentOf(decided, { ...options, holdReason, totalSays })
  }
  const holdReason = isParked ? 'parked' : isOver ? 'credit' : ownHoldOf(outcome, decision)
  // The sentence is about the hold that the order had.
  const isSameHold = holdReason === outcome.holdReason
  const holdSays = isSameHold ? (saysOf(outcome, 'hold') ?? null) : null
  const written = { ...decided, decision: isHeld ? withoutReservation(decision) : decision }
  return receiptContentOf(written, { ...options, holdReason, holdSays })
}

/** Holds that the facts of the order alone do not decide: a person, another order, the payment. */
const otherHolds: ReadonlySet<string | null> = new Set(['duplicate', 'payment'])

/** The hold of an order that its credit covers, in the order in which creation sets holds. */
function ownHoldOf({ holdReason }: DecisionOutcome, decision: Decision): string | null {
  if (holdReason === 'manual') return holdReason
  if (decision.stock.isHeldForAge) return 'stock'
  if (decision.isHeldForMargin) return 'margin'
  return otherHolds.has(holdReason) ? holdReason : null
}

function changeAgain(
  stored: StoredDecision,
  decided: Decided,
  options: ReceiptOptions,
): OrderReceipt {
  const { before, processed } = stored.facts
  if (before && processed) {
    const again = processedChangeAgain(decided, { before, processed, outcome: stored.outcome })
    return changeReceiptAgain(stored, again.decided, { ...options, ...again.options })
  }
  // Whether a line is worse than before the change is not in the facts.
  const skipsMargin = resultOf(stored.outcome, 'margin') === 'skipped'
  return changeReceiptAgain(stored, decided, { ...options, skipsMargin })
}

type ProcessedChange = {
  before: NonNullable<DecisionFacts['before']>
  processed: NonNullable<DecisionFacts['processed']>
  outcome: DecisionOutcome
}

/**
 * What a change of an order that had been processed comes to: only units that had not shipped are
 * decided. Throws for a price that the margin rule does not accept in processing.
 */
function processedChangeAgain(
  { facts, request, decision }: Decided,
  { before, processed, outcome }: ProcessedChange,
): { decided: Decided; options: ReceiptOptions } {
  const revision = revisionOf({ before, processed }, outcome.lines ?? [])
  const { lines, totals, revised } = reviseDecision({ facts, decision }, revision)
  const requested = lines.filter(({ quantity }) => quantity > 0)
  const previous = requested.map((line) => line.previous)
  const needsRelease = hasWorseMargin(decision.lines, previous)
  if (needsRelease && before.status !== 'pending') {
    throw new Refusal('invalid', 'below-margin', belowMarginSentence)
  }
  const acceptsBackorders = processed.acceptsBackorders || facts.customer?.allowBackorder === true
  const isShort = lines.some(({ backordered, previous: line }) => {
    return backordered > (line?.qtyBackordered ?? 0)
  })
  const mayBackorder = request.mayBackorder && (acceptsBackorders || !isShort)
  return {
    decided: { facts, request: { ...request, mayBackorder }, decision: revised },
    options: {
      processed,
      skipsMargin: !needsRelease,
      creditAmount: unshippedTotal(processed, totals.total),
    },
  }
}

function changeReceiptAgain(
  { facts, outcome }: StoredDecision,
  decided: Decided,
  options: ReceiptOptions,
): OrderReceipt {
  const { before } = facts
  const { decision } = decided
  const { skipsMargin = false } = options
  const usesNone = isWithoutReservation(before?.holdReason ?? null)
  const isHigher = decision.totals.total > (before ? cents(before.totalAmount) : zero)
  const needsRelease = decision.isHeldForMargin === true && !skipsMargin
  const wasMargin = outcome.holdReason === 'margin'
  const other = wasMargin ? (before?.holdReason ?? null) : outcome.holdReason
  const awaitsMargin = needsRelease && (other === null || other === 'payment')
  return receiptContentOf(
    { ...decided, decision: usesNone ? withoutReservation(decision) : decision },
    {
      ...options,
      ...(before && { before }),
      holdReason: awaitsMargin ? 'margin' : other,
      skipsCredit: usesNone || !isHigher,
    },
  )
}

function changedTotalAsThen(stored: StoredDecision): OrderReceipt | undefined {
  const past = pastTotalOf(stored)
  const { credit } = stored.facts
  return past && changedTotalAgain(stored, past, credit && checkAgain(credit).decision)
}

/**
 * The receipt of a change of shipping or of a typed total, with this credit check. If it fails, an
 * order that has only a total goes on hold, and any other change is refused.
 */
export function changedTotalAgain(
  { facts: { before }, outcome }: StoredDecision,
  facts: OrderFacts,
  credit: CreditDecision | undefined,
): OrderReceipt | undefined {
  if (!before || !outcome.totals) return undefined
  const { subtotal, taxAmount, shippingAmount, total } = outcome.totals
  const totals = {
    subtotal: cents(subtotal),
    taxAmount: cents(taxAmount),
    shippingAmount: cents(shippingAmount),
    total: cents(total),
  }
  const skipsCredit = totals.total <= cents(before.totalAmount)
  const isOver = credit?.approved === false && !skipsCredit
  const isTotalAlone = totals.subtotal === totals.total && before.status === 'pending'
  const { holdReason: decided } = outcome
  const otherHold = decided === 'credit' ? before.holdReason : decided
  const holdReason = isOver && isTotalAlone ? 'credit' : otherHold
  return totalReceiptContentOf({ facts, totals, credit }, { before, holdReason, skipsCredit })
}

/** An order that was recorded by its total alone. */
function recordedTotalAsThen({ facts, outcome }: StoredDecision): OrderReceipt | undefined {
  const { customerId, credit } = facts
  if (!credit) return undefined
  const checked = checkAgain(credit)
  const { holdReason: before } = outcome
  const holdReason = before === 'credit' && checked.decision.approved ? null : before
  const total = cents(credit.amount)
  return contentOf(recordedTotalReceiptOf({ customerId, total, holdReason, credit: checked }))
}

function holdAsThen({ facts, outcome }: StoredDecision): OrderReceipt | undefined {
  const { customerId, before } = facts
  const { holdReason } = outcome
  if (!before || holdReason === null) return undefined
  return contentOf(holdReceiptOf({ ...before, customerId }, { holdReason }))
}

function releaseAsThen(stored: StoredDecision): OrderReceipt | undefined {
  const { credit, unpaid } = stored.facts
  const margin = resultOf(stored.outcome, 'margin')
  return releaseAgain(stored, {
    credit: credit && checkAgain(credit),
    unpaid: unpaid === undefined ? zero : cents(unpaid),
    isBelowMargin: margin !== undefined && margin !== 'passed',
  })
}

/** What decides a release: the credit check, if it needed one, what is unpaid, and the margin. */
type ReleaseFacts = {
  credit: CheckedCredit | undefined
  unpaid: Cents
  isBelowMargin: boolean
}

/**
 * The receipt of a release on these facts. What a person overrode, the credit or the payment, stays
 * overridden, unless it suffices.
 */
export function releaseAgain(
  { facts, outcome }: StoredDecision,
  { credit, unpaid, isBelowMargin }: ReleaseFacts,
): OrderReceipt | undefined {
  const { customerId, before } = facts
  if (!before) return undefined
  const isOverridden = (rule: RuleName) => resultOf(outcome, rule) === 'overridden'
  const isOverCredit = credit?.decision.approved === false && !isOverridden('credit')
  const isUnpaid = before.holdReason === 'payment' && unpaid > 0 && !isOverridden('payment')
  const next = holdAfterRelease({ ...before, unpaid, isBelowMargin })
  const holdReason = isOverCredit ? 'credit' : isUnpaid ? 'payment' : next
  const released = { holdReason, unpaid, isBelowMargin, credit }
  return contentOf(releaseReceiptOf({ ...before, customerId }, released))
}

function checkAgain(recorded: NonNullable<DecisionFacts['credit']>): CheckedCredit {
  const facts = creditFactsFrom(recorded)
  return { facts, decision: checkCredit(facts, cents(recorded.amount)) }
}

function contentOf({ facts, outcome }: OrderReceipt): OrderReceipt {
  return { facts, outcome }
}

type RuleName = DecisionOutcome['rules'][number]['rule']

function resultOf({ rules }: DecisionOutcome, name: RuleName) {
  return rules.find(({ rule }) => rule === name)?.result
}

function saysOf({ rules }: DecisionOutcome, name: RuleName): string | undefined {
  return rules.find(({ rule }) => rule === name)?.says
}
