import { Link } from '@tanstack/react-router'
import { Alert } from '#platform/ui/Alert.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { StatusBadge } from '#platform/ui/StatusBadge.tsx'
import { useRead } from '#platform/web/api.ts'
import { listRequisitions } from './contract.ts'

/** The requisitions that a purchase order came from, and who asked. */
export function OrderRequisitions({ purchaseOrderId }: { purchaseOrderId: number }) {
  const query = { purchaseOrderId, limit: 50 }
  const { data, error } = useRead(listRequisitions, { query })
  if (error) return <Alert>{error.message}</Alert>
  if (!data) return <Skeleton className="h-20" />
  if (data.length === 0) return <p className="text-muted">It came from no requisition.</p>
  return (
    <ul className="grid gap-3">
      {data.map(({ id, requisitionNumber, status, reason, createdByName }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to="/requisitions"
            search={{ open: requisitionNumber } as never}
            className="numbers font-medium"
          >
            {requisitionNumber}
          </Link>
          <StatusBadge status={status} />
          <span>{reason}</span>
          <span className="text-muted">{`asked by ${createdByName}`}</span>
        </li>
      ))}
    </ul>
  )
}
