import { lazy } from 'react'
import { SkusPage } from '#features/skus/SkusPage.tsx'
import type { Sku } from '#features/skus/contract.ts'

const OrdersTab = lazy(async () => ({
  default: (await import('#features/sales-orders/OrdersTab.tsx')).OrdersTab,
}))
const PurchaseOrdersTab = lazy(async () => ({
  default: (await import('#features/purchase-orders/PurchaseOrdersTab.tsx')).PurchaseOrdersTab,
}))
const OffersTab = lazy(async () => ({
  default: (await import('#features/sourcing/OffersTab.tsx')).OffersTab,
}))
const ContractPricesTab = lazy(async () => ({
  default: (await import('#features/pricing/ContractPricesTab.tsx')).ContractPricesTab,
}))
const PriceLadder = lazy(async () => ({
  default: (await import('#features/pricing/PriceLadder.tsx')).PriceLadder,
}))

/** The SKUs, with what rooms further on add to one of them. */
export function SkusScreen() {
  return <SkusPage moreTabs={moreTabs} prices={(sku) => <PriceLadder sku={sku} />} />
}

function moreTabs(sku: Sku) {
  return [
    {
      id: 'orders',
      label: 'Orders',
      render: () => <OrdersTab of={{ skuId: sku.id }} empty="Nobody has ordered this SKU yet." />,
    },
    {
      id: 'pos',
      label: 'POs',
      render: () => (
        <PurchaseOrdersTab of={{ skuId: sku.id }} empty="This SKU was not bought yet." />
      ),
    },
    { id: 'vendors', label: 'Vendors', render: () => <OffersTab sku={sku} /> },
    { id: 'prices', label: 'Contract prices', render: () => <ContractPricesTab sku={sku} /> },
  ]
}
