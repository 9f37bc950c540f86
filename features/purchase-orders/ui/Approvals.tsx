import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import type { PurchaseOrderDetails } from '../contract.ts'

/** The levels that have approved an order, and the one that it awaits; nothing without a chain. */
export function Approvals({ order }: { order: PurchaseOrderDetails }) {
  const { approvals, awaits } = order
  if (approvals.length === 0 && !awaits) return null
  return (
    <div className="mb-4">
      <Alert tone="info" title="Approvals">
        <ul className="list-disc pl-5">
          {approvals.map(({ level, by, onBehalfOf, at }) => (
            <li key={level}>
              {`Level ${level}: ${by}${onBehalfOf === null ? '' : ` on behalf of ${onBehalfOf}`}`}
              {` · ${formatMoment(at)}`}
            </li>
          ))}
          {awaits && (
            <li>{`Level ${awaits.level} of ${awaits.of}: awaits the approval of ${awaits.who}`}</li>
          )}
        </ul>
      </Alert>
    </div>
  )
}
