import {
  type AuditedEntity,
  type EventEntity,
  readableLike,
} from '#features/audit/audited-entities.ts'
import type { Permission } from './rules.ts'

/**
 * The permission required to read the history of an entity and to subscribe to its changes. An
 * entity that is not listed has no readers.
 */
export const historyPermissions = {
  user: 'users.manage',
  role: 'users.manage',
  api_key: 'users.manage',
  webhook: 'webhooks.manage',
  customer: 'customers.read',
  vendor: 'vendors.read',
  sku: 'skus.read',
  contract_price: 'pricing.read',
  sales_order: 'salesOrders.read',
  purchase_order: 'purchaseOrders.read',
  return: 'returns.read',
  shipment: 'salesOrders.read',
  invoice: 'receivables.read',
  customer_payment: 'receivables.read',
  credit_memo: 'receivables.read',
  dunning_letter: 'receivables.read',
  requisition: 'requisitions.read',
  vendor_bill: 'payables.read',
  vendor_payment: 'payables.read',
  vendor_credit: 'payables.read',
  period: 'ledger.read',
  manual_entry: 'ledger.read',
  sales_tax_payment: 'ledger.read',
  // Its history includes actions on the WMS connection.
  wms: 'wms.manage',
  edi_partner: 'edi.read',
  edi_document: 'edi.read',
  intake_message: 'intake.read',
  setting: 'settings.manage',
  // Digests of the receipts of validations and refused orders, which these may read.
  decision: 'audit.read',
  incident: 'health.read',
  message: 'health.check',
} as const satisfies Record<AuditedEntity, Permission>

/** The permission required to read the history of an entity; undefined for an unknown entity. */
export function historyPermissionOf(entity: string): Permission | undefined {
  const isKnown = Object.hasOwn(historyPermissions, entity)
  return isKnown ? historyPermissions[entity as AuditedEntity] : undefined
}

/** The permission required to open a record of a kind on its screen. */
export function permissionToOpen(entity: EventEntity): Permission {
  return historyPermissions[readableLike(entity)]
}
