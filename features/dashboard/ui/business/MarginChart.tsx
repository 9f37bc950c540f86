import { useState } from 'react'
import { formatOptionalDay } from '#platform/kernel/days.ts'
import { centsOfSum, formatDecimal } from '#platform/kernel/money.ts'
import { PeriodChart } from '#platform/ui/chart/PeriodChart.tsx'
import { LazyChartTable, TableToggle } from '#platform/ui/chart/TableToggle.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { hrefOf } from '#platform/web/screen-address.ts'
import type { BusinessFigures } from '../../contract.ts'

type Week = BusinessFigures['weeks'][number]

type MarginChartProps = { weeks: readonly Week[] | undefined; isPending: boolean }

/** Revenue and gross margin of the last 13 weeks; a week opens its income statement. */
export function MarginChart({ weeks, isPending }: MarginChartProps) {
  const [isTable, setIsTable] = useState(false)
  const hasPostings = weeks?.some(({ income, grossProfit }) => income !== grossProfit || +income)
  return (
    <section
      aria-labelledby="margin-weeks"
      className="card flex min-h-84 min-w-0 flex-col p-4 md:col-span-2"
    >
      <div className="mb-2 flex min-h-8 items-start justify-between gap-2 pointer-coarse:min-h-11">
        <h3 id="margin-weeks" className="text-card pt-1">
          Revenue and gross margin, 13 weeks
        </h3>
        {hasPostings && <TableToggle isTable={isTable} onTurn={setIsTable} />}
      </div>
      {isPending && <Skeleton className="min-h-56 flex-1" />}
      {!isPending && !hasPostings && (
        <p className="text-muted">{weeks ? 'No revenue in these weeks.' : 'Not loaded.'}</p>
      )}
      {weeks && hasPostings && (isTable ? <WeeksTable weeks={weeks} /> : <Bars weeks={weeks} />)}
    </section>
  )
}

/** A loss is drawn as zero; its text has the amount. */
const drawn = (amount: string) => Math.max(0, centsOfSum(amount) / 100)

function Bars({ weeks }: { weeks: readonly Week[] }) {
  return (
    <PeriodChart
      summary="Revenue and gross margin by week; this week is still in progress."
      periods={weeks.map((week) => ({
        id: week.from,
        text:
          `Week from ${formatOptionalDay(week.from)}: revenue ${formatDecimal(week.income)}, ` +
          `gross margin ${formatDecimal(week.grossProfit)}`,
        href: hrefOf({
          to: '/journal',
          search: { tab: 'income', 'f.from': week.from, 'f.to': week.to },
        }),
        bar: drawn(week.income),
        line: drawn(week.grossProfit),
        isOpen: week === weeks.at(-1),
      }))}
      bar={{ text: 'Revenue', unit: '$' }}
      line={{ text: 'Gross margin', unit: '$' }}
      endLabels={[formatOptionalDay(weeks[0]?.from, ''), 'This week (in progress)']}
    />
  )
}

function WeeksTable({ weeks }: { weeks: readonly Week[] }) {
  return (
    <LazyChartTable
      label="Revenue and gross margin as a table"
      heads={['Week from', 'Revenue', 'Gross margin']}
      rows={weeks.map(({ from, income, grossProfit }) => [
        formatOptionalDay(from, ''),
        formatDecimal(income),
        formatDecimal(grossProfit),
      ])}
    />
  )
}
