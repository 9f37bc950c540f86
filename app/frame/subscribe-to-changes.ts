import { type Change, listenToChanges as call } from '#features/audit/changes-contract.ts'
import { subscribeToChanges } from '#platform/web/changes-by-other-users.ts'

/**
 * The address of the list that shows each entity. Omitted entities have no list, but totals may
 * depend on them. Null marks entities that have no list and affect no total.
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
  intake_message: '/api/intake-messages',
  invoice: '/api/invoices',
  customer_payment: '/api/payments',
  vendor_bill: '/api/vendor-bills',
  vendor_payment: '/api/vendor-payments',
  vendor_credit: '/api/vendor-credits',
}

/** Starts the subscription to other users' changes, which keeps open lists up to date. */
export function subscribe(): void {
  subscribeToChanges({ url: call.path, pathOf: (kind) => lists[kind as Change['entity']] })
}
