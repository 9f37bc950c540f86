import { creditBoundOf } from '#features/customers/rules.ts'
import { type Cents, formatMoney } from '#platform/kernel/money.ts'

/** What the credit decision looks at. All amounts in cents. */
export type CreditFacts = {
  creditLimit: Cents
  currentBalance: Cents
  openOrderAmount: Cents
  creditStatus: 'normal' | 'blocked'
  paymentTerms: string
  /** Whether a limit of 0 means no credit or no limit (a setting). */
  zeroMeans: 'none' | 'unlimited'
  /** What of the customer's invoices is past due; undefined where nothing is. */
  overdue?: Overdue | undefined
  /** Left out where a decision is not about it. */
  overdueRule?: OverdueRule | undefined
}

/** The rules of credit as an administrator has set them. */
export function creditRulesOf(settings: {
  creditZeroMeans: CreditFacts['zeroMeans']
  creditOverdueDays: number
  creditOverduePercent: number
}): Pick<CreditFacts, 'zeroMeans' | 'overdueRule'> {
  const { creditZeroMeans: zeroMeans, creditOverdueDays, creditOverduePercent } = settings
  return { zeroMeans, overdueRule: { days: creditOverdueDays, percent: creditOverduePercent } }
}

/** How long the oldest open invoice has been past due, and what is past due in all. */
export type Overdue = { daysLate: number; amount: Cents }

/** More days, or a larger share of the limit in percent, end the credit; 0 switches a part off. */
export type OverdueRule = { days: number; percent: number }

export type CreditDecision = { approved: boolean; availableCredit: Cents; message?: string }

/** How many days it counts that somebody let an order through above the credit. */
export const overrideDays = 7

/**
 * Whether an order of `total` may be taken (docs/rules.md, Credit): available = limit −
 * (balance + open orders); prepaid customers need no limit; a customer on credit hold buys nothing.
 */
export function assessCredit(facts: CreditFacts, total: Cents): CreditDecision {
  const { creditLimit, currentBalance, openOrderAmount } = facts
  const availableCredit = (creditLimit - currentBalance - openOrderAmount) as Cents
  if (facts.creditStatus === 'blocked') {
    return { approved: false, availableCredit, message: 'Customer is on credit hold' }
  }
  const late = whyTooLate(facts)
  if (late) return { approved: false, availableCredit, message: late }
  if (creditBoundOf(facts) !== 'limit' || total <= availableCredit) {
    return { approved: true, availableCredit }
  }
  const over = formatMoney((total - availableCredit) as Cents)
  const parts = [
    `limit ${formatMoney(creditLimit)}`,
    `balance ${formatMoney(currentBalance)}`,
    `open orders ${formatMoney(openOrderAmount)}`,
  ]
  const message =
    `Credit limit exceeded by ${over} (${parts.join(', ')}). ` +
    `Order is ${over} over the available ${formatMoney(availableCredit)}`
  return { approved: false, availableCredit, message }
}

/**
 * Why a customer is too late with their payments to buy more; undefined where they are not. Of a
 * limit of 0 no share may be overdue; where there is no limit there is no share of it either. What
 * is overdue is no more than what they owe in all: money with us may wait to be applied, and who
 * owes nothing is late with nothing.
 */
function whyTooLate(facts: CreditFacts): string | undefined {
  const { overdue, overdueRule, creditLimit } = facts
  if (!overdue || !overdueRule || facts.currentBalance <= 0) return undefined
  const { days, percent } = overdueRule
  if (days > 0 && overdue.daysLate > days) {
    const { daysLate } = overdue
    return `Oldest overdue invoice is ${daysLate} ${daysLate === 1 ? 'day' : 'days'} late`
  }
  const hasNoLimit = creditLimit === 0 && facts.zeroMeans === 'unlimited'
  const most = Math.round((creditLimit * percent) / 100) as Cents
  const amount = Math.min(overdue.amount, facts.currentBalance) as Cents
  if (percent === 0 || hasNoLimit || amount <= most) return undefined
  const late = `Overdue invoices come to ${formatMoney(amount)}`
  if (creditLimit === 0) return `${late}, and this customer has no credit limit`
  return `${late}, more than ${percent} % of the credit limit`
}
