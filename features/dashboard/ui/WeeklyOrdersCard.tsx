import { useState } from 'react'
import { addDays, formatOptionalDay } from '#platform/kernel/days.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { centsOfSum, formatDecimal } from '#platform/kernel/money.ts'
import { ChartCard } from '#platform/ui/chart/ChartCard.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { type Address, hrefOf } from '#platform/web/screen-address.ts'
import { type DashboardTrends, readOrderWeeks } from '../contract.ts'

type Week = DashboardTrends['weeks'][number]
type WeeklyOrdersCardProps = { trends: DashboardTrends | undefined; isPending: boolean }

const formula =
  'Number of sales orders by order date, Monday to Sunday, and their totals without cancelled ' +
  'orders. Each week opens its orders.'

/** Weekly orders as bars and their value as a line, or both as a table. */
export function WeeklyOrdersCard({ trends, isPending }: WeeklyOrdersCardProps) {
  const [isCompared, setIsCompared] = useState(false)
  const weeks = trends?.weeks.some(({ orders }) => orders > 0) ? trends.weeks : []
  const [first] = weeks
  const before = useRead(readOrderWeeks, {
    query: first ? { to: addDays(first.from, -1) } : {},
    enabled: isCompared && first !== undefined,
  })
  const earlier = isCompared ? before.data?.weeks : undefined
  const maxOrders = Math.max(0, ...weeks.map((week) => week.orders))
  return (
    <ChartCard
      title="Orders and order value, 12 weeks"
      summary={summaryOf(weeks)}
      periods={weeks.map((week, index) => {
        const other = earlier?.[index]
        return {
          id: week.from,
          href: hrefOf(ordersOf(week)),
          isOpen: week === weeks.at(-1),
          ...figuresOf(week),
          rowName: formatOptionalDay(week.from, ''),
          before: other && figuresOf(other),
        }
      })}
      bars={[{ text: `Orders (peak ${formatCount(maxOrders)}/week)`, unit: '' }]}
      line={{ text: `Order value (peak ${formatDecimal(maxRevenueOf(weeks))}/week)`, unit: '$' }}
      heads={['Week from', 'Orders', 'Order value']}
      figures={{ formula, asOf: trends?.to }}
      endLabels={[formatOptionalDay(first?.from, ''), 'This week (in progress)']}
      isPending={isPending}
      none={trends ? 'No orders in these weeks.' : 'Not loaded.'}
      comparison={{
        with: 'the 12 weeks before',
        isShown: isCompared,
        onTurn: setIsCompared,
        problem:
          isCompared && before.error
            ? `The 12 weeks before could not be loaded. ${before.error.sentence}`
            : undefined,
      }}
    />
  )
}

function figuresOf(week: Week) {
  const revenue = formatDecimal(week.revenue)
  return {
    name: `Week from ${formatOptionalDay(week.from, '')}`,
    bars: [week.orders],
    line: centsOfSum(week.revenue) / 100,
    text: `${counted(week.orders, 'order')}, ${revenue}`,
    cells: [formatCount(week.orders), revenue],
  }
}

/** The sales orders of a week. */
function ordersOf({ from }: Week): Address {
  return { to: '/sales-orders', search: { 'f.from': from, 'f.to': addDays(from, 6) } }
}

function maxRevenueOf(weeks: readonly Week[]): string {
  const bestWeek = weeks.toSorted((a, b) => centsOfSum(b.revenue) - centsOfSum(a.revenue))[0]
  return bestWeek?.revenue ?? '0.00'
}

function summaryOf(weeks: readonly Week[]): string {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (!first || !last) return 'No orders in twelve weeks'
  return `Orders a week went from ${first.orders} to ${last.orders}, this week still in progress.`
}

function formatCount(value: number): string {
  return value.toLocaleString('en-US')
}
