import type { CreditDecision, CreditFacts } from '#features/credit/rules.ts'
import { type Cents, cents, decimal, zero } from '#platform/kernel/money.ts'
import type { DecisionFacts } from './contract.ts'

/** The facts of a credit check as a receipt has them; `amount` is what needed the credit. */
export function creditFactsOf(
  facts: CreditFacts,
  { availableCredit, amount }: Pick<CreditDecision, 'availableCredit'> & { amount: Cents },
): NonNullable<DecisionFacts['credit']> {
  const { overdue, overdueRule, softReserved = zero } = facts
  // In the order of their names, as a receipt writes them.
  return {
    amount: decimal(amount),
    available: decimal(availableCredit),
    creditLimit: decimal(facts.creditLimit),
    currentBalance: decimal(facts.currentBalance),
    openOrders: decimal(facts.openOrderAmount),
    ...(overdue && { overdue: { amount: decimal(overdue.amount), daysLate: overdue.daysLate } }),
    ...(overdueRule && { overdueRule }),
    paymentTerms: facts.paymentTerms,
    ...(softReserved > 0 && { softReserved: decimal(softReserved) }),
    status: facts.creditStatus,
    zeroMeans: facts.zeroMeans,
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
