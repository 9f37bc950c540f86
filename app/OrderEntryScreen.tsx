import { EdiImport } from '#features/channels/EdiImport.tsx'
import { OrderEntryPage } from '#features/order-entry/OrderEntryPage.tsx'
import { late } from '#platform/ui/Late.tsx'

const OpenReturns = late(
  async () => (await import('#features/returns/OpenReturns.tsx')).OpenReturns,
)

/** Order Entry, with what takes orders from files of partners and what a customer sends back. */
export function OrderEntryScreen() {
  return (
    <OrderEntryPage
      moreImports={<EdiImport />}
      newsOf={(customerId) => <OpenReturns customerId={customerId} />}
    />
  )
}
