import { SalesOrdersPage } from '#features/sales-orders/ui/SalesOrdersPage.tsx'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { LinesTotalProps } from '#features/sales-orders/ui/parts/form-values.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'

const OrderWarehouseTab = lazyPart(
  async () =>
    (await import('#features/wms-integration/ui/OrderWarehouseTab.tsx')).OrderWarehouseTab,
)
const LinesTotal = lazyPart<LinesTotalProps>(
  async () => (await import('#features/order-entry/ui/lines/LinesTotal.tsx')).LinesTotal,
  ({ children, priceRequest }) => children(undefined, priceRequest !== undefined),
)

/** The sales orders page, with the tabs that other features add to an order. */
export function SalesOrdersScreen() {
  return <SalesOrdersPage moreTabs={moreTabs} LinesTotal={LinesTotal} />
}

function moreTabs(order: SalesOrder) {
  return [
    {
      id: 'warehouse',
      label: 'Warehouse',
      render: () => (
        <OrderWarehouseTab id={order.id} orderNumber={order.orderNumber} status={order.status} />
      ),
    },
  ]
}
