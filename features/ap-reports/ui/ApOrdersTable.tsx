import { formatOptionalDay } from '#platform/kernel/format.ts'
import { useNavigate } from '@tanstack/react-router'
import { OverdueDate } from '#platform/ui/dates/OverdueDate.tsx'
import { VendorLink, vendorText } from '#features/vendors/ui/parts/VendorLink.tsx'
import { purchaseOrderStatuses } from '#features/purchase-orders/rules.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import type { BuiltInView } from '#platform/kernel/list.ts'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { type ApOrder, listApOrders } from '../contract.ts'
import { buckets } from '../rules.ts'

const columns: readonly Column<ApOrder>[] = [
  { id: 'orderNumber', header: 'PO Number', width: 170, cell: (order) => order.orderNumber },
  {
    id: 'vendorId',
    header: 'Vendor',
    isLong: true,
    width: 240,
    phone: 'line',
    text: vendorText,
    cell: (order) => <VendorLink of={order} />,
  },
  {
    id: 'totalAmount',
    header: 'Amount',
    width: 130,
    align: 'right',
    phone: 'amount',
    cell: (order) => formatDecimal(order.totalAmount),
  },
  {
    id: 'status',
    header: 'Status',
    width: 125,
    phone: 'badge',
    text: (order) => order.status,
    cell: (order) => <StatusBadge status={order.status} />,
  },
  {
    id: 'orderDate',
    header: 'Order Date',
    width: 120,
    cell: (order) => formatOptionalDay(order.orderDate, '-'),
  },
  {
    id: 'expectedDate',
    header: 'Expected Date',
    width: 165,
    phone: 'date',
    cell: (order) => (
      <OverdueDate text={formatOptionalDay(order.expectedDate, '-')} isOverdue={order.isOverdue} />
    ),
  },
]

const statusFilter: Filter = {
  kind: 'choice',
  id: 'status',
  label: 'Status',
  several: true,
  options: purchaseOrderStatuses.map((value) => ({
    value,
    label: value.charAt(0).toUpperCase() + value.slice(1),
  })),
}
const bucketFilter: Filter = {
  kind: 'choice',
  id: 'bucket',
  label: 'Expected since',
  options: buckets.map(({ id, label }) => ({ value: id, label })),
}
const lateFilter: Filter = { kind: 'flag', id: 'overdue', label: 'Late', value: 'true' }
const datesFilter: Filter = { kind: 'dates', id: 'from', to: 'to', label: 'Order date' }

/** The built-in views of the list. */
const views: readonly BuiltInView[] = [
  { label: 'All', filters: {} },
  { label: 'Awaiting approval', filters: { status: 'submitted' } },
  { label: 'On order', filters: { status: 'approved' } },
  { label: 'Overdue', filters: { overdue: 'true' } },
]

/** The purchase orders as of the date. */
export function ApOrdersTable({ list }: { list: ListState }) {
  const navigate = useNavigate()
  return (
    <div>
      <ListViews name="ap-orders" list={list} views={views} />
      <DataTable
        name="ap-orders"
        title="Purchase Orders"
        endpoint={listApOrders}
        list={list}
        usualSort="-orderDate"
        columns={columns}
        filters={[statusFilter, datesFilter, vendorFilter, bucketFilter, lateFilter]}
        codeOf={(order) => order.orderNumber}
        hrefOf={(order) => '/purchase-orders' + searchText({ open: order.orderNumber })}
        onOpen={(order) =>
          void navigate({ to: '/purchase-orders', search: { open: order.orderNumber } })
        }
        empty={<p className="text-muted">No purchase orders yet.</p>}
      />
    </div>
  )
}
