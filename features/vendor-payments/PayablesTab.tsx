import { BillsTable } from '#features/payables/BillsTable.tsx'
import { useLocalList } from '#platform/web/list-search.ts'
import { PaymentsTable } from './PaymentsTable.tsx'

/** What one vendor billed and was paid. */
export function PayablesTab({ vendorId }: { vendorId: number }) {
  return (
    <div className="grid gap-6">
      <BillsTable list={useLocalList()} vendorId={vendorId} />
      <PaymentsTable list={useLocalList()} vendorId={vendorId} />
    </div>
  )
}
