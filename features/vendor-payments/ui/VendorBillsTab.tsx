import { BillsTable } from '#features/payables/ui/parts/BillsTable.tsx'
import { useLocalList } from '#platform/web/list-state.ts'

/** A vendor's bills with their open amounts. */
export function VendorBillsTab({ vendorId }: { vendorId: number }) {
  return <BillsTable list={useLocalList()} vendorId={vendorId} />
}
