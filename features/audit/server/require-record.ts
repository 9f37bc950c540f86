import { missing } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { AuditedEntity } from '../audited-entities.ts'

/** The statement that finds a record of each kind; null for singletons, which have the id 1. */
const existsQueries = {
  user: 'select from users where id = $1',
  role: 'select from own_roles where id = $1',
  api_key: 'select from api_keys where id = $1',
  webhook: 'select from webhooks where id = $1',
  customer: 'select from customers where id = $1',
  vendor: 'select from vendors where id = $1',
  sku: 'select from skus where id = $1',
  contract_price: 'select from contract_pricing where id = $1',
  sales_order: 'select from sales_orders where id = $1',
  purchase_order: 'select from purchase_orders where id = $1',
  return: 'select from returns where id = $1',
  shipment: 'select from shipments where id = $1',
  invoice: 'select from invoices where id = $1',
  customer_payment: 'select from customer_payments where id = $1',
  credit_memo: 'select from credit_memos where id = $1',
  dunning_letter: 'select from dunning_letters where id = $1',
  requisition: 'select from requisitions where id = $1',
  vendor_bill: 'select from vendor_bills where id = $1',
  vendor_payment: 'select from vendor_payments where id = $1',
  vendor_credit: 'select from vendor_credits where id = $1',
  period: 'select from accounting_periods where id = $1',
  manual_entry: 'select from manual_entries where id = $1',
  sales_tax_payment: 'select from sales_tax_payments where id = $1',
  wms: null,
  edi_partner: 'select from edi_partners where id = $1',
  edi_document: 'select from edi_documents where id = $1',
  intake_message: 'select from intake_messages where id = $1',
  setting: null,
  decision: null,
  incident: 'select from incident_notes where id = $1',
  message: 'select from outbox where id = $1',
} as const satisfies Record<AuditedEntity, string | null>

/**
 * Throws 404 if no record of this kind has the id, so that its related data is not returned as
 * empty. Soft-deleted records count as existing.
 */
export async function requireRecord(
  ctx: Context,
  entity: AuditedEntity,
  id: number,
): Promise<void> {
  const text = existsQueries[entity]
  if (text === null) {
    if (id === 1) return
    throw missing('That record')
  }
  const found = await rows(ctx.db, { name: `find_${entity}_of_audit`, text }, [id])
  if (found.length === 0) throw missing('That record')
}
