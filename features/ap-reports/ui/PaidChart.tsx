import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { centsOfSum, formatDecimal } from '#platform/kernel/money.ts'
import { MonthlyChart, type MonthsQuery } from '#platform/ui/reports/MonthlyChart.tsx'
import { hrefOf } from '#platform/web/screen-address.ts'
import { listApMonths } from '../contract.ts'
import { monthPayments } from './month-documents.ts'

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
        hrefOf={(month) => hrefOf(monthPayments(month, query.asOf))}
        summaryOf={() => 'Amounts that vendors billed and that were paid, by month.'}
        none="No months in this period."
      />
    </div>
  )
}
