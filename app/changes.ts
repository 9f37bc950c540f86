import { type AuditedEntity, listenToChanges as call } from '#features/audit/contract.ts'
import { listenToChanges } from '#platform/web/changes.ts'

/** Which call lists the records of each kind; a kind without a list of its own is left out. */
const lists: Partial<Record<AuditedEntity, string>> = {
  customer: '/api/customers',
  vendor: '/api/vendors',
  sku: '/api/skus',
  contract_price: '/api/contract-pricing',
  sales_order: '/api/sales-orders',
  shipment: '/api/sales-orders',
  purchase_order: '/api/purchase-orders',
  return: '/api/returns',
}

/** Hears what others change, for all lists of the program. Answers how to stop. */
export function followChanges(): () => void {
  return listenToChanges(call.path, (kind) => lists[kind as AuditedEntity])
}
