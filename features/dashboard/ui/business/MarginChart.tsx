import { useState } from 'react'
import { formatOptionalDay } from '#platform/kernel/days.ts'
import { centsOfSum, formatDecimal } from '#platform/kernel/money.ts'
import { ChartCard } from '#platform/ui/chart/ChartCard.tsx'
import { hrefOf } from '#platform/web/screen-address.ts'
import type { BusinessFigures } from '../../contract.ts'
import { marginPercent } from '../../rules.ts'

type Week = BusinessFigures['weeks'][number]

type MarginChartProps = { figures: BusinessFigures | undefined; isPending: boolean }

const formula =
  'Income and gross profit of the income statement of each week, Monday to Sunday. Each week ' +
  'opens its statement.'

/** Revenue and gross margin of the last 13 weeks; a week opens its income statement. */
export function MarginChart({ figures, isPending }: MarginChartProps) {
  const [isCompared, setIsCompared] = useState(false)
  const weeks = figures?.weeks.some(hasPostings) ? figures.weeks : []
  return (
    <ChartCard
      isPart
      className="min-h-100 md:col-span-2"
      title="Revenue and gross margin, 13 weeks"
      summary="Revenue and gross margin by week; this week is still in progress."
      periods={weeks.map((week, index) => {
        const before = isCompared && figures?.previousWeeks[index]
        return {
          id: week.from,
          href: hrefOf({
            to: '/journal',
            search: { tab: 'income', 'f.from': week.from, 'f.to': week.to },
          }),
          isOpen: week === weeks.at(-1),
          ...figuresOf(week),
          rowName: formatOptionalDay(week.from),
          before: before ? figuresOf(before) : undefined,
        }
      })}
      bars={[{ text: 'Revenue', unit: '$' }]}
      line={{ text: 'Gross margin', unit: '$' }}
      heads={['Week from', 'Revenue', 'Gross margin', 'Percent']}
      figures={{ formula, asOf: figures?.to }}
      endLabels={[formatOptionalDay(weeks[0]?.from, ''), 'This week (in progress)']}
      isPending={isPending}
      none={figures ? 'No revenue in these weeks.' : 'Not loaded.'}
      comparison={{
        with: 'the 13 weeks before',
        isShown: isCompared,
        onTurn: setIsCompared,
      }}
    />
  )
}

function hasPostings({ income, grossProfit }: Week): boolean {
  return centsOfSum(income) !== 0 || centsOfSum(grossProfit) !== 0
}

function figuresOf({ from, income, grossProfit }: Week) {
  const [revenue, margin] = [formatDecimal(income), formatDecimal(grossProfit)]
  const percent = marginPercent(centsOfSum(income), centsOfSum(grossProfit))
  const share = percent === undefined ? '' : ` (${percent}%)`
  return {
    name: `Week from ${formatOptionalDay(from)}`,
    bars: [centsOfSum(income) / 100],
    line: centsOfSum(grossProfit) / 100,
    text: `revenue ${revenue}, gross margin ${margin}${share}`,
    cells: [revenue, margin, percent === undefined ? 'n/a' : `${percent}%`],
  }
}
