import type { CreditDecision, CreditFacts } from '#features/credit/rules.ts'
import { type Cents, decimal } from '#platform/kernel/money.ts'
import type { DecisionFacts } from './contract.ts'

/** The facts of a credit check as a receipt has them; `amount` is what needed the credit. */
export function creditFactsOf(
  facts: CreditFacts,
  { availableCredit, amount }: Pick<CreditDecision, 'availableCredit'> & { amount: Cents },
): NonNullable<DecisionFacts['credit']> {
  const { overdue, overdueRule } = facts
  return {
    creditLimit: decimal(facts.creditLimit),
    currentBalance: decimal(facts.currentBalance),
    openOrders: decimal(facts.openOrderAmount),
    available: decimal(availableCredit),
    amount: decimal(amount),
    status: facts.creditStatus,
    paymentTerms: facts.paymentTerms,
    zeroMeans: facts.zeroMeans,
    ...(overdue && { overdue: { daysLate: overdue.daysLate, amount: decimal(overdue.amount) } }),
    ...(overdueRule && { overdueRule }),
  }
}
