import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import type { PurchaseOrderDetails } from '../contract.ts'

type Control = PurchaseOrderDetails['waivers'][number]['controls'][number]

const controlTexts: Record<Control, string> = {
  role: 'without permission',
  'self-approval': 'approved by its creator or submitter',
  'approval-limit': 'above the approval limit',
  'receipt-by-approver': 'received by its approver',
  'nothing-ordered': 'order without lines',
  'new-role': 'with a role changed less than 24 hours ago',
}

/** Lists the controls that were skipped, with the user and time of each. */
export function ControlWaivers({ order }: { order: PurchaseOrderDetails }) {
  if (order.waivers.length === 0) return null
  return (
    <div className="mb-4">
      <Alert tone="warning" title="Controls were skipped">
        <ul className="list-disc pl-5">
          {order.waivers.map(({ id, action, controls, by, at }) => (
            <li key={id}>
              {`${action}: ${controls.map((control) => controlTexts[control]).join(', ')} · `}
              {`${by} · ${formatMoment(at)}`}
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  )
}
