import { useState } from 'react'
import { Loaded } from '#platform/ui/Loaded.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { LateChartTable, TableToggle } from '#platform/ui/TableToggle.tsx'
import { useList } from '#platform/web/api.ts'
import { type Sku } from './contract.ts'
import { type StockMove, listStockMoves } from './movements-contract.ts'
import { deltaText } from './rules.ts'

const shownMoves = 100
const width = 720
const height = 120
const inset = 8

/**
 * What was on hand over the latest movements, as steps over the minimum, or as a table, which goes
 * from the earliest on and has no more than the chart.
 */
export function StockChart({ sku }: { sku: Sku }) {
  const query = { limit: shownMoves, sort: '-id' }
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
  const from = Math.max(0, levels[0] ?? 0)
  const summary = `On hand went from ${shown(from)} to ${shown(sku.currentStock)} over ${
    total > moves.length ? `the last ${moves.length} movements` : 'all movements'
  }; the minimum is ${shown(sku.minimumStock)}.`
  return (
    <figure className="card p-4">
      <div className="flex items-start justify-between gap-2">
        <figcaption className="text-table pt-1.5 text-muted">{summary}</figcaption>
        <TableToggle isTable={isTable} onTurn={setIsTable} />
      </div>
      {isTable ? (
        <LateChartTable
          label="On hand as a table"
          heads={['Day', 'Movement', 'On hand']}
          rows={moves.map((move) => [
            dayOf(move),
            deltaText(move.onHandDelta),
            shown(move.onHandAfter),
          ])}
        />
      ) : (
        <>
          <Steps levels={levels} minimum={sku.minimumStock} label={summary} />
          <p className="text-caption flex justify-between font-normal text-muted">
            <span>{dayOf(first)}</span>
            <span>{dayOf(moves.at(-1) ?? first)}</span>
          </p>
        </>
      )}
    </figure>
  )
}

type StepsProps = { levels: readonly number[]; minimum: number; label: string }

function Steps({ levels, minimum, label }: StepsProps) {
  const top = Math.max(...levels, minimum, 1)
  const x = (place: number) => inset + (place / (levels.length - 1)) * (width - 2 * inset)
  const y = (level: number) => height - inset - (level / top) * (height - 2 * inset)
  const steps = levels.map((level, place) =>
    place === 0 ? `M${x(0)} ${y(level)}` : `H${x(place)} V${y(level)}`,
  )
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="mt-2 h-28 w-full"
    >
      <line
        x1={inset}
        x2={width - inset}
        y1={y(minimum)}
        y2={y(minimum)}
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

function shown(level: number): string {
  return level.toLocaleString('en-US')
}

function dayOf(move: StockMove): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(
    Date.parse(move.occurredAt),
  )
}
