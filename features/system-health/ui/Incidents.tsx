import { useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { type Incident, listIncidents } from '../contract.ts'
import { databasePart } from '../rules.ts'
import { duration, type Range } from './health-figures.ts'
import { basicEveryMs } from './use-health.ts'

const IncidentNoteDialog = lazyPart(
  async () => (await import('./IncidentNoteDialog.tsx')).IncidentNoteDialog,
)

const initialCount = 20
const moreCount = 100

type IncidentsProps = { span: Range['incidents'] }

/** Lists the incidents of a time range: start, end, cause and note. */
export function Incidents({ span: { hours, of } }: IncidentsProps) {
  const mayNote = useMay()('health.note')
  const [noted, setNoted] = useState<Incident>()
  const [visibleCount, setVisibleCount] = useState(initialCount)
  const read = useRead(listIncidents, { query: { hours }, everyMs: basicEveryMs })
  const { data = [], isPending, error } = read
  return (
    <section aria-labelledby="incidents-title" className="card p-4">
      <h2 id="incidents-title" className="text-card">
        {`Incidents of the last ${of}`}
      </h2>
      {error && (
        <div className="mt-2">
          <Alert
            tone="warning"
            actions={<Button onClick={() => void read.refetch()}>Try again</Button>}
          >
            {`The incidents could not be read: ${error.message}`}
          </Alert>
        </div>
      )}
      {data.length === 0 && !error && (
        <p className="mt-2 text-muted">{isPending ? 'Loading…' : 'None.'}</p>
      )}
      <ul className="mt-2">
        {data.slice(0, visibleCount).map((incident) => (
          <Line
            key={`${incident.part} ${incident.from}`}
            incident={incident}
            onNote={mayNote ? () => setNoted(incident) : undefined}
          />
        ))}
      </ul>
      {data.length > visibleCount && (
        <Button size="small" onClick={() => setVisibleCount(visibleCount + moreCount)}>
          {`Show earlier ones (${(data.length - visibleCount).toLocaleString('en-US')})`}
        </Button>
      )}
      {noted && (
        <IncidentNoteDialog incident={noted} hours={hours} onClose={() => setNoted(undefined)} />
      )}
    </section>
  )
}

type LineProps = { incident: Incident; onNote: (() => void) | undefined }

function Line({ incident, onNote }: LineProps) {
  const { part, from, to, status, cause, note } = incident
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2">
      <StatusBadge status={status} />
      <span className="text-label">{part === databasePart ? 'Database' : part}</span>
      <span className="numbers text-table text-muted">
        {to === null
          ? `since ${formatMoment(from)}`
          : `${formatMoment(from)} to ${formatMoment(to)} (${durationText(from, to)})`}
      </span>
      <span className="text-table min-w-0 wrap-anywhere">{cause}</span>
      {onNote && (
        <Button kind="ghost" size="small" className="ml-auto" onClick={onNote}>
          {note ? 'Edit note' : 'Add note'}
        </Button>
      )}
      {note && (
        <p className="text-table basis-full wrap-anywhere whitespace-pre-wrap">
          {note.text}
          <span className="text-caption block font-normal text-muted">
            {`${note.author}, ${formatMoment(note.at)}`}
          </span>
        </p>
      )}
    </li>
  )
}

function durationText(from: string, to: string): string {
  return duration((Date.parse(to) - Date.parse(from)) / 1000)
}
