import { PurchaseOrdersPage } from '#features/purchase-orders/ui/PurchaseOrdersPage.tsx'
import type { PurchaseOrder } from '#features/purchase-orders/contract.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'

const OrderBillsTab = lazyPart(
  async () => (await import('#features/vendor-payments/ui/OrderBillsTab.tsx')).OrderBillsTab,
)
const PurchaseWarehouseTab = lazyPart(
  async () =>
    (await import('#features/wms-integration/ui/PurchaseWarehouseTab.tsx')).PurchaseWarehouseTab,
)

/** The purchase orders page, with the tabs that other features add to an order. */
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
  ]
}
