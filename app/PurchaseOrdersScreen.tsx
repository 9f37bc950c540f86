import { PurchaseOrdersPage } from '#features/purchase-orders/PurchaseOrdersPage.tsx'
import type { PurchaseOrder } from '#features/purchase-orders/contract.ts'
import { late } from '#platform/ui/Late.tsx'

const OrderBillsTab = late(
  async () => (await import('#features/vendor-payments/PayablesTab.tsx')).OrderBillsTab,
)
const OrderRequisitions = late(
  async () => (await import('#features/requisitions/OrderRequisitions.tsx')).OrderRequisitions,
)
const PurchaseWarehouseTab = late(
  async () =>
    (await import('#features/wms-integration/OrderWarehouseTab.tsx')).PurchaseWarehouseTab,
)

const ReturnsTab = late(async () => (await import('#features/returns/ReturnsTab.tsx')).ReturnsTab)

/** The purchase orders, with what rooms further on add to one of them. */
export function PurchaseOrdersScreen() {
  return <PurchaseOrdersPage moreTabs={moreTabs} />
}

function moreTabs(order: PurchaseOrder) {
  return [
    {
      id: 'warehouse',
      label: 'Warehouse',
      render: () => <PurchaseWarehouseTab order={order} />,
    },
    { id: 'bills', label: 'Bills', render: () => <OrderBillsTab purchaseOrderId={order.id} /> },
    {
      id: 'requisitions',
      label: 'Requisitions',
      render: () => <OrderRequisitions purchaseOrderId={order.id} />,
    },
    {
      id: 'returns',
      label: 'Returns',
      render: () => (
        <ReturnsTab of={{ purchaseOrderId: order.id }} empty="Nothing of this order went back." />
      ),
    },
  ]
}
