import { ImportDialog } from '#platform/ui/import/ImportDialog.tsx'
import { listSalesOrders, listShipments } from './contract.ts'
import { importShipments, shipmentColumns } from './shipments-contract.ts'
import { sumSalesOrders } from './sums.ts'

/** What has left, with carriers and tracking numbers, from a CSV file. */
export function ShipmentImport({ onClose }: { onClose: () => void }) {
  return (
    <ImportDialog
      nouns="Shipments"
      makes="shipment"
      columns={shipmentColumns}
      importing={importShipments}
      refreshes={[listSalesOrders, sumSalesOrders, listShipments]}
      sample="/samples/wms-shipments.csv"
      onClose={onClose}
    />
  )
}
