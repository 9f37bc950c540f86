import { useState } from 'react'
import { useMay } from '#features/auth/me.ts'
import { Button } from '#platform/ui/Button.tsx'
import { late } from '#platform/ui/Late.tsx'
import { StatusBadge } from '#platform/ui/StatusBadge.tsx'
import { useRead } from '#platform/web/api.ts'
import { type Incident, listIncidents } from './contract.ts'
import { databasePart } from './rules.ts'
import { duration, momentOf } from './shown.ts'
import { basicEveryMs } from './use-health.ts'

const IncidentNoteDialog = late(async () => (await import('./IncidentNote.tsx')).IncidentNoteDialog)

const mostShown = 20

/** When something did not do well in the last day: from when to when, why, and what was noted. */
export function Incidents() {
  const mayNote = useMay()('health.note')
  const [noted, setNoted] = useState<Incident>()
  const { data = [], isPending } = useRead(listIncidents, {
    query: { hours: 24 },
    everyMs: basicEveryMs,
  })
  return (
    <section aria-labelledby="incidents-title" className="card p-4">
      <h2 id="incidents-title" className="text-card">
        Incidents of the last 24 hours
      </h2>
      {data.length === 0 && <p className="mt-2 text-muted">{isPending ? 'Looking …' : 'None.'}</p>}
      <ul className="mt-2">
        {data.slice(0, mostShown).map((incident) => (
          <Line
            key={`${incident.part} ${incident.from}`}
            incident={incident}
            onNote={mayNote ? () => setNoted(incident) : undefined}
          />
        ))}
      </ul>
      {data.length > mostShown && (
        <p className="text-table text-muted">{`and ${data.length - mostShown} more before.`}</p>
      )}
      {noted && <IncidentNoteDialog incident={noted} onClose={() => setNoted(undefined)} />}
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
          ? `since ${momentOf(from)}`
          : `${momentOf(from)} to ${momentOf(to)} (${lasting(from, to)})`}
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
            {`${note.author}, ${momentOf(note.at)}`}
          </span>
        </p>
      )}
    </li>
  )
}

function lasting(from: string, to: string): string {
  return duration((Date.parse(to) - Date.parse(from)) / 1000)
}
