import { type Change, listenToChanges as call } from '#features/audit/contract.ts'
import { subscribeToChanges } from '#platform/web/changes.ts'

/**
 * Which call lists the records of each kind; a kind without a list of its own is left out. What is
 * said, and what one is told, changes no record.
 */
const lists: Partial<Record<Change['entity'], string | null>> = {
  comment: null,
  notification: null,
  wms: null,
  customer: '/api/customers',
  vendor: '/api/vendors',
  sku: '/api/skus',
  contract_price: '/api/contract-pricing',
  sales_order: '/api/sales-orders',
  shipment: '/api/sales-orders',
  purchase_order: '/api/purchase-orders',
  requisition: '/api/requisitions',
  return: '/api/returns',
  invoice: '/api/invoices',
  customer_payment: '/api/payments',
  vendor_bill: '/api/vendor-bills',
  vendor_payment: '/api/vendor-payments',
}

/** Tells the lists of the program where to hear what others change. */
export function followChanges(): void {
  subscribeToChanges({ url: call.path, pathOf: (kind) => lists[kind as Change['entity']] })
}
