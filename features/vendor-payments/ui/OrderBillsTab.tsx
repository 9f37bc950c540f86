import { BillsTable } from '#features/payables/ui/parts/BillsTable.tsx'
import { useLocalList } from '#platform/web/list-state.ts'

/** The bills of one purchase order. */
export function OrderBillsTab({ purchaseOrderId }: { purchaseOrderId: number }) {
  return <BillsTable list={useLocalList()} purchaseOrderId={purchaseOrderId} />
}
