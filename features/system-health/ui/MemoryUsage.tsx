import { useState } from 'react'
import { formatTime } from '#platform/ui/dates/moments.ts'
import { axisTop } from '#platform/ui/chart/axis.ts'
import { AxisLabels } from '#platform/ui/chart/AxisLabels.tsx'
import { ChartPoints } from '#platform/ui/chart/ChartPoints.tsx'
import { LazyChartTable, TableToggle } from '#platform/ui/chart/TableToggle.tsx'
import type { DetailedHealth } from '../contract.ts'
import { megabytes } from './health-figures.ts'
import { ResourcePanel, ResourceFigures } from './ResourcePanel.tsx'

type ResourceProps = { health: DetailedHealth | undefined; isPending: boolean }

/** Memory use and the heap limit. */
export function MemoryUsage({ health, isPending }: ResourceProps) {
  const [isTable, setIsTable] = useState(false)
  const { memory } = health ?? {}
  const whyNot = memory ? undefined : 'No data yet'
  const tools = <TableToggle isTable={isTable} onTurn={setIsTable} whyNot={whyNot} />
  return (
    <ResourcePanel title="Memory Usage" isPending={isPending} tools={tools}>
      {health && memory ? (
        <>
          <ResourceFigures
            items={[
              ['RSS', megabytes(memory.rss)],
              ['Heap Total', megabytes(memory.heapTotal)],
              ['Heap Used', megabytes(memory.heapUsed)],
              ['External', megabytes(memory.external)],
            ]}
          />
          {isTable ? (
            <MemoryTable history={health.memoryHistory} />
          ) : (
            <MemoryChart health={health} />
          )}
        </>
      ) : (
        <p className="text-muted">Memory data unavailable</p>
      )}
    </ResourcePanel>
  )
}

const width = 600

const height = 96
const megabyte = 1024 * 1024

/**
 * Area chart of the latest memory samples below the heap limit, with the headroom. Each sample
 * shows its figures on hover and by keyboard.
 */
function MemoryChart({ health: { memory, heapLimit, memoryHistory } }: { health: DetailedHealth }) {
  const used = Math.round((memory.heapUsed / heapLimit) * 100)
  const summary = `The heap uses ${used}% of its limit of ${megabytes(heapLimit)}.`
  const first = memoryHistory[0]
  const last = memoryHistory.at(-1)
  if (!first || !last || memoryHistory.length < 2) {
    return <p className="text-table text-muted">{summary}</p>
  }
  const mostBytes = Math.max(heapLimit, ...memoryHistory.map(({ rss }) => rss))
  const top = axisTop((mostBytes * 1.1) / megabyte) * megabyte
  const label =
    `Heap used from ${megabytes(first.heapUsed)} to ${megabytes(last.heapUsed)}, ` +
    `${megabytes(heapLimit - last.heapUsed)} below its limit`
  return (
    <figure>
      <figcaption className="text-table text-muted">
        {`${summary} Below: RSS (line) and heap used (area); the dashed line is the limit.`}
      </figcaption>
      <div className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <AxisLabels top={top / megabyte} unit=" MB" />
        <ChartPoints
          label={label}
          places={memoryHistory.map((each) => ({ id: each.at, text: describeSample(each) }))}
          className="min-h-24"
        >
          <MemoryArea {...{ label, top, heapLimit, memoryHistory }} />
        </ChartPoints>
        <p
          className="text-caption numbers col-start-2 mt-3 flex justify-between font-normal
            text-muted"
        >
          <span>{formatTime(first.at)}</span>
          <span>{formatTime(last.at)}</span>
        </p>
      </div>
    </figure>
  )
}

type MemorySample = DetailedHealth['memoryHistory'][number]

function describeSample({ at, rss, heapUsed }: MemorySample): string {
  return `${formatTime(at)}: RSS ${megabytes(rss)}, heap used ${megabytes(heapUsed)}`
}

type MemoryAreaProps = {
  label: string
  /** The bytes at the top of the drawing. */
  top: number
  heapLimit: number
  memoryHistory: readonly MemorySample[]
}

function MemoryArea({ label, top, heapLimit, memoryHistory }: MemoryAreaProps) {
  const x = (index: number) => (index / (memoryHistory.length - 1)) * width
  const y = (bytes: number) => height - (bytes / top) * height
  const line = (key: 'rss' | 'heapUsed') =>
    memoryHistory.map((each, index) => `${x(index)},${y(each[key])}`).join(' L')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
    >
      <path
        d={`M0,${height} L${line('heapUsed')} L${width},${height} Z`}
        fill="var(--chart-1)"
        fillOpacity="0.35"
      />
      <path
        d={`M${line('rss')}`}
        fill="none"
        stroke="var(--chart-2)"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
      <line
        x1={0}
        x2={width}
        y1={y(heapLimit)}
        y2={y(heapLimit)}
        stroke="var(--danger)"
        strokeDasharray="4 4"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

function MemoryTable({ history }: { history: DetailedHealth['memoryHistory'] }) {
  return (
    <LazyChartTable
      label="Memory as a table"
      heads={['At', 'RSS', 'Heap Used']}
      rows={history.map(({ at, rss, heapUsed }) => [
        formatTime(at),
        megabytes(rss),
        megabytes(heapUsed),
      ])}
    />
  )
}
