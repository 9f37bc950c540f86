import { lazy } from 'react'
import { VendorsPage } from '#features/vendors/VendorsPage.tsx'
import type { Vendor } from '#features/vendors/contract.ts'

const PurchaseOrdersTab = lazy(async () => ({
  default: (await import('#features/purchase-orders/PurchaseOrdersTab.tsx')).PurchaseOrdersTab,
}))
const ReturnsTab = lazy(async () => ({
  default: (await import('#features/returns/ReturnsTab.tsx')).ReturnsTab,
}))

const PayablesTab = lazy(async () => ({
  default: (await import('#features/vendor-payments/PayablesTab.tsx')).PayablesTab,
}))

const CreditsTab = lazy(async () => ({
  default: (await import('#features/vendor-payments/PayablesTab.tsx')).CreditsTab,
}))

const PaymentsTab = lazy(async () => ({
  default: (await import('#features/vendor-payments/PayablesTab.tsx')).PaymentsTab,
}))

const DeliveriesTab = lazy(async () => ({
  default: (await import('#features/ap-reports/DeliveriesTab.tsx')).DeliveriesTab,
}))

const OffersTab = lazy(async () => ({
  default: (await import('#features/sourcing/OffersTab.tsx')).OffersTab,
}))

const CertificatesTab = lazy(async () => ({
  default: (await import('#features/sourcing/CertificatesTab.tsx')).CertificatesTab,
}))

/** The vendors, with the tabs that rooms further on add to one of them. */
export function VendorsScreen() {
  return <VendorsPage moreTabs={moreTabs} />
}

function moreTabs(vendor: Vendor) {
  const empty = 'Nothing was ordered from this vendor yet.'
  return [
    {
      id: 'pos',
      label: 'POs',
      render: () => <PurchaseOrdersTab of={{ vendorId: vendor.id }} empty={empty} />,
    },
    { id: 'skus', label: 'SKUs', render: () => <OffersTab vendor={vendor} /> },
    {
      id: 'certificates',
      label: 'Certificates',
      render: () => <CertificatesTab vendorId={vendor.id} />,
    },
    {
      id: 'performance',
      label: 'Performance',
      render: () => <DeliveriesTab vendorId={vendor.id} />,
    },
    {
      id: 'returns',
      label: 'Returns',
      render: () => (
        <ReturnsTab of={{ vendorId: vendor.id }} empty="Nothing was sent back to this vendor." />
      ),
    },
    {
      id: 'payables',
      label: 'Payables',
      render: () => <PayablesTab vendorId={vendor.id} />,
    },
    { id: 'credits', label: 'Credits', render: () => <CreditsTab vendor={vendor} /> },
    {
      id: 'payments',
      label: 'Payments',
      render: () => <PaymentsTab vendorId={vendor.id} />,
    },
  ]
}
