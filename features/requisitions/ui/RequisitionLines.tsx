import { formatOptionalDay } from '#platform/kernel/days.ts'
import { Link } from '@tanstack/react-router'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { RequisitionItem } from '../contract.ts'

const heads = [
  rightAligned('#'),
  'Items',
  rightAligned('Quantity'),
  'Needed by',
  'Preferred vendor',
  'Purchase order',
]

/** The lines of a requisition with their purchase orders. */
export function RequisitionLines({ items }: { items: readonly RequisitionItem[] }) {
  return (
    <LinesTable label="Lines" heads={heads} className="min-w-160">
      {items.map((item) => (
        <Row key={item.id} item={item} />
      ))}
    </LinesTable>
  )
}

function Row({ item }: { item: RequisitionItem }) {
  const { lineNo, sku, name, description, reason, quantity, unitOfMeasure } = item
  return (
    <tr className="border-b border-line align-top">
      <td className="numbers px-2 py-2 text-right text-muted">{lineNo}</td>
      <td className="px-2 py-2">
        {sku && (
          <>
            <Link to="/skus" search={{ open: sku }} className="numbers font-medium">
              {sku}
            </Link>
            <span className="block text-muted">{name}</span>
          </>
        )}
        {description && <span className="block">{description}</span>}
        {reason && <span className="text-caption block font-normal text-muted">{reason}</span>}
      </td>
      <td className="numbers px-2 py-2 text-right font-semibold whitespace-nowrap">
        {`${quantity.toLocaleString('en-US')} ${unitOfMeasure ?? ''}`}
      </td>
      <td className="numbers px-2 py-2">{formatOptionalDay(item.neededBy)}</td>
      <td className="px-2 py-2">
        {item.vendorCode ? (
          <Link to="/vendors" search={{ open: item.vendorCode }}>
            {item.vendorName}
          </Link>
        ) : (
          '—'
        )}
      </td>
      <td className="px-2 py-2">
        <OrderLink item={item} />
      </td>
    </tr>
  )
}

function OrderLink({
  item: { purchaseOrderNumber: number, purchaseOrderStatus: status },
}: {
  item: RequisitionItem
}) {
  if (!number) return <span className="text-muted">Not ordered</span>
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Link to="/purchase-orders" search={{ open: number }} className="numbers">
        {number}
      </Link>
      {status && <StatusBadge status={status} />}
    </span>
  )
}
