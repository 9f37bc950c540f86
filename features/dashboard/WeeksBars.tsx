import { counted } from '#platform/ui/counted.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { LateChartTable } from '#platform/ui/TableToggle.tsx'
import type { DashboardTrends } from './contract.ts'
import { axisTop, shortNumber } from './rules.ts'

type Week = DashboardTrends['weeks'][number]

const width = 720
const height = 180
const barShare = 0.62
/** The lines that the axes name. */
const lines = `M0 0H${width}M0 ${height / 2}H${width}M0 ${height}H${width}`
const lineLook = {
  fill: 'none',
  stroke: 'var(--chart-2)',
  strokeWidth: 2.5,
  vectorEffect: 'non-scaling-stroke',
} as const

type WeeksProps = { weeks: readonly Week[]; isTable: boolean }

/** The weeks as bars and a line, or as a table. */
export function Weeks({ weeks, isTable }: WeeksProps) {
  return isTable ? <WeeksTable weeks={weeks} /> : <Bars weeks={weeks} />
}

function Bars({ weeks }: { weeks: readonly Week[] }) {
  const mostOrders = Math.max(0, ...weeks.map((week) => week.orders))
  const orderTop = axisTop(mostOrders)
  const revenueTop = axisTop(Math.max(0, ...weeks.map((week) => cents(week.revenue))) / 100)
  const step = width / Math.max(1, weeks.length)
  const points = weeks.map((week, place) => {
    return `${(place + 0.5) * step},${height * (1 - cents(week.revenue) / revenueTop / 100)}`
  })
  return (
    <figure className="flex flex-1 flex-col">
      <div className="grid flex-1 grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2 pt-2">
        <Axis top={orderTop} unit="" />
        <svg
          role="img"
          aria-label={summaryOf(weeks)}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="h-full min-h-44 w-full overflow-visible"
        >
          <path d={lines} stroke="var(--border)" vectorEffect="non-scaling-stroke" />
          {weeks.map((week, place) => {
            const tall = (week.orders / orderTop) * height
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
        <Axis top={revenueTop} unit="$" />
        <p
          className="text-caption numbers col-span-full mt-2.5 flex justify-between font-normal
            text-muted sm:col-span-1 sm:col-start-2"
        >
          {weeks.length > 0 && <span>{dayText(weeks[0]?.from)}</span>}
          {weeks.length > 0 && <span>{`${dayText(weeks.at(-1)?.from)}, not over yet`}</span>}
        </p>
      </div>
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

/** What the top, the middle and the bottom of the chart stand for, each beside its line. */
function Axis({ top, unit }: { top: number; unit: string }) {
  return (
    <div
      aria-hidden
      className="text-caption numbers -my-2 flex flex-col justify-between text-right font-normal
        text-muted"
    >
      {[top, top / 2, 0].map((value) => (
        <span key={value}>{unit + shortNumber(value)}</span>
      ))}
    </div>
  )
}

function Key({ colour, text }: { colour: string; text: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span
        aria-hidden
        className="chart-mark size-2.5 rounded-full"
        style={{ background: colour }}
      />
      {text}
    </span>
  )
}

function WeeksTable({ weeks }: { weeks: readonly Week[] }) {
  return (
    <LateChartTable
      label="Orders and revenue as a table"
      heads={['Week from', 'Orders', 'Revenue']}
      rows={weeks.map(({ from, orders, revenue }) => [
        dayText(from),
        shownCount(orders),
        formatDecimal(revenue),
      ])}
    />
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
  const orders = counted(week.orders, 'order')
  return `Week from ${dayText(week.from)}: ${orders}, ${formatDecimal(week.revenue)}`
}

// The wire's days are checked by the server; the kernel prints them.
function dayText(text: string | undefined): string {
  return text ? formatDay(text as Day) : ''
}

function shownCount(value: number): string {
  return value.toLocaleString('en-US')
}
