import { termsText } from '#features/customers/labels.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { Decision } from '../contract.ts'
import { NameValueList } from './NameValueList.tsx'

type CreditFacts = NonNullable<Decision['facts']['credit']>

/** The credit of the customer before the decision. */
export function CreditFactsList({ credit }: { credit: CreditFacts }) {
  const { overdue, overdueRule, status, softReserved } = credit
  return (
    <NameValueList
      items={[
        ['Credit limit', formatDecimal(credit.creditLimit)],
        ['Current balance', formatDecimal(credit.currentBalance)],
        ['Open orders', formatDecimal(credit.openOrders)],
        ...(softReserved
          ? [['Held for validated orders', formatDecimal(softReserved)] as const]
          : []),
        ['Available credit', formatDecimal(credit.available)],
        ['Amount checked', formatDecimal(credit.amount)],
        ['Payment terms', termsText(credit.paymentTerms)],
        ...(status === 'blocked' ? [['Customer', 'On credit hold'] as const] : []),
        ...(overdue
          ? [['Past due', `${formatDecimal(overdue.amount)}, ${overdue.daysLate} days`] as const]
          : []),
        ...(overdueRule
          ? [
              [
                'Credit blocked when past due',
                `after ${overdueRule.days} days or above ${overdueRule.percent}% of the limit`,
              ] as const,
            ]
          : []),
      ]}
    />
  )
}
