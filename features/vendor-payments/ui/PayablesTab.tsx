import { BillsTable } from '#features/payables/ui/parts/BillsTable.tsx'
import { CreditsTable } from '#features/payables/ui/parts/CreditsTable.tsx'
import { useLocalList } from '#platform/web/list-state.ts'
import { PaymentsTable } from './parts/PaymentsTable.tsx'

/** A vendor's bills with their open amounts. */
export function PayablesTab({ vendorId }: { vendorId: number }) {
  return <BillsTable list={useLocalList()} vendorId={vendorId} />
}

/** The bills of one purchase order. */
export function OrderBillsTab({ purchaseOrderId }: { purchaseOrderId: number }) {
  return <BillsTable list={useLocalList()} purchaseOrderId={purchaseOrderId} />
}

type CreditsTabProps = { vendor: { id: number; vendorCode: string; name: string } }

/** A vendor's credits, with the bills they were applied to. */
export function CreditsTab({ vendor }: CreditsTabProps) {
  const { id, vendorCode: code, name } = vendor
  return <CreditsTable list={useLocalList()} vendor={{ id, code, name }} />
}

/** A vendor's payments. */
export function PaymentsTab({ vendorId }: { vendorId: number }) {
  return <PaymentsTable list={useLocalList()} vendorId={vendorId} />
}
