import { listImports } from '#features/audit/imports-contract.ts'
import { ImportDialog } from '#platform/ui/import/ImportDialog.tsx'
import {
  importPurchaseOrders,
  purchaseColumns,
  undoPurchaseImport,
  sumPurchaseOrders,
} from '../contract.ts'
import { purchaseReads } from './use-purchase-step-writes.ts'

/** The dialog that imports purchase orders from a CSV file as drafts. */
export function PurchaseOrderImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <ImportDialog
      nouns="Purchase Orders"
      makes="order"
      undone="The drafts imported from the file are cancelled. Their numbers are not used again"
      columns={purchaseColumns}
      importing={importPurchaseOrders}
      undoing={undoPurchaseImport}
      recent={{ endpoint: listImports, query: { table: 'purchase_orders' } }}
      refreshes={[...purchaseReads, sumPurchaseOrders]}
      sample="/samples/purchase-orders.csv"
      onClose={onClose}
    />
  )
}
