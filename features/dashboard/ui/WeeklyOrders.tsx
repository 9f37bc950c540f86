import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { addDays, formatOptionalDay } from '#platform/kernel/days.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { PeriodChart } from '#platform/ui/chart/PeriodChart.tsx'
import { LazyChartTable } from '#platform/ui/chart/TableToggle.tsx'
import type { DashboardTrends } from '../contract.ts'

type Week = DashboardTrends['weeks'][number]

type WeeklyOrdersProps = { weeks: readonly Week[]; isTable: boolean }

/** The weeks as a bar and line chart, or as a table. */
export function WeeklyOrders({ weeks, isTable }: WeeklyOrdersProps) {
  return isTable ? <WeeksTable weeks={weeks} /> : <Bars weeks={weeks} />
}

function Bars({ weeks }: { weeks: readonly Week[] }) {
  const maxOrders = Math.max(0, ...weeks.map((week) => week.orders))
  return (
    <PeriodChart
      summary={summaryOf(weeks)}
      periods={weeks.map((week) => ({
        id: week.from,
        text: describeWeek(week),
        href: hrefOf(week),
        bar: week.orders,
        line: cents(week.revenue) / 100,
        isOpen: week === weeks.at(-1),
      }))}
      bar={{ text: `Orders (peak ${formatCount(maxOrders)}/week)`, unit: '' }}
      line={{ text: `Revenue (peak ${formatDecimal(maxRevenueOf(weeks))}/week)`, unit: '$' }}
      endLabels={[formatOptionalDay(weeks[0]?.from, ''), 'This week (in progress)']}
    />
  )
}

/** Links to the sales orders of a week. */
function hrefOf({ from }: Week): string {
  const to = addDays(from, 6)
  return `/sales-orders?${new URLSearchParams({ 'f.from': from, 'f.to': to })}`
}

function WeeksTable({ weeks }: { weeks: readonly Week[] }) {
  return (
    <LazyChartTable
      label="Orders and revenue as a table"
      heads={['Week from', 'Orders', 'Revenue']}
      rows={weeks.map(({ from, orders, revenue }) => [
        formatOptionalDay(from, ''),
        formatCount(orders),
        formatDecimal(revenue),
      ])}
    />
  )
}

function maxRevenueOf(weeks: readonly Week[]): string {
  const bestWeek = weeks.toSorted((a, b) => cents(b.revenue) - cents(a.revenue))[0]
  return bestWeek?.revenue ?? '0.00'
}

function summaryOf(weeks: readonly Week[]): string {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (!first || !last) return 'No orders in twelve weeks'
  return `Orders a week went from ${first.orders} to ${last.orders}, this week still in progress.`
}

function describeWeek(week: Week): string {
  const orders = counted(week.orders, 'order')
  return `Week from ${formatOptionalDay(week.from, '')}: ${orders}, ${formatDecimal(week.revenue)}`
}

function formatCount(value: number): string {
  return value.toLocaleString('en-US')
}
