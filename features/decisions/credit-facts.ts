import type { CreditDecision, CreditFacts } from '#features/credit/rules.ts'
import { type Cents, cents, decimal, zero } from '#platform/kernel/money.ts'
import type { DecisionFacts } from './contract.ts'

type CreditRules = Pick<CreditFacts, 'zeroMeans' | 'overdueRule'>

/** What a credit check reads, as a receipt has it; `amount` is what needed the credit. */
export function creditFactsOf(
  customer: Omit<CreditFacts, keyof CreditRules>,
  { zeroMeans, overdueRule }: CreditRules,
  { availableCredit, amount }: Pick<CreditDecision, 'availableCredit'> & { amount: Cents },
): NonNullable<DecisionFacts['credit']> {
  const { overdue, softReserved = zero } = customer
  // In the order of their names, as a receipt writes them; it leaves out what is undefined.
  return {
    amount: decimal(amount),
    available: decimal(availableCredit),
    creditLimit: decimal(customer.creditLimit),
    currentBalance: decimal(customer.currentBalance),
    openOrders: decimal(customer.openOrderAmount),
    overdue: overdue && { amount: decimal(overdue.amount), daysLate: overdue.daysLate },
    overdueRule,
    paymentTerms: customer.paymentTerms,
    softReserved: softReserved > 0 ? decimal(softReserved) : undefined,
    status: customer.creditStatus,
    zeroMeans,
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
