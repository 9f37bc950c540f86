import { listImports } from '#features/audit/imports-contract.ts'
import { ImportDialog } from '#platform/ui/import/ImportDialog.tsx'
import { importShipments, shipmentColumns, sumSalesOrders } from '../../contract.ts'
import { orderReads } from '../use-order-steps.ts'

/** Imports shipments with carriers and tracking numbers from a CSV file. */
export function ShipmentImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <ImportDialog
      nouns="Shipments"
      makes="shipment"
      columns={shipmentColumns}
      importing={importShipments}
      refreshes={[...orderReads, sumSalesOrders]}
      recent={{ endpoint: listImports, query: { table: 'shipments' } }}
      sample="/samples/wms-shipments.csv"
      onClose={onClose}
    />
  )
}
