import { listImports } from '#features/audit/imports-contract.ts'
import { ImportDialog } from '#platform/ui/import/ImportDialog.tsx'
import { importPlannedPrices, plannedPriceColumns, undoPlannedPriceImport } from '../../contract.ts'
import { skuReads } from '../sku-screen.ts'

/** Plans prices from a CSV file, each row from its own day on. */
export function PlannedPriceImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <ImportDialog
      nouns="Planned Prices"
      makes="planned price"
      columns={plannedPriceColumns}
      importing={importPlannedPrices}
      undoing={undoPlannedPriceImport}
      undone="The planned prices imported from the file are cancelled"
      recent={{ endpoint: listImports, query: { table: 'sku_prices' } }}
      refreshes={skuReads}
      sample="/samples/planned-prices.csv"
      onClose={onClose}
    />
  )
}
