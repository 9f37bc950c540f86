import type { CreditDecision, CreditFacts } from '#features/credit/rules.ts'
import { type Cents, cents, decimal, zero } from '#platform/kernel/money.ts'
import type { DecisionFacts } from './contract.ts'

/** The facts of a credit check as a receipt has them; `amount` is what needed the credit. */
export function creditFactsOf(
  facts: CreditFacts,
  { availableCredit, amount }: Pick<CreditDecision, 'availableCredit'> & { amount: Cents },
): NonNullable<DecisionFacts['credit']> {
  const { overdue, overdueRule, softReserved = zero } = facts
  return {
    creditLimit: decimal(facts.creditLimit),
    currentBalance: decimal(facts.currentBalance),
    openOrders: decimal(facts.openOrderAmount),
    ...(softReserved > 0 && { softReserved: decimal(softReserved) }),
    available: decimal(availableCredit),
    amount: decimal(amount),
    status: facts.creditStatus,
    paymentTerms: facts.paymentTerms,
    zeroMeans: facts.zeroMeans,
    ...(overdue && { overdue: { daysLate: overdue.daysLate, amount: decimal(overdue.amount) } }),
    ...(overdueRule && { overdueRule }),
  }
}

/** What a credit check read, from its receipt. */
export function creditFactsFrom(recorded: NonNullable<DecisionFacts['credit']>): CreditFacts {
  const { overdue, overdueRule, softReserved } = recorded
  return {
    creditLimit: cents(recorded.creditLimit),
    currentBalance: cents(recorded.currentBalance),
    openOrderAmount: cents(recorded.openOrders),
    softReserved: softReserved === undefined ? zero : cents(softReserved),
    creditStatus: recorded.status,
    paymentTerms: recorded.paymentTerms,
    zeroMeans: recorded.zeroMeans,
    overdue: overdue && { daysLate: overdue.daysLate, amount: cents(overdue.amount) },
    overdueRule,
  }
}
