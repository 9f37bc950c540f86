import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { IdAndName } from '#platform/ui/page/IdAndName.tsx'
import { useNavigate } from '@tanstack/react-router'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { useLocalList } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'
import { ExpectedDateText } from './ExpectedDateText.tsx'
import {
  listPurchaseOrders,
  type PurchaseOrder,
  skuPurchaseOrderList,
  vendorPurchaseOrderList,
} from '../contract.ts'

const cells = {
  status: {
    text: (order: PurchaseOrder) => order.displayStatus,
    cell: (order: PurchaseOrder) => (
      <StatusBadge status={order.status} also={order.displayStatus} />
    ),
  },
  expectedDate: (order: PurchaseOrder) => <ExpectedDateText order={order} />,
}

const vendorColumns = columnsOf(vendorPurchaseOrderList, cells)
const skuColumns = columnsOf(skuPurchaseOrderList, {
  ...cells,
  vendorName: {
    text: (order) => `Vendor #${order.vendorId} · ${order.vendorName}`,
    cell: (order) => <IdAndName id={`Vendor #${order.vendorId}`} name={order.vendorName} />,
  },
})

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
  const isOfSku = 'skuId' in of
  const mayReadCost = useMay()('skus.cost')
  return (
    <DataTable
      name={isOfSku ? skuPurchaseOrderList.name : vendorPurchaseOrderList.name}
      title="Purchase Orders"
      endpoint={listPurchaseOrders}
      list={list}
      fixed={of}
      usualSort={vendorPurchaseOrderList.defaultSort}
      columns={(isOfSku ? skuColumns : vendorColumns).filter(
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
