import { axisTopIn } from './axis.ts'
import { AxisLabels } from './AxisLabels.tsx'
import { LegendEntry } from './LegendEntry.tsx'
import { ChartPoints } from './ChartPoints.tsx'
import {
  barTotal,
  type ChartPeriod,
  type ChartSeries,
  describePeriod,
  linePath,
  lonePointsPath,
  type LinePoint,
} from './periods.ts'

export type PeriodChartProps = {
  /** A one-sentence description of the chart. */
  summary: string
  /** Oldest first. */
  periods: readonly ChartPeriod[]
  /** The series of bars, which are stacked from the bottom and share one unit. */
  bars: readonly ChartSeries[]
  /** If its unit is that of the bars, they share the axis. */
  line?: ChartSeries | undefined
  /** The texts below the first and the last period. */
  endLabels: readonly [string, string]
}

const width = 720
const height = 180
const barShare = 0.62
/** The width of the mark of the period before: wider than the bar behind it. */
const markShare = 0.86
/** Grid lines at the axis labels. */
const lines = `M0 0H${width}M0 ${height / 2}H${width}M0 ${height}H${width}`
const grid = 'grid flex-1 grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[1fr_auto] gap-x-2 pt-2'
const legend = 'text-caption mt-1 flex flex-wrap gap-x-4 gap-y-1 font-normal text-muted'
const colors = ['var(--chart-1)', 'var(--chart-4)', 'var(--chart-3)', 'var(--chart-5)']
const lineColor = 'var(--chart-2)'
const beforeColor = 'var(--text-muted)'
/** The width of a point of the line that stands alone. */
const dotWidth = 7
const lineStyle = {
  fill: 'none',
  strokeLinecap: 'round',
  strokeWidth: 2.5,
  vectorEffect: 'non-scaling-stroke',
} as const

/**
 * A chart of periods with stacked bars, a line, and marks of the period before. Each period shows
 * its figures and links to its rows.
 */
export function PeriodChart({ summary, periods, bars, line, endLabels }: PeriodChartProps) {
  const unit = bars[0]?.unit ?? ''
  const isOneAxis = line === undefined || line.unit === unit
  const highestBar = Math.max(
    0,
    ...periods.flatMap((period) => [period, period.before ?? period].map(barTotal)),
  )
  const highestPoint = Math.max(0, ...periods.map((period) => period.line ?? 0))
  const barTop = axisTopIn(unit, isOneAxis ? Math.max(highestBar, highestPoint) : highestBar)
  const lineTop = isOneAxis ? barTop : axisTopIn(line.unit, highestPoint)
  const places = periods.map((period) => {
    return { id: period.id, text: describePeriod(period), href: period.href }
  })
  return (
    <figure className="flex flex-1 flex-col">
      <div className={grid}>
        <AxisLabels top={barTop} unit={unit} />
        <ChartPoints label={summary} places={places} className="min-h-44">
          <svg
            role="img"
            aria-label={summary}
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            <path d={lines} stroke="var(--border)" vectorEffect="non-scaling-stroke" />
            <Bars periods={periods} bars={bars} top={barTop} />
            {line && <Line periods={periods} line={line} top={lineTop} />}
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
      <figcaption className={legend}>
        {bars.map((series, index) => (
          <LegendEntry key={series.text} color={barColor(series, index)} text={series.text} />
        ))}
        {line && <LegendEntry color={line.color ?? lineColor} text={line.text} />}
        {periods.some(({ before }) => before) && (
          <LegendEntry color={beforeColor} text="Period before" />
        )}
      </figcaption>
    </figure>
  )
}

const barColor = ({ color }: ChartSeries, index: number) => color ?? colors[index] ?? lineColor

type BarsProps = Pick<PeriodChartProps, 'periods' | 'bars'> & { top: number }

/** The stacked bars of each period, and a mark as high as those of the period before. */
function Bars({ periods, bars, top }: BarsProps) {
  const step = width / Math.max(1, periods.length)
  const heightOf = (figure: number) => (Math.max(0, figure) / top) * height
  return periods.map((period, index) => {
    const x = (index + (1 - barShare) / 2) * step
    const markX = (index + (1 - markShare) / 2) * step
    return (
      <g key={period.id} opacity={period.isOpen ? 0.55 : 1}>
        {bars.map((series, place) => (
          <rect
            key={series.text}
            x={x}
            width={step * barShare}
            y={height - heightOf(barTotal({ ...period, bars: period.bars.slice(0, place + 1) }))}
            height={heightOf(period.bars[place] ?? 0)}
            rx={bars.length > 1 ? 0 : 2}
            fill={barColor(series, place)}
            {...(bars.length > 1 && { stroke: 'var(--surface)', strokeWidth: 0.5 })}
          />
        ))}
        {period.before && (
          <path
            d={`M${markX} ${height - heightOf(barTotal(period.before))}h${step * markShare}`}
            {...lineStyle}
            stroke={beforeColor}
          />
        )}
      </g>
    )
  })
}

type LineProps = Pick<PeriodChartProps, 'periods'> & { line: ChartSeries; top: number }

/** The line of the periods; its last part is dashed if that period has not ended. */
function Line({ periods, line, top }: LineProps) {
  const step = width / Math.max(1, periods.length)
  const points = periods.map(({ line: figure }, index): LinePoint => {
    if (figure === null || figure === undefined) return null
    return [(index + 0.5) * step, height * (1 - Math.max(0, figure) / top)]
  })
  const isLastOpen = periods.at(-1)?.isOpen === true
  const style = { ...lineStyle, stroke: line.color ?? lineColor }
  const lone = lonePointsPath(points)
  return (
    <>
      {lone !== '' && <path d={lone} {...style} strokeWidth={dotWidth} />}
      <path d={linePath(isLastOpen ? points.slice(0, -1) : points)} {...style} />
      {isLastOpen && <path d={linePath(points.slice(-2))} strokeDasharray="2 6" {...style} />}
    </>
  )
}
