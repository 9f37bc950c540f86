import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { formatMonth } from '#platform/ui/dates/moments.ts'
import { PeriodChart } from '#platform/ui/chart/PeriodChart.tsx'
import type { ArMonth } from '../contract.ts'

type TrendsChartProps = { months: readonly ArMonth[]; asOf: string | undefined }

/** Chart of invoiced and received amounts per month, oldest first. */
export function TrendsChart({ months, asOf }: TrendsChartProps) {
  const oldestFirst = months.toSorted((a, b) => a.id - b.id)
  const [first, last] = [oldestFirst[0], oldestFirst.at(-1)]
  if (!first || !last) return null
  return (
    <section
      aria-label="Invoiced and received"
      className="card mb-4 flex h-80 min-w-0 flex-col p-4"
    >
      <h2 className="text-card mb-2">Invoiced and received</h2>
      <PeriodChart
        summary={
          `Payments received: ${formatDecimal(first.received)} in ${formatMonth(first.from)}, ` +
          `${formatDecimal(last.received)} in ${formatMonth(last.from)}.`
        }
        periods={oldestFirst.map((month) => ({
          id: month.id,
          text: describeMonth(month),
          href: hrefOf(month, asOf),
          bar: cents(month.invoiced) / 100,
          line: cents(month.received) / 100,
        }))}
        bar={{ text: 'Invoiced', unit: '$' }}
        line={{ text: 'Cash received', unit: '$' }}
        endLabels={[formatMonth(first.from), formatMonth(last.from)]}
      />
    </section>
  )
}

function describeMonth({ from, invoiced, received }: ArMonth): string {
  const amounts = `${formatDecimal(invoiced)} invoiced, ${formatDecimal(received)} received`
  return `${formatMonth(from)}: ${amounts}`
}

/** Returns the link to a month's invoices, as of the report's day. */
function hrefOf({ from, to }: ArMonth, asOf: string | undefined): string {
  const search = { tab: 'invoices', 'f.from': from, 'f.to': to, ...(asOf && { 'f.asOf': asOf }) }
  return `/ar-reports?${new URLSearchParams(search)}`
}
