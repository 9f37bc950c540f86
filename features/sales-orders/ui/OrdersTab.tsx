import { formatOptionalDay } from '#platform/kernel/format.ts'
import { IdAndName } from '#platform/ui/page/IdAndName.tsx'
import { useNavigate } from '@tanstack/react-router'
import { type SalesOrder, listSalesOrders } from '../contract.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { useLocalList } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'

const number: Column<SalesOrder> = {
  id: 'orderNumber',
  header: 'Order Number',
  cell: (order) => order.orderNumber,
}
const customer: Column<SalesOrder> = {
  id: 'customerName',
  header: 'Customer',
  isLong: true,
  width: 220,
  text: (order) => `Customer #${order.customerId} · ${order.customerName}`,
  cell: (order) => <IdAndName id={`Customer #${order.customerId}`} name={order.customerName} />,
}

export const columns: readonly Column<SalesOrder>[] = [
  {
    id: 'status',
    header: 'Status',
    width: 130,
    phone: 'badge',
    text: (order) => order.displayStatus,
    cell: (order) => <StatusBadge status={order.status} also={order.displayStatus} />,
  },
  {
    id: 'customerPO',
    header: 'Customer PO',
    phone: 'line',
    sortable: false,
    cell: (order) => order.customerPO,
  },
  {
    id: 'totalAmount',
    header: 'Total Amount',
    align: 'right',
    phone: 'amount',
    cell: (order) => formatDecimal(order.totalAmount),
  },
  {
    id: 'orderDate',
    header: 'Order Date',
    width: 120,
    phone: 'date',
    cell: (order) => formatOptionalDay(order.orderDate),
  },
  {
    id: 'shipDate',
    header: 'Ship Date',
    width: 120,
    cell: (order) => formatOptionalDay(order.shipDate),
  },
]

type OrdersTabProps = {
  /** Filter: the customer or the SKU. */
  of: { customerId: number } | { skuId: number }
  /** Text for an empty list. */
  empty: string
}

/** The orders of one customer, or with one SKU, newest first. */
export function OrdersTab({ of, empty }: OrdersTabProps) {
  const list = useLocalList()
  const navigate = useNavigate()
  const party: readonly Column<SalesOrder>[] = 'skuId' in of ? [customer] : []
  return (
    <DataTable
      name={'skuId' in of ? 'sku-orders' : 'customer-orders'}
      title="Orders"
      endpoint={listSalesOrders}
      list={list}
      fixed={of}
      usualSort="-orderDate"
      columns={[number, ...party, ...columns]}
      codeOf={(order) => order.orderNumber}
      hrefOf={(order) => '/sales-orders' + searchText({ open: order.orderNumber })}
      onOpen={(order) =>
        void navigate({ to: '/sales-orders', search: { open: order.orderNumber } })
      }
      empty={<p className="text-muted">{empty}</p>}
    />
  )
}
