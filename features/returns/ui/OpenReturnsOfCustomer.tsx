import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { useList } from '#platform/web/api-hooks.ts'
import { ReturnLink } from './ReturnLink.tsx'
import { listReturns } from '../contract.ts'
import { returnFlow, returnStatuses } from '../rules.ts'

/** Statuses that still have a transition. */
const open = returnStatuses.filter((status) => Object.keys(returnFlow[status]).length > 0).join()

/** Lists a customer's open returns, latest first; renders nothing if there are none. */
export function OpenReturnsOfCustomer({ customerId }: { customerId: number }) {
  const query = { customerId, type: 'rma', status: open, limit: 5, sort: '-id' }
  const read = useList(listReturns, { query })
  const returns = read.isPlaceholderData ? [] : (read.data?.rows ?? [])
  if (returns.length === 0) return null
  return (
    <>
      <h3 className="text-label mt-2 mb-1">Open returns</h3>
      <ul className="divide-y divide-line">
        {returns.map(({ id, returnNumber, status, displayStatus, reason }) => (
          <li key={id} className="text-table flex flex-wrap items-center gap-x-3 gap-y-0.5 py-1">
            <ReturnLink returnNumber={returnNumber} />
            <StatusBadge status={status} also={displayStatus} />
            <span className="ml-auto min-w-0 truncate text-muted">{reason}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
