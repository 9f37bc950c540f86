import { creditBoundOf } from '#features/customers/rules.ts'
import { type Cents, formatMoney, zero } from '#platform/kernel/money.ts'

/** Inputs of the credit decision. All amounts are in cents. */
export type CreditFacts = {
  creditLimit: Cents
  currentBalance: Cents
  openOrderAmount: Cents
  /** What binding approvals of other orders hold, which are not placed yet. */
  softReserved?: Cents
  creditStatus: 'normal' | 'blocked'
  paymentTerms: string
  /** Whether a limit of 0 means no credit or unlimited credit (a setting). */
  zeroMeans: 'none' | 'unlimited'
  /** The customer's past-due invoices; undefined if none are past due. */
  overdue?: Overdue | undefined
  /** Omitted where the overdue rule does not apply to the decision. */
  overdueRule?: OverdueRule | undefined
}

/** Builds the credit rules from the administrator's settings. */
export function creditRulesOf(settings: {
  creditZeroMeans: CreditFacts['zeroMeans']
  creditOverdueDays: number
  creditOverduePercent: number
}): Pick<CreditFacts, 'zeroMeans' | 'overdueRule'> {
  const { creditZeroMeans: zeroMeans, creditOverdueDays, creditOverduePercent } = settings
  return { zeroMeans, overdueRule: { days: creditOverdueDays, percent: creditOverduePercent } }
}

/** Days past due of the oldest open invoice, and the total amount past due. */
export type Overdue = { daysLate: number; amount: Cents }

/**
 * Credit stops beyond this many days, or beyond this percent of the limit; 0 disables either part.
 */
export type OverdueRule = { days: number; percent: number }

export type CreditDecision = { approved: boolean; availableCredit: Cents; message?: string }

/** Days that a credit override on an order stays valid. */
export const overrideDays = 7

/**
 * The credit check: decides whether an order of `total` is approved (docs/rules.md, Credit).
 * Available credit = limit − (balance + open orders + what approvals hold). Prepaid customers need
 * no limit; a customer on credit hold cannot order.
 */
export function checkCredit(facts: CreditFacts, total: Cents): CreditDecision {
  const { creditLimit, currentBalance, openOrderAmount, softReserved = zero } = facts
  const usedCredit = currentBalance + openOrderAmount + softReserved
  const availableCredit = (creditLimit - usedCredit) as Cents
  if (facts.creditStatus === 'blocked') {
    return { approved: false, availableCredit, message: 'Customer is on credit hold' }
  }
  const overdueReason = overdueBlockReason(facts)
  if (overdueReason) return { approved: false, availableCredit, message: overdueReason }
  if (creditBoundOf(facts) !== 'limit' || total <= availableCredit) {
    return { approved: true, availableCredit }
  }
  const excess = formatMoney((total - availableCredit) as Cents)
  const parts = [
    `limit ${formatMoney(creditLimit)}`,
    `balance ${formatMoney(currentBalance)}`,
    `open orders ${formatMoney(openOrderAmount)}`,
    ...(softReserved > 0 ? [`held by approvals ${formatMoney(softReserved)}`] : []),
  ]
  const message =
    `Credit limit exceeded by ${excess} (${parts.join(', ')}). ` +
    `Order is ${excess} over the available ${formatMoney(availableCredit)}`
  return { approved: false, availableCredit, message }
}

/**
 * Returns why overdue payments block further orders; undefined if they do not. With a limit of 0,
 * no amount may be overdue; with unlimited credit, the percentage is not checked. The overdue
 * amount is capped at the customer's balance, because unapplied payments may cover it: a customer
 * with no balance due is never overdue.
 */
function overdueBlockReason(facts: CreditFacts): string | undefined {
  const { overdue, overdueRule, creditLimit } = facts
  if (!overdue || !overdueRule || facts.currentBalance <= 0) return undefined
  const { days, percent } = overdueRule
  if (days > 0 && overdue.daysLate > days) {
    const { daysLate } = overdue
    return `Oldest overdue invoice is ${daysLate} ${daysLate === 1 ? 'day' : 'days'} late`
  }
  const hasNoLimit = creditLimit === 0 && facts.zeroMeans === 'unlimited'
  const maxOverdue = Math.round((creditLimit * percent) / 100) as Cents
  const amount = Math.min(overdue.amount, facts.currentBalance) as Cents
  if (percent === 0 || hasNoLimit || amount <= maxOverdue) return undefined
  const overdueText = `Overdue invoices total ${formatMoney(amount)}`
  if (creditLimit === 0) return `${overdueText}, and this customer has no credit limit`
  return `${overdueText}, more than ${percent}% of the credit limit`
}
