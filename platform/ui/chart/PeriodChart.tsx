import { axisTop } from './axis.ts'
import { AxisLabels } from './AxisLabels.tsx'
import { LegendEntry } from './LegendEntry.tsx'
import { type ChartPoint, ChartPoints } from './ChartPoints.tsx'

/** A week or a month with its figures as numbers, used for the drawing only. */
export type ChartPeriod = ChartPoint & {
  bar: number
  line: number
  /** The period has not ended: a paler bar and a dashed line, since it is not a decline. */
  isOpen?: boolean
}

type PeriodChartProps = {
  /** A one-sentence description of the chart. */
  summary: string
  periods: readonly ChartPeriod[]
  /** The legend texts and axis units; equal units share one axis. */
  bar: { text: string; unit: string }
  line: { text: string; unit: string }
  /** The texts below the first and the last period. */
  endLabels: readonly [string, string]
}

const width = 720
const height = 180
const barShare = 0.62
/** Grid lines at the axis labels. */
const lines = `M0 0H${width}M0 ${height / 2}H${width}M0 ${height}H${width}`
const grid = 'grid flex-1 grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[1fr_auto] gap-x-2 pt-2'
const lineStyle = {
  fill: 'none',
  stroke: 'var(--chart-2)',
  strokeWidth: 2.5,
  vectorEffect: 'non-scaling-stroke',
} as const

/** A bar and line chart of periods; each period shows its figures and links to its rows. */
export function PeriodChart({ summary, periods, bar, line, endLabels }: PeriodChartProps) {
  const isOneAxis = bar.unit === line.unit
  const [mostBar, mostLine] = [mostOf(periods, 'bar'), mostOf(periods, 'line')]
  const barTop = axisTop(isOneAxis ? Math.max(mostBar, mostLine) : mostBar)
  const lineTop = isOneAxis ? barTop : axisTop(mostLine)
  const step = width / Math.max(1, periods.length)
  const points = periods.map(
    (period, index) => `${(index + 0.5) * step},${height * (1 - period.line / lineTop)}`,
  )
  const isLastOpen = periods.at(-1)?.isOpen === true
  const closed = isLastOpen ? points.slice(0, -1) : points
  return (
    <figure className="flex flex-1 flex-col">
      <div className={grid}>
        <AxisLabels top={barTop} unit={bar.unit} />
        <ChartPoints label={summary} places={periods} className="min-h-44">
          <svg
            role="img"
            aria-label={summary}
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            <path d={lines} stroke="var(--border)" vectorEffect="non-scaling-stroke" />
            {periods.map((period, index) => {
              const barHeight = (period.bar / barTop) * height
              return (
                <rect
                  key={period.id}
                  x={(index + (1 - barShare) / 2) * step}
                  width={step * barShare}
                  y={height - barHeight}
                  height={barHeight}
                  rx="2"
                  fill="var(--chart-1)"
                  opacity={period.isOpen ? 0.45 : 0.85}
                />
              )
            })}
            <polyline points={closed.join(' ')} {...lineStyle} />
            {isLastOpen && (
              <polyline points={points.slice(-2).join(' ')} strokeDasharray="2 6" {...lineStyle} />
            )}
          </svg>
        </ChartPoints>
        {isOneAxis ? <span /> : <AxisLabels top={lineTop} unit={line.unit} side="right" />}
        <p
          className="text-caption numbers col-span-full mt-2.5 flex justify-between font-normal
            text-muted sm:col-span-1 sm:col-start-2"
        >
          <span>{endLabels[0]}</span>
          <span>{endLabels[1]}</span>
        </p>
      </div>
      <figcaption className="text-caption mt-1 flex flex-wrap gap-4 font-normal text-muted">
        <LegendEntry color="var(--chart-1)" text={bar.text} />
        <LegendEntry color="var(--chart-2)" text={line.text} />
      </figcaption>
    </figure>
  )
}

function mostOf(periods: readonly ChartPeriod[], of: 'bar' | 'line'): number {
  return Math.max(0, ...periods.map((period) => period[of]))
}
