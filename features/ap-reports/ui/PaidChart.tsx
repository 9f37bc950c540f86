import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { centsOfSum, formatDecimal } from '#platform/kernel/money.ts'
import { MonthlyChart, type MonthsQuery } from '#platform/ui/reports/MonthlyChart.tsx'
import { firstDayOf, lastDayOf } from '#platform/ui/reports/months-before.ts'
import { type Address, hrefOf } from '#platform/web/screen-address.ts'
import { type ApMonth, listApMonths } from '../contract.ts'

/** A chart of what vendors billed and were paid by month; a month opens its payments. */
export function PaidChart({ query }: { query: MonthsQuery }) {
  return (
    <div className="mb-4">
      <MonthlyChart
        title="Billed and paid"
        isSum
        endpoint={listApMonths}
        query={query}
        monthsOf={(months) => months}
        bars={[{ text: 'Billed', unit: '$' }]}
        line={{ text: 'Paid', unit: '$' }}
        heads={['Billed', 'Paid', 'Payments']}
        figuresOf={({ billed, paid, payments }) => ({
          bars: [centsOfSum(billed) / 100],
          line: centsOfSum(paid) / 100,
          text:
            `${formatDecimal(billed)} billed, ${formatDecimal(paid)} paid in ` +
            counted(payments, 'payment'),
          cells: [formatDecimal(billed), formatDecimal(paid), payments.toLocaleString('en-US')],
        })}
        hrefOf={(month) => hrefOf(paymentsOf(month, query.asOf))}
        summaryOf={() => 'Amounts that vendors billed and that were paid, by month.'}
        none="No months in this period."
      />
    </div>
  )
}

/** The payments that were posted in a month. */
function paymentsOf({ id }: ApMonth, asOf: string | undefined): Address {
  const days = { 'f.postedFrom': firstDayOf(id), 'f.postedTo': lastDayOf(id) }
  const search = { tab: 'payments', ...days, 'f.status': 'posted' }
  return { to: '/ap-reports', search: { ...search, 'f.asOf': asOf } }
}
