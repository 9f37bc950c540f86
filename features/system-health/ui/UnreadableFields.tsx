import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/web/api-hooks.ts'
import { listUnreadableFields, type UnreadableField } from '../contract.ts'

const labels: Record<string, string> = { paymentTerms: 'payment terms', country: 'tax place' }
const lists = {
  customer: '/customers',
  vendor: '/vendors',
  setting: undefined,
  preference: undefined,
  view: undefined,
} as const

/** Lists stored fields that cannot be parsed; renders nothing if there are none. */
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
        {fields.map((each) => (
          <li key={`${each.entity} ${each.id} ${each.code} ${each.field}`} className="break-words">
            <Record {...each} />
            {`: ${labels[each.field] ?? each.field} “${each.value}”, ${each.usedInstead} is used`}
            {each.reason && `. ${each.reason}`}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Record({ entity, code }: UnreadableField) {
  const list = lists[entity]
  if (!list) return code
  return (
    <Link to={list} search={{ open: code }} className="link">
      {code}
    </Link>
  )
}
