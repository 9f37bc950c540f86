import { formatOptionalDay } from '#platform/kernel/format.ts'
import { IdAndName } from '#platform/ui/page/IdAndName.tsx'
import { Link, useNavigate } from '@tanstack/react-router'
import { OverdueDate } from '#platform/ui/dates/OverdueDate.tsx'
import { salesOrderStatuses } from '#features/sales-orders/rules.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import type { BuiltInView } from '#platform/kernel/list.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { type ArOrder, listArOrders } from '../contract.ts'
import { buckets } from '#features/receivables/rules.ts'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'

const columns: readonly Column<ArOrder>[] = [
  { id: 'orderNumber', header: 'SO Number', width: 170, cell: (order) => order.orderNumber },
  {
    id: 'customerId',
    header: 'Customer',
    isLong: true,
    width: 240,
    phone: 'line',
    text: (order) => `Customer #${order.customerId} · ${order.customerName}`,
    cell: (order) => <CustomerLink order={order} />,
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
    id: 'shipDate',
    header: 'Ship Date',
    width: 165,
    phone: 'date',
    cell: (order) => (
      <OverdueDate text={formatOptionalDay(order.shipDate, '-')} isOverdue={order.isOverdue} />
    ),
  },
]

const statusFilter: Filter = {
  kind: 'choice',
  id: 'status',
  label: 'Status',
  several: true,
  options: salesOrderStatuses.map((value) => ({
    value,
    label: value.charAt(0).toUpperCase() + value.slice(1),
  })),
}
const bucketFilter: Filter = {
  kind: 'choice',
  id: 'bucket',
  label: 'Aging',
  options: buckets.map(({ id, label }) => ({ value: id, label })),
}
const pastDueFilter: Filter = { kind: 'flag', id: 'pastDue', label: 'Past due', value: 'true' }
const datesFilter: Filter = { kind: 'dates', id: 'from', to: 'to', label: 'Order date' }

const allFilters = [statusFilter, datesFilter, customerFilter, bucketFilter, pastDueFilter]

/** Predefined list views. */
const views: readonly BuiltInView[] = [
  { label: 'All', filters: {} },
  { label: 'Open', filters: { status: 'pending,processing' } },
  { label: 'Overdue', filters: { pastDue: 'true' } },
]

type ArOrdersTableProps = { list: ListState; isOverdue?: boolean }

/** Lists the sales orders behind the figures: all of them, or only overdue ones. */
export function ArOrdersTable({ list, isOverdue = false }: ArOrdersTableProps) {
  const navigate = useNavigate()
  return (
    <div>
      {!isOverdue && <ListViews name="ar-orders" list={list} views={views} />}
      <DataTable
        name={isOverdue ? 'ar-overdue' : 'ar-orders'}
        title={isOverdue ? 'Overdue Orders' : 'Sales Orders'}
        endpoint={listArOrders}
        list={list}
        {...(isOverdue && { fixed: { overdue: 'true' as const } })}
        usualSort={isOverdue ? 'shipDate' : '-orderDate'}
        columns={columns}
        filters={isOverdue ? [customerFilter, datesFilter] : allFilters}
        codeOf={(order) => order.orderNumber}
        hrefOf={(order) => '/sales-orders' + searchText({ open: order.orderNumber })}
        onOpen={(order) =>
          void navigate({ to: '/sales-orders', search: { open: order.orderNumber } })
        }
        empty={
          <p className="text-muted">{isOverdue ? 'Nothing overdue.' : 'No sales orders yet.'}</p>
        }
      />
    </div>
  )
}

function CustomerLink({ order }: { order: ArOrder }) {
  return (
    <Link
      to="/customers"
      search={{ open: order.customerCode }}
      className="font-medium no-underline hover:underline"
    >
      <IdAndName id={`Customer #${order.customerId}`} name={order.customerName} />
    </Link>
  )
}
