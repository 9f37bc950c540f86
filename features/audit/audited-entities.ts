/** The kinds of records with a history. */
export const auditedEntities = [
  'user',
  'role',
  'api_key',
  'webhook',
  'customer',
  'vendor',
  'sku',
  'contract_price',
  'sales_order',
  'purchase_order',
  'return',
  'shipment',
  'invoice',
  'customer_payment',
  'credit_memo',
  'dunning_letter',
  'requisition',
  'vendor_bill',
  'vendor_payment',
  'vendor_credit',
  'period',
  'manual_entry',
  'sales_tax_payment',
  'wms',
  'edi_partner',
  'edi_document',
  'intake_message',
  'setting',
  'decision',
  'incident',
  'message',
] as const
export type AuditedEntity = (typeof auditedEntities)[number]

/** Kinds of records that events are about. Refunds have no history of their own. */
export const eventEntities = [...auditedEntities, 'refund'] as const
export type EventEntity = (typeof eventEntities)[number]

/** The kind of record whose readers may read one: those of customer payments read refunds. */
export function readableLike(entity: EventEntity): AuditedEntity {
  return entity === 'refund' ? 'customer_payment' : entity
}
