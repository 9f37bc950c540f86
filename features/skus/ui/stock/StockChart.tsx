import { useState } from 'react'
import { ChartLink } from '#platform/ui/chart/ChartLink.tsx'
import { ComparisonChoice } from '#platform/ui/chart/ComparisonChoice.tsx'
import { LazyChartTable, TableToggle } from '#platform/ui/chart/TableToggle.tsx'
import { formatDayOf } from '#platform/ui/dates/moments.ts'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { capitalize, counted } from '#platform/kernel/plurals-and-capitals.ts'
import { useList } from '#platform/web/api-hooks.ts'
import { now } from '#platform/web/clock.ts'
import { hrefOf } from '#platform/web/screen-address.ts'
import { type Sku, type StockMove, listStockMoves } from '../../contract.ts'
import { addressOfMoves } from './movement-document.ts'
import {
  cellsOfStock,
  comparableDays,
  comparedPoints,
  formatLevel,
  pointsOf,
  type StockPoint,
} from './stock-points.ts'
import { StockSteps } from './StockSteps.tsx'

const maxMoves = 100
/** The days before have about as many movements as the chart. */
const maxComparedMoves = 2 * maxMoves
const heads = ['Day', 'Movement', 'On hand']
const comparedHeads = [...heads, 'Movement before', 'On hand before']

/**
 * The stock on hand over the latest movements, as a step chart with the minimum, or as a table of
 * the same movements, oldest first. The last days are compared with as many days before them.
 */
export function StockChart({ sku }: { sku: Sku }) {
  const query = { limit: maxComparedMoves, sort: '-id' }
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
  const [isTurnedOn, setIsTurnedOn] = useState(false)
  // Once, so that the axis does not move while the chart is read.
  const [end] = useState(() => now().getTime())
  if (moves.length < 2) return null
  const days = comparableDays(moves, end)
  const isCompared = isTurnedOn && days > 0
  const points = isCompared
    ? comparedPoints(moves, { end, days })
    : pointsOf(moves.slice(-maxMoves))
  const daysBefore = days === 1 ? 'the day before' : `the ${days} days before`
  const range = isCompared ? `last ${counted(days, 'day')}` : `last ${maxMoves} movements`
  const summary =
    `On hand: ${formatLevel(sku.currentStock)} · minimum ${formatLevel(sku.minimumStock)}` +
    (isCompared || total > maxMoves ? ` · ${range}` : '')
  const beforeText = isCompared ? capitalize(daysBefore) : undefined
  return (
    <figure className="card p-4">
      <div className="flex items-start justify-between gap-2">
        <figcaption className="text-table pt-1.5 text-muted">{summary}</figcaption>
        <TableToggle isTable={isTable} onTurn={setIsTable} />
      </div>
      {isTable ? (
        <LazyChartTable
          label="On hand as a table"
          heads={isCompared ? comparedHeads : heads}
          rows={points.map((point) => [
            <PointDay key="day" point={point} />,
            ...cellsOfStock(point),
            ...(point.before ? cellsOfStock(point.before) : []),
          ])}
        />
      ) : (
        <StockSteps label={summary} {...{ sku, points, end, beforeText }} />
      )}
      {days > 0 && (
        <ComparisonChoice
          comparison={{ with: daysBefore, isShown: isCompared, onTurn: setIsTurnedOn }}
        />
      )}
    </figure>
  )
}

function PointDay({ point: { moment, moves } }: { point: StockPoint }) {
  const [day, address] = [formatDayOf(moment), addressOfMoves(moves)]
  if (!address) return day
  return (
    <ChartLink href={hrefOf(address)} className="text-link">
      {day}
    </ChartLink>
  )
}
