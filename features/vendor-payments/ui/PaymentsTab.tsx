import { useLocalList } from '#platform/web/list-state.ts'
import { PaymentsTable } from './parts/PaymentsTable.tsx'

/** A vendor's payments. */
export function PaymentsTab({ vendorId }: { vendorId: number }) {
  return <PaymentsTable list={useLocalList()} vendorId={vendorId} />
}
