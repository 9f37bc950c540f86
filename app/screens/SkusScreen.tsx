import { useReorderSkus } from '#features/purchase-proposals/ui/parts/use-reorder-skus.tsx'
import { SkusPage } from '#features/skus/ui/SkusPage.tsx'
import type { Sku } from '#features/skus/contract.ts'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'

const SalesOrdersTab = lazyPart(
  async () => (await import('#features/sales-orders/ui/SalesOrdersTab.tsx')).SalesOrdersTab,
)
const ReservationsPanel = lazyPart(
  async () =>
    (await import('#features/sales-orders/ui/reservations/ReservationsPanel.tsx'))
      .ReservationsPanel,
)
const PurchaseOrdersTab = lazyPart(
  async () =>
    (await import('#features/purchase-orders/ui/PurchaseOrdersTab.tsx')).PurchaseOrdersTab,
)
const OffersTab = lazyPart(
  async () => (await import('#features/sourcing/ui/OffersTab.tsx')).OffersTab,
)
const ContractPricesTab = lazyPart(
  async () => (await import('#features/pricing/ui/ContractPricesTab.tsx')).ContractPricesTab,
)
const PricePrecedence = lazyPart(
  async () => (await import('#features/pricing/ui/PricePrecedence.tsx')).PricePrecedence,
  <Skeleton className="h-56" />,
)

/** The SKUs page, with the tabs, prices and purchases that other features add to SKUs. */
export function SkusScreen() {
  const purchase = useReorderSkus()
  return (
    <SkusPage
      moreTabs={moreTabs}
      prices={(sku) => <PricePrecedence sku={sku} />}
      purchase={purchase}
    />
  )
}

function moreTabs(sku: Sku) {
  return [
    {
      id: 'orders',
      label: 'Orders',
      render: () => <SalesOrdersTab of={{ skuId: sku.id }} empty="No orders for this SKU yet." />,
    },
    {
      id: 'reservations',
      label: 'Reservations',
      render: () => <ReservationsPanel skuId={sku.id} />,
    },
    {
      id: 'pos',
      label: 'POs',
      render: () => (
        <PurchaseOrdersTab of={{ skuId: sku.id }} empty="No purchase orders for this SKU yet." />
      ),
    },
    { id: 'vendors', label: 'Vendors', render: () => <OffersTab sku={sku} /> },
    { id: 'prices', label: 'Contract prices', render: () => <ContractPricesTab sku={sku} /> },
  ]
}
