import { formatOptionalDay } from '#platform/kernel/days.ts'
import { VendorLink } from '#features/vendors/ui/parts/VendorLink.tsx'
import { StatusSteps } from '#features/audit/ui/parts/StatusSteps.tsx'
import { MissingSenderNotice } from '#features/documents/ui/parts/MissingSenderNotice.tsx'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { formatHidden } from '#platform/kernel/money.ts'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { CertificateWarnings } from './CertificateWarnings.tsx'
import { MinimumQuantityWarnings } from './MinimumQuantityWarnings.tsx'
import { ExpectedDateText } from './ExpectedDateText.tsx'
import type { PurchaseOrder } from '../contract.ts'

const statusSteps = ['draft', 'submitted', 'approved', 'received'] as const

const cancellationRequested = 'Requested: cancelled when the warehouse confirms'

/**
 * The overview of an order: its warnings, its status steps, the specified fields, then the rest.
 */
export function PurchaseOrderOverview({ order }: { order: PurchaseOrder }) {
  return (
    <div className="grid gap-6">
      <CertificateWarnings order={order} />
      <MinimumQuantityWarnings order={order} />
      <StatusSteps entity="purchase_order" record={order} sequence={statusSteps} />
      <Facts
        items={[
          { name: 'Order Number', value: order.orderNumber },
          {
            name: 'Status',
            value: <StatusBadge status={order.status} also={order.displayStatus} />,
          },
          ...(order.cancelRequest
            ? [{ name: 'Requested from warehouse', value: cancellationRequested }]
            : []),
          { name: 'Total Amount', value: formatHidden(order.totalAmount) },
          { name: 'Order Date', value: formatOptionalDay(order.orderDate) },
          ...(order.notes ? [{ name: 'Notes', value: order.notes }] : []),
          { name: 'Vendor', value: <VendorLink of={order} /> },
          { name: 'Expected Date', value: <ExpectedDateText order={order} /> },
          {
            name: 'Created',
            value: `${formatMoment(order.createdAt)} by ${order.createdByName}`,
          },
        ]}
      />
      <MissingSenderNotice />
    </div>
  )
}
