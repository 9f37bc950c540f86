import type { CreditDecision, CreditFacts } from '#features/credit/rules.ts'
import type { DecisionFacts, DecisionOutcome } from '#features/decisions/contract.ts'
import { creditFactsOf } from '#features/decisions/credit-facts.ts'
import { amount, type Cents, cents, decimal } from '#platform/kernel/money.ts'

// The receipts of holds, releases and orders that are recorded by their total alone.

/** An order before its hold or release, as its receipt has it. */
type HeldOrder = {
  customerId: number
  status: string
  totalAmount: string
  holdReason: string | null
  /** Set if the act was refused, so that its receipt belongs to no order. */
  orderId?: number | undefined
}

/** A credit check, with the facts that it used. */
export type CheckedCredit = { facts: CreditFacts; decision: CreditDecision }

/** The content of the receipt of a hold that somebody sets. */
export function holdReceiptOf(order: HeldOrder, { holdReason }: { holdReason: string }) {
  const outcome: DecisionOutcome = {
    verdict: 'held',
    holdReason,
    rules: [{ rule: 'hold', result: 'held' }],
  }
  return { kind: 'hold' as const, facts: factsBefore(order), outcome }
}

type Released = {
  /** The hold that follows, if the order is not free yet. */
  holdReason: string | null
  unpaid: Cents
  /** True if the margin hold that ends was still needed. */
  isBelowMargin?: boolean
  /** The credit check, if the release needed one. */
  credit?: CheckedCredit | undefined
}

type Recorded = {
  customerId: number
  total: Cents
  holdReason: string | null
  credit: CheckedCredit
}

/** The content of the receipt of an order that is recorded by its total alone. */
export function recordedTotalReceiptOf({ customerId, total, holdReason, credit }: Recorded) {
  const { facts, decision } = credit
  const { approved, message } = decision
  const result = approved ? 'passed' : holdReason === 'credit' ? 'held' : 'overridden'
  const outcome: DecisionOutcome = {
    verdict: holdReason === null ? 'approved' : 'held',
    holdReason,
    rules: [
      { rule: 'credit', result, ...(message !== undefined && { says: message }) },
      { rule: 'hold', result: holdReason === null ? 'passed' : 'held' },
    ],
  }
  const found = creditFactsOf(facts, facts, { ...decision, amount: total })
  return { kind: 'create' as const, facts: { customerId, credit: found }, outcome }
}

/** The content of the receipt of a release. */
export function releaseReceiptOf(order: HeldOrder, released: Released) {
  const { holdReason, unpaid, isBelowMargin = false, credit } = released
  const isPaymentDecided = order.holdReason === 'payment' || holdReason === 'payment'
  const isMarginDecided = order.holdReason === 'margin' || holdReason === 'margin'
  const facts: DecisionFacts = {
    ...factsBefore(order),
    ...(credit && { credit: creditOf(order, credit) }),
    ...(isPaymentDecided && { unpaid: decimal(unpaid) }),
  }
  const rules: DecisionOutcome['rules'] = [
    ...(credit ? [creditRuleOf(credit, holdReason)] : []),
    ...(isPaymentDecided ? [paymentRuleOf(holdReason, unpaid)] : []),
    ...(isMarginDecided ? [marginRuleFor(holdReason, isBelowMargin)] : []),
    { rule: 'hold', result: holdReason === null ? 'passed' : 'held' },
  ]
  const verdict = holdReason === null ? ('approved' as const) : ('held' as const)
  return { kind: 'release' as const, facts, outcome: { verdict, holdReason, rules } }
}

function factsBefore(order: HeldOrder): DecisionFacts {
  const { customerId, status, totalAmount, holdReason, orderId } = order
  const before = { status, totalAmount: amount(totalAmount), holdReason }
  return { customerId, before: { ...before, ...(orderId !== undefined && { orderId }) } }
}

function creditOf({ totalAmount }: HeldOrder, { facts, decision }: CheckedCredit) {
  return creditFactsOf(facts, facts, { ...decision, amount: cents(totalAmount) })
}

type RuleOutcome = DecisionOutcome['rules'][number]

function creditRuleOf(
  { decision: { approved, message } }: CheckedCredit,
  holdReason: string | null,
): RuleOutcome {
  const says = message !== undefined && { says: message }
  if (holdReason === 'credit') return { rule: 'credit', result: 'held', ...says }
  return { rule: 'credit', result: approved ? 'passed' : 'overridden', ...says }
}

function paymentRuleOf(holdReason: string | null, unpaid: Cents): RuleOutcome {
  const result = holdReason === 'payment' ? 'held' : unpaid > 0 ? 'overridden' : 'passed'
  return { rule: 'payment', result }
}

function marginRuleFor(holdReason: string | null, isBelowMargin: boolean): RuleOutcome {
  if (holdReason === 'margin') return { rule: 'margin', result: 'held' }
  return { rule: 'margin', result: isBelowMargin ? 'overridden' : 'passed' }
}
