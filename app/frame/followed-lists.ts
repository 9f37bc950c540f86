import { type Change, listenToChanges as call } from '#features/audit/contract.ts'
import { subscribeToChanges } from '#platform/web/changes.ts'

/**
 * The list endpoint of each entity. Entities without a list of their own are omitted; null marks
 * those that affect no totals.
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

/** Configures where lists subscribe to other users' changes. */
export function followChanges(): void {
  subscribeToChanges({ url: call.path, pathOf: (kind) => lists[kind as Change['entity']] })
}
