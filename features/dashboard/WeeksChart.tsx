import { useState } from 'react'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/Button.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import type { DashboardTrends } from './contract.ts'

type Week = DashboardTrends['weeks'][number]

const width = 720
const height = 180
const barShare = 0.62
const lineLook = {
  fill: 'none',
  stroke: 'var(--chart-2)',
  strokeWidth: 2.5,
  vectorEffect: 'non-scaling-stroke',
} as const

type WeeksChartProps = { trends: DashboardTrends | undefined; isPending: boolean }

/** Orders as bars and revenue as a line, week by week; the same as a table. */
export function WeeksChart({ trends, isPending }: WeeksChartProps) {
  const [isTable, setIsTable] = useState(false)
  const weeks = trends?.weeks ?? []
  return (
    <section aria-labelledby="weeks" className="card flex min-w-0 flex-col p-4">
      <div className="mb-2 flex items-start justify-between gap-2">
        <h2 id="weeks" className="text-card pt-1">
          Orders and revenue, 12 weeks
        </h2>
        <Button size="small" kind="ghost" onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      {isPending && <Skeleton className="min-h-56 flex-1" />}
      {!isPending && !trends && <p className="min-h-56 flex-1 text-muted">Not loaded.</p>}
      {trends && (isTable ? <WeeksTable weeks={weeks} /> : <Bars weeks={weeks} />)}
    </section>
  )
}

function Bars({ weeks }: { weeks: readonly Week[] }) {
  const mostOrders = Math.max(0, ...weeks.map((week) => week.orders))
  const mostRevenue = Math.max(1, ...weeks.map((week) => cents(week.revenue)))
  const step = width / Math.max(1, weeks.length)
  const points = weeks.map((week, place) => {
    const x = (place + 0.5) * step
    return `${x},${height - (cents(week.revenue) / mostRevenue) * height * 0.95}`
  })
  const label = summaryOf(weeks)
  return (
    <figure className="flex flex-1 flex-col">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="min-h-44 w-full flex-1"
      >
        {weeks.map((week, place) => {
          const tall = (week.orders / Math.max(1, mostOrders)) * height * 0.95
          return (
            <rect
              key={week.from}
              x={(place + (1 - barShare) / 2) * step}
              width={step * barShare}
              y={height - tall}
              height={tall}
              rx="2"
              fill="var(--chart-1)"
              opacity={week === weeks.at(-1) ? 0.45 : 0.85}
            >
              <title>{tipOf(week)}</title>
            </rect>
          )
        })}
        <polyline points={points.slice(0, -1).join(' ')} {...lineLook} />
        {/* The week that is not over is no fall: it is paler, and the line to it is broken. */}
        <polyline points={points.slice(-2).join(' ')} strokeDasharray="2 6" {...lineLook} />
      </svg>
      <p className="text-caption numbers mt-1 flex justify-between font-normal text-muted">
        {weeks.length > 0 && <span>{dayText(weeks[0]?.from)}</span>}
        {weeks.length > 0 && <span>{`${dayText(weeks.at(-1)?.from)}, not over yet`}</span>}
      </p>
      <figcaption className="text-caption mt-1 flex flex-wrap gap-4 font-normal text-muted">
        <Key colour="var(--chart-1)" text={`Orders, at most ${shownCount(mostOrders)} a week`} />
        <Key
          colour="var(--chart-2)"
          text={`Revenue, at most ${formatDecimal(mostOf(weeks))} a week`}
        />
      </figcaption>
    </figure>
  )
}

function Key({ colour, text }: { colour: string; text: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className="size-2.5 rounded-full" style={{ background: colour }} />
      {text}
    </span>
  )
}

function WeeksTable({ weeks }: { weeks: readonly Week[] }) {
  return (
    <table className="text-table numbers w-full">
      <thead>
        <tr className="border-b border-line text-left text-muted">
          <th scope="col">Week from</th>
          <th scope="col" className="text-right">
            Orders
          </th>
          <th scope="col" className="text-right">
            Revenue
          </th>
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.from} className="border-b border-line last:border-b-0">
            <td className="py-1">{dayText(week.from)}</td>
            <td className="text-right">{shownCount(week.orders)}</td>
            <td className="text-right">{formatDecimal(week.revenue)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function mostOf(weeks: readonly Week[]): string {
  const most = weeks.toSorted((a, b) => cents(b.revenue) - cents(a.revenue))[0]
  return most?.revenue ?? '0.00'
}

function summaryOf(weeks: readonly Week[]): string {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (!first || !last) return 'No orders in twelve weeks'
  return `Orders a week went from ${first.orders} to ${last.orders}, this week not over yet.`
}

function tipOf(week: Week): string {
  return `Week from ${dayText(week.from)}: ${week.orders} orders, ${formatDecimal(week.revenue)}`
}

// The wire's days are checked by the server; the kernel prints them.
function dayText(text: string | undefined): string {
  return text ? formatDay(text as Day) : ''
}

function shownCount(value: number): string {
  return value.toLocaleString('en-US')
}
