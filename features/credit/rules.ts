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
}

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

const prepaidTerms = new Set(['prepaid', 'cia', 'cash in advance', 'cwo'])

/** True for payment terms that ask for the money first (docs/rules.md, Credit). */
export function isPrepaid(paymentTerms: string): boolean {
  return prepaidTerms.has(paymentTerms.trim().toLowerCase())
}
