import { moment } from '#platform/kernel/days.ts'
import { ChartPoints } from '#platform/ui/chart/ChartPoints.tsx'
import { formatMoment, formatMomentOr } from '#platform/ui/dates/moments.ts'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { TypeStatus, WmsConnection } from '../contract.ts'
import { badgeOf, dataTypes } from '../rules.ts'
import { counted, dataTypeNames } from '../labels.ts'

const head =
  'flex flex-wrap items-center justify-between gap-x-2 gap-y-1 max-sm:flex-col max-sm:items-start'

type StatusCardsProps = {
  types: readonly TypeStatus[] | undefined
  connection: WmsConnection | undefined
  isPending: boolean
}

/**
 * Shows a card for each of the four types of data, with the record count and result of its last
 * run; unknown if the status could not be read.
 */
export function SyncStatusCards({ types, connection, isPending }: StatusCardsProps) {
  return (
    <div className="grid grid-cols-2 gap-2 sm:gap-4 xl:grid-cols-4">
      {dataTypes.map((dataType) => {
        const type = types?.find((each) => each.dataType === dataType)
        return (
          <section
            key={dataType}
            aria-label={dataTypeNames[dataType]}
            className="card flex min-w-0 flex-col gap-2 p-3 sm:p-4"
          >
            <div className={head}>
              <h2 className="text-label text-muted">{dataTypeNames[dataType]}</h2>
              <span className={isPending ? 'invisible' : ''}>
                <StatusBadge status={type || isPending ? badgeOf(type ?? waiting) : 'unknown'} />
              </span>
            </div>
            {type && <Figures type={type} connection={connection} />}
            {!type && (isPending ? <Waiting /> : <p className="text-figure text-muted">—</p>)}
          </section>
        )
      })}
    </div>
  )
}

/** Placeholder values, which define the size of the skeleton while loading. */
const waiting: TypeStatus = {
  dataType: 'inventory',
  lastSync: moment('2000-12-30T12:00:00.000Z'),
  success: true,
  recordsProcessed: 0,
  changed: 0,
  errors: [],
  durationMs: 1000,
  day: [],
}

/** A skeleton with the size of the figures. */
function Waiting() {
  return (
    <div className="relative">
      <div aria-hidden className="invisible flex flex-col gap-2">
        <Figures type={waiting} connection={undefined} />
      </div>
      <Skeleton className="absolute inset-0" />
    </div>
  )
}

type FiguresProps = { type: TypeStatus; connection: WmsConnection | undefined }

function Figures({ type, connection }: FiguresProps) {
  const { recordsProcessed, lastSync, durationMs, day, dataType } = type
  const next = connection?.nextRunAt ?? null
  return (
    <>
      <p className="text-figure numbers">{recordsProcessed}</p>
      <Line longest={syncText(waiting)}>{syncText({ lastSync, durationMs })}</Line>
      <Line longest={nextText(waiting.lastSync)}>{nextText(next)}</Line>
      <DayStrip name={dataTypeNames[dataType]} day={day} />
    </>
  )
}

function syncText({ lastSync, durationMs }: Pick<TypeStatus, 'lastSync' | 'durationMs'>): string {
  const last = `Last sync ${formatMomentOr(lastSync).replace('Never', 'never')}`
  if (durationMs === null || lastSync === null) return last
  return `${last} · ${(durationMs / 1000).toFixed(1)} s`
}

function nextText(next: string | null): string {
  return `Next ${formatMomentOr(next, 'not planned')}`
}

/** Reserves the height of the longest possible text, so that the layout does not shift. */
function Line({ longest, children }: { longest: string; children: string }) {
  return (
    <p className="text-table numbers grid text-muted">
      <span aria-hidden className="invisible col-start-1 row-start-1">
        {longest}
      </span>
      <span className="col-start-1 row-start-1">{children}</span>
    </p>
  )
}

/**
 * The runs of the last 24 hours, oldest first, as bars; failed ones are red. Each run shows its
 * records on hover and by keyboard.
 */
function DayStrip({ name, day }: { name: string; day: TypeStatus['day'] }) {
  const failed = day.filter(({ isSuccess }) => !isSuccess).length
  const maxProcessed = Math.max(1, ...day.map(({ processed }) => processed))
  const sentence = day.length === 0 ? 'No runs' : counted(day.length, 'run')
  const slots = Math.max(day.length, fewestSlots)
  const label = `${name}, last 24 hours: ${sentence}, ${failed} failed`
  const bars = (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${2 * slots} 20`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
    >
      {day.map(({ at, isSuccess, processed }, index) => {
        const height = isSuccess ? Math.max(2, (16 * processed) / maxProcessed) : 20
        return (
          <rect
            key={at}
            x={index * 2}
            y={20 - height}
            width={1.5}
            height={height}
            className={isSuccess ? 'fill-success' : 'fill-danger'}
          />
        )
      })}
    </svg>
  )
  if (day.length === 0) return <div className="relative h-6">{bars}</div>
  return (
    <div className="h-6">
      <ChartPoints
        label={label}
        places={day.map((run) => ({ id: run.at, text: describeRun(run) }))}
        empty={slots - day.length}
        className="min-h-6"
      >
        {bars}
      </ChartPoints>
    </div>
  )
}

/** A day with fewer runs leaves the rest of the strip empty. */
const fewestSlots = 24

function describeRun({ at, isSuccess, processed }: TypeStatus['day'][number]): string {
  return `${formatMoment(at)}: ${counted(processed, 'record')}${isSuccess ? '' : ', failed'}`
}
