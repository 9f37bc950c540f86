import { PrintDocuments } from '#features/documents/ui/parts/PrintDocuments.tsx'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { orderConfirmation } from '#features/sales-orders/printed-documents.ts'

type PrintConfirmationProps = { order: SalesOrderDetails; onDone: () => void }

/** Prints the confirmation of an order. */
export function PrintConfirmation({ order, onDone }: PrintConfirmationProps) {
  return (
    <PrintDocuments drafts={[(company) => orderConfirmation(order, company)]} onDone={onDone} />
  )
}
