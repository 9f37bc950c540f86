import { useState } from 'react'
import { formatDayOf, formatMoment } from '#platform/ui/dates/moments.ts'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { AxisLabels } from '#platform/ui/chart/AxisLabels.tsx'
import { axisTop, edgesOf } from '#platform/ui/chart/axis.ts'
import { ChartPoints } from '#platform/ui/chart/ChartPoints.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { ChartLink } from '#platform/ui/chart/ChartLink.tsx'
import { LegendEntry } from '#platform/ui/chart/LegendEntry.tsx'
import { LazyChartTable, TableToggle } from '#platform/ui/chart/TableToggle.tsx'
import { useList } from '#platform/web/api-hooks.ts'
import { now } from '#platform/web/clock.ts'
import { hrefOf } from '#platform/web/screen-address.ts'
import { type Sku, type StockMove, listStockMoves } from '../../contract.ts'
import { documentAddress } from './movement-document.ts'
import { deltaText, moveText } from '../../rules.ts'

const maxMoves = 100
const width = 720
const height = 120
/** The lines at the axis labels. */
const gridLines = `M0 0H${width}M0 ${height / 2}H${width}M0 ${height}H${width}`

/**
 * The stock on hand over the latest movements, as a step chart with the minimum, or as a table of
 * the same movements, oldest first.
 */
export function StockChart({ sku }: { sku: Sku }) {
  const query = { limit: maxMoves, sort: '-id' }
  const read = useList(listStockMoves, { params: { id: sku.id }, query })
  const skeleton = <Skeleton className="h-50" />
  return (
    <Loaded read={read} skeleton={skeleton} title="The chart could not be loaded">
      {({ rows, total }) => <Chart sku={sku} moves={rows.toReversed()} total={total} />}
    </Loaded>
  )
}

type ChartProps = { sku: Sku; moves: readonly StockMove[]; total: number }

function Chart({ sku, moves, total }: ChartProps) {
  const [isTable, setIsTable] = useState(false)
  const first = moves[0]
  if (!first || moves.length < 2) return null
  const levels = [first.onHandAfter - first.onHandDelta, ...moves.map((move) => move.onHandAfter)]
  const summary =
    `On hand: ${formatLevel(sku.currentStock)} · minimum ${formatLevel(sku.minimumStock)}` +
    (total > moves.length ? ` · last ${moves.length} movements` : '')
  return (
    <figure className="card p-4">
      <div className="flex items-start justify-between gap-2">
        <figcaption className="text-table pt-1.5 text-muted">{summary}</figcaption>
        <TableToggle isTable={isTable} onTurn={setIsTable} />
      </div>
      {isTable ? (
        <LazyChartTable
          label="On hand as a table"
          heads={['Day', 'Movement', 'On hand']}
          rows={moves.map((move) => [
            <MoveDay key="day" move={move} />,
            deltaText(move.onHandDelta),
            formatLevel(move.onHandAfter),
          ])}
        />
      ) : (
        <Steps sku={sku} moves={moves} levels={levels} label={summary} />
      )}
    </figure>
  )
}

type StepsProps = {
  sku: Sku
  moves: readonly StockMove[]
  levels: readonly number[]
  label: string
}

/**
 * The stock between movements on an axis of time that ends now: each step is as wide as its
 * duration. A movement opens its document.
 */
function Steps({ sku, moves, levels, label }: StepsProps) {
  // Once, so that the axis does not move while the chart is read.
  const [end] = useState(() => now().getTime())
  const moments = moves.map(({ occurredAt }) => Date.parse(occurredAt))
  const edges = edgesOf(moments, end)
  const top = axisTop(Math.max(...levels, sku.minimumStock, 1))
  const places = moves.map((move, index) => {
    const address = documentAddress(move)
    return {
      id: move.id,
      text: describeMove(move),
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
          <Drawing edges={edges} levels={levels} minimum={sku.minimumStock} {...{ top, label }} />
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
      </div>
    </>
  )
}

type DrawingProps = {
  edges: readonly number[]
  levels: readonly number[]
  minimum: number
  top: number
  label: string
}

function Drawing({ edges, levels, minimum, top, label }: DrawingProps) {
  const y = (level: number) => height - (level / top) * height
  const steps = levels.slice(1).map((level, index) => {
    const [from = 0, to = 1] = [edges[index], edges[index + 1]]
    return `${index === 0 ? 'M' : 'L'}${from * width} ${y(level)}H${to * width}`
  })
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
      <path
        d={steps.join(' ')}
        fill="none"
        stroke="var(--chart-1)"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

function MoveDay({ move }: { move: StockMove }) {
  const [day, address] = [formatDayOf(move.occurredAt), documentAddress(move)]
  if (!address) return day
  return (
    <ChartLink href={hrefOf(address)} className="text-link">
      {day}
    </ChartLink>
  )
}

function describeMove({ occurredAt, kind, onHandDelta, onHandAfter }: StockMove): string {
  const what = [moveText(kind), deltaText(onHandDelta)].join(' ').trim()
  return `${formatMoment(occurredAt)}: ${what}, ${formatLevel(onHandAfter)} on hand`
}

function formatLevel(level: number): string {
  return level.toLocaleString('en-US')
}
