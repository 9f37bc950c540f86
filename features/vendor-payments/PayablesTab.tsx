import { BillsTable } from '#features/payables/BillsTable.tsx'
import { useLocalList } from '#platform/web/list-search.ts'
import { PaymentsTable } from './PaymentsTable.tsx'

/** What one vendor billed, and what of it is open. */
export function PayablesTab({ vendorId }: { vendorId: number }) {
  return <BillsTable list={useLocalList()} vendorId={vendorId} />
}

/** What one vendor was paid. */
export function PaymentsTab({ vendorId }: { vendorId: number }) {
  return <PaymentsTable list={useLocalList()} vendorId={vendorId} />
}
