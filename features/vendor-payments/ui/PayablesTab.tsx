import { BillsTable } from '#features/payables/ui/BillsTable.tsx'
import { CreditsTable } from '#features/payables/ui/CreditsTable.tsx'
import { useLocalList } from '#platform/web/list-search.ts'
import { PaymentsTable } from './PaymentsTable.tsx'

/** What one vendor billed, and what of it is open. */
export function PayablesTab({ vendorId }: { vendorId: number }) {
  return <BillsTable list={useLocalList()} vendorId={vendorId} />
}

/** The bills of one purchase order. */
export function OrderBillsTab({ purchaseOrderId }: { purchaseOrderId: number }) {
  return <BillsTable list={useLocalList()} purchaseOrderId={purchaseOrderId} />
}

type CreditsTabProps = { vendor: { id: number; vendorCode: string; name: string } }

/** What one vendor owes us, and which bills it settled. */
export function CreditsTab({ vendor }: CreditsTabProps) {
  const { id, vendorCode: code, name } = vendor
  return <CreditsTable list={useLocalList()} vendor={{ id, code, name }} />
}

/** What one vendor was paid. */
export function PaymentsTab({ vendorId }: { vendorId: number }) {
  return <PaymentsTable list={useLocalList()} vendorId={vendorId} />
}
