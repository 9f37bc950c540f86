import { EdiImportButton } from '#features/edi/ui/EdiImportButton.tsx'
import { OrderEntryPage } from '#features/order-entry/ui/OrderEntryPage.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'

const OpenReturnsOfCustomer = lazyPart(
  async () =>
    (await import('#features/returns/ui/OpenReturnsOfCustomer.tsx')).OpenReturnsOfCustomer,
)

/** Order Entry, with import of orders from EDI files and the customer's open returns. */
export function OrderEntryScreen() {
  return (
    <OrderEntryPage
      extraImports={<EdiImportButton />}
      renderCustomerInfo={(customerId) => <OpenReturnsOfCustomer customerId={customerId} />}
    />
  )
}
