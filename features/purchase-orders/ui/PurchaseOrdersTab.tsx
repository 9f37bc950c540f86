import { formatOptionalDay } from '#platform/kernel/format.ts'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { IdAndName } from '#platform/ui/page/IdAndName.tsx'
import { useNavigate } from '@tanstack/react-router'
import { formatHidden } from '#platform/kernel/money.ts'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { useLocalList } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { ExpectedDate } from './ExpectedDate.tsx'
import { type PurchaseOrder, listPurchaseOrders } from '../contract.ts'

const number: Column<PurchaseOrder> = {
  id: 'orderNumber',
  header: 'Order Number',
  cell: (order) => order.orderNumber,
}
const vendor: Column<PurchaseOrder> = {
  id: 'vendorName',
  header: 'Vendor',
  isLong: true,
  width: 220,
  phone: 'line',
  text: (order) => `Vendor #${order.vendorId} · ${order.vendorName}`,
  cell: (order) => <IdAndName id={`Vendor #${order.vendorId}`} name={order.vendorName} />,
}

const columns: readonly Column<PurchaseOrder>[] = [
  {
    id: 'status',
    header: 'Status',
    width: 130,
    phone: 'badge',
    text: (order) => order.displayStatus,
    cell: (order) => <StatusBadge status={order.status} also={order.displayStatus} />,
  },
  {
    id: 'totalAmount',
    header: 'Total Amount',
    align: 'right',
    phone: 'amount',
    cell: (order) => formatHidden(order.totalAmount),
  },
  {
    id: 'orderDate',
    header: 'Order Date',
    width: 120,
    cell: (order) => formatOptionalDay(order.orderDate),
  },
  {
    id: 'expectedDate',
    header: 'Expected Date',
    width: 140,
    phone: 'date',
    cell: (order) => <ExpectedDate order={order} />,
  },
]

type PurchaseOrdersTabProps = {
  /** The vendor or SKU of the orders. */
  of: { vendorId: number } | { skuId: number }
  /** The text for an empty list. */
  empty: string
}

/** The purchase orders of one vendor or one SKU, newest first. */
export function PurchaseOrdersTab({ of, empty }: PurchaseOrdersTabProps) {
  const list = useLocalList()
  const navigate = useNavigate()
  const party = 'skuId' in of ? [vendor] : []
  const mayReadCost = useMay()('skus.cost')
  return (
    <DataTable
      name={'skuId' in of ? 'sku-purchase-orders' : 'vendor-purchase-orders'}
      title="Purchase Orders"
      endpoint={listPurchaseOrders}
      list={list}
      fixed={of}
      usualSort="-orderDate"
      columns={[number, ...party, ...columns].filter(
        ({ id }) => id !== 'totalAmount' || mayReadCost,
      )}
      codeOf={(order) => order.orderNumber}
      hrefOf={(order) => '/purchase-orders' + searchText({ open: order.orderNumber })}
      onOpen={(order) =>
        void navigate({ to: '/purchase-orders', search: { open: order.orderNumber } })
      }
      empty={<p className="text-muted">{empty}</p>}
    />
  )
}
