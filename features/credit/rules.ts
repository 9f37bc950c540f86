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
  const isUnlimited = creditLimit === 0 && facts.zeroMeans === 'unlimited'
  if (isUnlimited || isPrepaid(facts.paymentTerms) || total <= availableCredit) {
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

/** Why a customer is too late with their payments to buy more; undefined where they are not. */
function whyTooLate({ overdue, overdueRule, creditLimit }: CreditFacts): string | undefined {
  if (!overdue || !overdueRule) return undefined
  const { days, percent } = overdueRule
  if (days > 0 && overdue.daysLate > days) {
    return `Oldest overdue invoice is ${overdue.daysLate} days late`
  }
  const most = Math.round((creditLimit * percent) / 100) as Cents
  if (percent === 0 || creditLimit === 0 || overdue.amount <= most) return undefined
  const late = formatMoney(overdue.amount)
  return `Overdue invoices come to ${late}, more than ${percent} % of the credit limit`
}

const prepaidTerms = new Set(['prepaid', 'cia', 'cash in advance', 'cwo'])

/** True for payment terms that ask for the money first (docs/rules.md, Credit). */
export function isPrepaid(paymentTerms: string): boolean {
  return prepaidTerms.has(paymentTerms.trim().toLowerCase())
}
