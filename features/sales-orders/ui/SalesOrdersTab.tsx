import { IdAndName } from '#platform/ui/page/IdAndName.tsx'
import { useNavigate } from '@tanstack/react-router'
import { customerOrderList, listSalesOrders, type SalesOrder, skuOrderList } from '../contract.ts'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { useLocalList } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'

const status = {
  text: (order: SalesOrder) => order.displayStatus,
  cell: (order: SalesOrder) => <StatusBadge status={order.status} also={order.displayStatus} />,
}

/** The columns of the orders of one customer. */
export const customerColumns = columnsOf(customerOrderList, { status })
/** The columns of the orders with one SKU. */
export const skuColumns = columnsOf(skuOrderList, {
  status,
  customerName: {
    text: (order) => `Customer #${order.customerId} · ${order.customerName}`,
    cell: (order) => <IdAndName id={`Customer #${order.customerId}`} name={order.customerName} />,
  },
})

type SalesOrdersTabProps = {
  /** Filter: the customer or the SKU. */
  of: { customerId: number } | { skuId: number }
  /** Text for an empty list. */
  empty: string
}

/** The orders of one customer, or with one SKU, newest first. */
export function SalesOrdersTab({ of, empty }: SalesOrdersTabProps) {
  const list = useLocalList()
  const navigate = useNavigate()
  const isOfSku = 'skuId' in of
  return (
    <DataTable
      name={isOfSku ? skuOrderList.name : customerOrderList.name}
      title="Orders"
      endpoint={listSalesOrders}
      list={list}
      fixed={of}
      usualSort={customerOrderList.defaultSort}
      columns={isOfSku ? skuColumns : customerColumns}
      codeOf={(order) => order.orderNumber}
      hrefOf={(order) => '/sales-orders' + searchText({ open: order.orderNumber })}
      onOpen={(order) =>
        void navigate({ to: '/sales-orders', search: { open: order.orderNumber } })
      }
      empty={<p className="text-muted">{empty}</p>}
    />
  )
}
