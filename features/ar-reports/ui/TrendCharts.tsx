import { centsOfSum, formatDecimal } from '#platform/kernel/money.ts'
import { formatMonth } from '#platform/ui/dates/moments.ts'
import { MonthlyChart, type MonthsQuery } from '#platform/ui/reports/MonthlyChart.tsx'
import { type Address, hrefOf, type SearchOf } from '#platform/web/screen-address.ts'
import { type ArMonth, listArMonths } from '../contract.ts'
import { invoicedTab, receivedTab } from './month-documents.ts'
import { daysText, percentText } from './trend-texts.ts'

/** Charts of what was invoiced and received by month, and of how customers paid. */
export function TrendCharts({ query }: { query: MonthsQuery }) {
  const { asOf } = query
  const shared = {
    endpoint: listArMonths,
    query,
    monthsOf: (months: ArMonth[]) => months,
    none: 'No months in this period.',
  }
  const rowsOf = ({ from, to }: ArMonth, search: SearchOf<'/ar-reports'>): Address => ({
    to: '/ar-reports',
    search: { ...search, 'f.from': from, 'f.to': to, 'f.asOf': asOf },
  })
  return (
    <div className="mb-4 grid gap-4 xl:grid-cols-2">
      <MonthlyChart
        {...shared}
        title="Invoiced and received"
        isSum
        bars={[{ text: 'Invoiced', unit: '$' }]}
        line={{ text: 'Cash received', unit: '$' }}
        heads={['Invoiced', 'Cash received']}
        figuresOf={amountsOf}
        hrefOf={(month) => hrefOf(rowsOf(month, invoicedTab))}
        summaryOf={amountsInWords}
      />
      <MonthlyChart
        {...shared}
        title="Days to pay and paid on time"
        bars={[{ text: 'Days to pay', unit: ' days' }]}
        line={{ text: 'Paid on time', unit: '%' }}
        heads={['Days to pay', 'Paid on time']}
        figuresOf={paceOf}
        hrefOf={(month) => hrefOf(rowsOf(month, receivedTab))}
        summaryOf={() => 'Days from invoice to payment, and the share that was paid on time.'}
      />
    </div>
  )
}

function amountsOf({ invoiced, received }: ArMonth) {
  return {
    bars: [centsOfSum(invoiced) / 100],
    line: centsOfSum(received) / 100,
    text: `${formatDecimal(invoiced)} invoiced, ${formatDecimal(received)} received`,
    cells: [formatDecimal(invoiced), formatDecimal(received)],
  }
}

function paceOf({ daysToPay, onTimeShare }: ArMonth) {
  return {
    bars: [daysToPay ?? 0],
    line: onTimeShare === null ? null : Number(onTimeShare),
    text:
      daysToPay === null
        ? 'no payments of invoices'
        : `${daysText(daysToPay)} to pay, ${percentText(onTimeShare)} paid on time`,
    cells: [daysText(daysToPay), percentText(onTimeShare)],
  }
}

function amountsInWords(months: readonly ArMonth[]): string {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return 'No months in this period.'
  return (
    `Payments received: ${formatDecimal(first.received)} in ${formatMonth(first.from)}, ` +
    `${formatDecimal(last.received)} in ${formatMonth(last.from)}.`
  )
}
