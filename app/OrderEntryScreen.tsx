import { EdiImport } from '#features/channels/EdiImport.tsx'
import { OrderEntryPage } from '#features/order-entry/OrderEntryPage.tsx'

/** Order Entry, with what takes orders from files of partners. */
export function OrderEntryScreen() {
  return <OrderEntryPage moreImports={<EdiImport />} />
}
