import { listImports } from '#features/audit/imports-contract.ts'
import { ImportDialog } from '#platform/ui/import/ImportDialog.tsx'
import { countColumns, importCounts } from '../../contract.ts'
import { skuReads } from '../sku-screen.ts'

/** A stock count from a CSV file. */
export function StockCountImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <ImportDialog
      nouns="Stock Count"
      makes="adjustment"
      columns={countColumns}
      importing={importCounts}
      refreshes={skuReads}
      recent={{ endpoint: listImports, query: { table: 'stock_adjustments' } }}
      sample="/samples/wms-inventory.csv"
      onClose={onClose}
    />
  )
}
