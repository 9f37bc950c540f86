import type { DocumentDraft } from '#features/documents/printed-document.ts'
import { usePrintJob } from '#features/documents/ui/parts/use-print-job.ts'
import { send } from '#platform/web/api-client.ts'
import { listShipments, readSalesOrder, type SalesOrder } from '../contract.ts'

export type OrderDocument = 'order-confirmation' | 'packing-slip' | 'pick-list'

/** Prints a document of one or many orders as one job. */
export function useOrderDocuments() {
  const { printAll, job, endJob } = usePrintJob()
  const print = (document: OrderDocument, orders: readonly SalesOrder[]) =>
    printAll(orders, (order) => readOne(document, order))
  return { print, job, endJob }
}

async function readOne(
  document: OrderDocument,
  { id, shipmentCount }: SalesOrder,
): Promise<DocumentDraft> {
  const { orderConfirmation, packingSlip, pickList } = await import('../printed-documents.ts')
  const params = { id }
  const hasParcels = document === 'packing-slip' && shipmentCount > 0
  const [order, shipments] = await Promise.all([
    send(readSalesOrder, { params }),
    hasParcels ? send(listShipments, { params }) : [],
  ])
  if (document === 'order-confirmation') return (company) => orderConfirmation(order, company)
  if (document === 'pick-list') return (company) => pickList(order, company)
  return (company) => packingSlip(order, shipments, company)
}
