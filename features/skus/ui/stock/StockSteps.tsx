import { formatDayOf } from '#platform/ui/dates/moments.ts'
import { AxisLabels } from '#platform/ui/chart/AxisLabels.tsx'
import { axisTop, edgesOf } from '#platform/ui/chart/axis.ts'
import { ChartPoints } from '#platform/ui/chart/ChartPoints.tsx'
import { LegendEntry } from '#platform/ui/chart/LegendEntry.tsx'
import { hrefOf } from '#platform/web/screen-address.ts'
import type { Sku } from '../../contract.ts'
import { addressOfMoves } from './movement-document.ts'
import { describePoint, formatLevel, type StockPoint } from './stock-points.ts'

const width = 720
const height = 120
/** The lines at the axis labels. */
const gridLines = `M0 0H${width}M0 ${height / 2}H${width}M0 ${height}H${width}`
const beforeColor = 'var(--text-muted)'

type StockStepsProps = {
  sku: Sku
  /** Oldest first; the axis begins at the first one. */
  points: readonly StockPoint[]
  /** The end of the axis, in milliseconds. */
  end: number
  label: string
  /** What the stock is compared with, for the legend. */
  beforeText?: string | undefined
}

/**
 * The stock between movements on an axis of time that ends now: each step is as wide as its
 * duration. A movement opens its document.
 */
export function StockSteps({ sku, points, end, label, beforeText }: StockStepsProps) {
  const moments = points.map(({ moment }) => moment)
  const edges = edgesOf(moments, end)
  const levels = points.flatMap(({ level, before }) => (before ? [level, before.level] : [level]))
  const top = axisTop(Math.max(...levels, sku.minimumStock, 1))
  const places = points.map((point, index) => {
    const address = addressOfMoves(point.moves)
    return {
      id: point.id,
      text: describePoint(point),
      href: address && hrefOf(address),
      share: (edges[index + 1] ?? 1) - (edges[index] ?? 0),
    }
  })
  const [start = end] = moments
  return (
    <>
      <div className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <AxisLabels top={top} />
        <ChartPoints label={label} places={places} className="min-h-28">
          <Drawing minimum={sku.minimumStock} {...{ points, edges, top, label }} />
        </ChartPoints>
        <p
          className="text-caption numbers col-start-2 mt-3 flex justify-between font-normal
            text-muted"
        >
          <span>{formatDayOf(start)}</span>
          <span className="max-sm:hidden">{formatDayOf((start + end) / 2)}</span>
          <span>Now</span>
        </p>
      </div>
      <div className="text-caption mt-1 flex flex-wrap gap-x-4 gap-y-1 font-normal text-muted">
        <LegendEntry color="var(--chart-1)" text={`On hand (${sku.unitOfMeasure || 'units'})`} />
        <LegendEntry color="var(--danger)" text={`Minimum: ${formatLevel(sku.minimumStock)}`} />
        {beforeText && <LegendEntry color={beforeColor} text={beforeText} />}
      </div>
    </>
  )
}

type DrawingProps = {
  points: readonly StockPoint[]
  edges: readonly number[]
  minimum: number
  top: number
  label: string
}

function Drawing({ points, edges, minimum, top, label }: DrawingProps) {
  const y = (level: number) => height - (level / top) * height
  const pathOf = (levels: readonly number[]) =>
    levels
      .map((level, index) => {
        const [from = 0, to = 1] = [edges[index], edges[index + 1]]
        return `${index === 0 ? 'M' : 'L'}${from * width} ${y(level)}H${to * width}`
      })
      .join(' ')
  const before = points.flatMap((point) => (point.before ? [point.before.level] : []))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      <path d={gridLines} stroke="var(--border)" vectorEffect="non-scaling-stroke" />
      <path
        d={`M0 ${y(minimum)}H${width}`}
        stroke="var(--danger)"
        strokeDasharray="4 4"
        vectorEffect="non-scaling-stroke"
      />
      {before.length > 0 && <Line path={pathOf(before)} color={beforeColor} />}
      <Line path={pathOf(points.map(({ level }) => level))} color="var(--chart-1)" />
    </svg>
  )
}

function Line({ path, color }: { path: string; color: string }) {
  return (
    <path d={path} fill="none" stroke={color} strokeWidth="2" vectorEffect="non-scaling-stroke" />
  )
}
