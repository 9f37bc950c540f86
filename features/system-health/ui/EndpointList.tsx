import { useState } from 'react'
import { LazyChartTable, TableToggle } from '#platform/ui/chart/TableToggle.tsx'
import { formatMoment, formatTime } from '#platform/ui/dates/moments.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { BarStrip } from './BarStrip.tsx'
import { type Health, type PartHistory, readHealthHistory } from '../contract.ts'
import { databasePart, thresholds } from '../rules.ts'
import { millis, type Range, ranges } from './health-figures.ts'
import { basicEveryMs } from './use-health.ts'

type EndpointListProps = {
  health: Health | undefined
  isPending: boolean
  range: Range
  onRange: (range: Range) => void
}

/**
 * Lists every endpoint with its current state and its history as bars. The database comes first.
 */
export function EndpointList({ health, isPending, range, onRange }: EndpointListProps) {
  const { hours } = range
  const query = hours === undefined ? {} : { hours }
  const history = useRead(readHealthHistory, { query, everyMs: basicEveryMs })
  const parts = Object.entries(health?.endpoints ?? {})
  const database = health && { ...health.database, error: null }
  const all = database ? [[databasePart, database] as const, ...parts] : []
  const [isTable, setIsTable] = useState(false)
  return (
    <section aria-labelledby="endpoints-title" className="card">
      <div className="flex flex-wrap items-center justify-between gap-2 p-4">
        <div>
          <h2 id="endpoints-title" className="text-card">
            API Endpoints
          </h2>
          <p className="text-table text-muted">
            {`Healthy up to ${thresholds.endpointMs.toLocaleString('en-US')} ms, degraded above, ` +
              'unhealthy if the call fails'}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <label className="text-table flex items-center gap-2">
            Bars
            <select
              value={range.label}
              onChange={({ target }) => onRange(rangeOf(target.value))}
              className="control h-8 w-auto"
            >
              {ranges.map(({ label }) => (
                <option key={label}>{label}</option>
              ))}
            </select>
          </label>
          <TableToggle
            isTable={isTable}
            onTurn={setIsTable}
            whyNot={history.data ? undefined : 'No data yet'}
          />
        </div>
      </div>
      {isPending && <Skeleton className="m-4 h-[80rem] w-auto lg:h-[60rem]" />}
      {history.error && history.error.status !== 0 && (
        <div className="px-4 pb-4">
          <Alert tone="warning">{`The history could not be read: ${history.error.message}`}</Alert>
        </div>
      )}
      {isTable && history.data ? (
        <div className="border-t border-line p-4">
          <ChecksTable parts={history.data} hours={hours} />
        </div>
      ) : (
        <ul>
          {all.map(([part, now]) => (
            <Endpoint
              key={part}
              part={part}
              now={now}
              history={history.data?.find((each) => each.part === part)}
              hours={hours}
            />
          ))}
        </ul>
      )}
      {health && parts.length === 0 && <p className="px-4 pb-4 text-muted">No endpoints.</p>}
    </section>
  )
}

type ChecksTableProps = { parts: readonly PartHistory[]; hours: number | undefined }

/** The bars of all endpoints as rows; spans without a check have none. */
function ChecksTable({ parts, hours }: ChecksTableProps) {
  const format = hours === undefined ? formatTime : formatMoment
  return (
    <LazyChartTable
      label="Checks as a table"
      heads={['Endpoint', 'At', 'State', 'Time', 'Checks']}
      rows={parts.flatMap(({ part, bars }) =>
        bars
          .filter(({ checks }) => checks > 0)
          .map(({ at, status, responseTime, checks, error }) => [
            nameOf(part),
            format(at),
            error ? `${status}: ${error}` : status,
            millis(responseTime),
            checks.toLocaleString('en-US'),
          ]),
      )}
    />
  )
}

const nameOf = (part: string) => (part === databasePart ? 'Database' : part)

function rangeOf(label: string): Range {
  return ranges.find((each) => each.label === label) ?? ranges[0]
}

function unsampledText(history: PartHistory | undefined): string {
  return history && history.bars.length > 0 ? 'Not checked in this period' : 'Not checked yet'
}

type EndpointProps = {
  part: string
  now: Health['endpoints'][string]
  history: PartHistory | undefined
  hours: number | undefined
}

function Endpoint({ part, now, history, hours }: EndpointProps) {
  const name = nameOf(part)
  return (
    <li
      aria-label={name}
      className={
        'grid grid-cols-[minmax(0,1fr)_auto_4rem] items-center gap-x-2 gap-y-1 border-t ' +
        'border-line px-4 py-2 sm:grid-cols-[minmax(0,1fr)_auto_5rem] sm:gap-x-4 ' +
        'lg:grid-cols-[minmax(0,14rem)_7rem_5rem_minmax(0,11rem)_1fr]'
      }
    >
      <span className="text-label break-words">{name}</span>
      <span>
        <StatusBadge status={now.status} />
      </span>
      <span className="numbers text-right">{millis(now.responseTime)}</span>
      <span className="text-table numbers col-span-3 text-muted lg:col-span-1">
        {history?.p50 !== undefined && history.p50 !== null
          ? `p50 ${millis(history.p50)} · p95 ${millis(history.p95)}`
          : unsampledText(history)}
      </span>
      <div className="col-span-3 lg:col-span-1">
        <BarStrip name={name} bars={history?.bars ?? []} hours={hours} />
      </div>
      {now.error && <p className="text-table col-span-full text-danger">{now.error}</p>}
    </li>
  )
}
