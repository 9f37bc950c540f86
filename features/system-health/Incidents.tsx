import { StatusBadge } from '#platform/ui/StatusBadge.tsx'
import { useRead } from '#platform/web/api.ts'
import { listIncidents } from './contract.ts'
import { databasePart } from './rules.ts'
import { duration, momentOf } from './shown.ts'
import { basicEveryMs } from './use-health.ts'

const mostShown = 20

/** When something did not do well in the last day: from when to when, and why. */
export function Incidents() {
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
        {data.slice(0, mostShown).map(({ part, from, to, status, cause }) => (
          <li
            key={`${part} ${from}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2"
          >
            <StatusBadge status={status} />
            <span className="text-label">{part === databasePart ? 'Database' : part}</span>
            <span className="numbers text-table text-muted">
              {to === null
                ? `since ${momentOf(from)}`
                : `${momentOf(from)} to ${momentOf(to)} (${lasting(from, to)})`}
            </span>
            <span className="text-table">{cause}</span>
          </li>
        ))}
      </ul>
      {data.length > mostShown && (
        <p className="text-table text-muted">{`and ${data.length - mostShown} more before.`}</p>
      )}
    </section>
  )
}

function lasting(from: string, to: string): string {
  return duration((Date.parse(to) - Date.parse(from)) / 1000)
}
