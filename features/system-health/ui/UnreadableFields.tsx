import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/web/api.ts'
import { listUnreadableFields } from '../contract.ts'

const labels: Record<string, string> = { paymentTerms: 'payment terms', country: 'tax place' }
const lists = { customer: '/customers', vendor: '/vendors', setting: '/settings' } as const

/** Customers, vendors and settings that the program cannot read, where there are some. */
export function UnreadableFields() {
  const fields = useRead(listUnreadableFields, { everyMs: 60_000 }).data ?? []
  if (fields.length === 0) return null
  return (
    <section aria-labelledby="unreadable-title" className="card flex flex-col gap-3 p-4">
      <h2 id="unreadable-title" className="text-card">
        Records to Correct
      </h2>
      <p className="text-table text-muted">
        The program does not understand these fields and uses a default instead.
      </p>
      <ul aria-label="Records to correct" className="text-table flex list-disc flex-col gap-1 pl-5">
        {fields.map(({ entity, id, code, field, value, usedInstead }) => (
          <li key={`${entity} ${id} ${field}`} className="break-words">
            <Link to={lists[entity]} search={{ open: code } as never} className="link">
              {code}
            </Link>
            {`: ${labels[field] ?? field} “${value}”, ${usedInstead} is used`}
          </li>
        ))}
      </ul>
    </section>
  )
}
