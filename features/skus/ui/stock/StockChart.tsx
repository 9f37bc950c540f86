import { useState } from 'react'
import { formatDayOf, formatMoment } from '#platform/ui/dates/moments.ts'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { AxisLabels } from '#platform/ui/chart/AxisLabels.tsx'
import { axisTop, edgesOf } from '#platform/ui/chart/axis.ts'
import { ChartPoints } from '#platform/ui/chart/ChartPoints.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { LazyChartTable, TableToggle } from '#platform/ui/chart/TableToggle.tsx'
import { useList } from '#platform/web/api-hooks.ts'
import { type Sku, type StockMove, listStockMoves } from '../../contract.ts'
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
            formatDayOf(move.occurredAt),
            deltaText(move.onHandDelta),
            formatLevel(move.onHandAfter),
          ])}
        />
      ) : (
        <>
          <Steps moves={moves} levels={levels} minimum={sku.minimumStock} label={summary} />
          <p className="text-caption mt-3 flex justify-between font-normal text-muted">
            <span>{formatDayOf(first.occurredAt)}</span>
            <span>{formatDayOf((moves.at(-1) ?? first).occurredAt)}</span>
          </p>
        </>
      )}
    </figure>
  )
}

type StepsProps = {
  moves: readonly StockMove[]
  levels: readonly number[]
  minimum: number
  label: string
}

/**
 * The stock between movements, each step as wide as its duration. The last one, whose end is open,
 * takes a twentieth of the axis.
 */
function Steps({ moves, levels, minimum, label }: StepsProps) {
  const top = axisTop(Math.max(...levels, minimum, 1))
  const edges = edgesOf(moves.map(({ occurredAt }) => Date.parse(occurredAt)))
  const y = (level: number) => height - (level / top) * height
  const steps = moves.map((_, index) => {
    const level = levels[index + 1] ?? 0
    return (
      `${index === 0 ? 'M' : 'L'}${(edges[index] ?? 0) * width} ${y(level)}` +
      `H${(edges[index + 1] ?? 1) * width}`
    )
  })
  const places = moves.map((move, index) => ({
    id: move.id,
    text: describeMove(move),
    share: (edges[index + 1] ?? 1) - (edges[index] ?? 0),
  }))
  return (
    <div className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <AxisLabels top={top} />
      <ChartPoints label={label} places={places} className="min-h-28">
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
      </ChartPoints>
    </div>
  )
}

function describeMove({ occurredAt, kind, onHandDelta, onHandAfter }: StockMove): string {
  const what = [moveText(kind), deltaText(onHandDelta)].join(' ').trim()
  return `${formatMoment(occurredAt)}: ${what}, ${formatLevel(onHandAfter)} on hand`
}

function formatLevel(level: number): string {
  return level.toLocaleString('en-US')
}
