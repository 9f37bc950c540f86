import { VendorsPage } from '#features/vendors/ui/VendorsPage.tsx'
import type { Vendor } from '#features/vendors/contract.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'

const PurchaseOrdersTab = lazyPart(
  async () =>
    (await import('#features/purchase-orders/ui/PurchaseOrdersTab.tsx')).PurchaseOrdersTab,
)
const ReturnsTab = lazyPart(
  async () => (await import('#features/returns/ui/ReturnsTab.tsx')).ReturnsTab,
)

const VendorBillsTab = lazyPart(
  async () => (await import('#features/vendor-payments/ui/VendorBillsTab.tsx')).VendorBillsTab,
)

const CreditsTab = lazyPart(
  async () => (await import('#features/vendor-payments/ui/CreditsTab.tsx')).CreditsTab,
)

const PaymentsTab = lazyPart(
  async () => (await import('#features/vendor-payments/ui/PaymentsTab.tsx')).PaymentsTab,
)

const VendorDeliveriesTab = lazyPart(
  async () => (await import('#features/ap-reports/ui/VendorDeliveriesTab.tsx')).VendorDeliveriesTab,
)

const EmailRulesTab = lazyPart(
  async () => (await import('#features/documents/ui/parts/EmailRulesTab.tsx')).EmailRulesTab,
)

const OffersTab = lazyPart(
  async () => (await import('#features/sourcing/ui/OffersTab.tsx')).OffersTab,
)

const CertificatesTab = lazyPart(
  async () => (await import('#features/sourcing/ui/CertificatesTab.tsx')).CertificatesTab,
)

const ExpiredCertificates = lazyPart(
  async () => (await import('#features/sourcing/ui/ExpiredCertificates.tsx')).ExpiredCertificates,
)

/** The vendors page, with the tabs and the notice that other features add to a vendor. */
export function VendorsScreen() {
  return (
    <VendorsPage moreTabs={moreTabs} notice={(vendor) => <ExpiredCertificates vendor={vendor} />} />
  )
}

function moreTabs(vendor: Vendor) {
  const empty = 'No purchase orders for this vendor yet.'
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
      render: () => <VendorDeliveriesTab vendorId={vendor.id} />,
    },
    {
      id: 'returns',
      label: 'Returns',
      render: () => <ReturnsTab of={{ vendorId: vendor.id }} empty="No returns to this vendor." />,
    },
    {
      id: 'payables',
      label: 'Payables',
      render: () => <VendorBillsTab vendorId={vendor.id} />,
    },
    {
      id: 'emails',
      label: 'Emails',
      render: () => <EmailRulesTab party="vendor" id={vendor.id} />,
    },
    { id: 'credits', label: 'Credits', render: () => <CreditsTab vendor={vendor} /> },
    {
      id: 'payments',
      label: 'Payments',
      render: () => <PaymentsTab vendorId={vendor.id} />,
    },
  ]
}
