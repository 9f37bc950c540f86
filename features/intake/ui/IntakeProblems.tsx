import { Link } from '@tanstack/react-router'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import type { IntakeProblem, IntakeProblemRecord } from '../intake-form.ts'

const mostShown = 8

/** What is wrong with a message, in reading order, with links to the records to change. */
export function IntakeProblems({ problems }: { problems: readonly IntakeProblem[] }) {
  if (problems.length === 0) return null
  const more = problems.length - mostShown
  return (
    <Alert tone="warning" title="This message needs attention">
      <ul className="list-disc pl-4">
        {problems.slice(0, mostShown).map(({ path, message, record }, index) => (
          <li key={`${path} ${index}`}>
            {message}
            {record && ' · '}
            {record && <RecordLink record={record} />}
          </li>
        ))}
        {more > 0 && <li>{`and ${more} more`}</li>}
      </ul>
    </Alert>
  )
}

const linkClass = 'inline-flex min-h-6 items-center text-inherit underline'

/** Opens the record that has to be changed. */
function RecordLink({ record: { kind, code } }: { record: IntakeProblemRecord }) {
  const text = `Open ${code}`
  if (kind === 'customer') {
    return (
      <Link to="/customers" search={{ open: code }} className={linkClass}>
        {text}
      </Link>
    )
  }
  if (kind === 'sku') {
    return (
      <Link to="/skus" search={{ open: code }} className={linkClass}>
        {text}
      </Link>
    )
  }
  if (kind === 'sales order') {
    return (
      <Link to="/sales-orders" search={{ open: code }} className={linkClass}>
        {text}
      </Link>
    )
  }
  return (
    <Link to="/edi" search={{ tab: 'partners', q: code }} className={linkClass}>
      {text}
    </Link>
  )
}
