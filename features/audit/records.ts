import { missing } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/db.ts'
import type { AuditedEntity } from './contract.ts'

/** Where the records of each kind are kept; null for what there is one of, under the id 1. */
const tables = {
  user: 'users',
  api_key: 'api_keys',
  customer: 'customers',
  vendor: 'vendors',
  sku: 'skus',
  contract_price: 'contract_pricing',
  sales_order: 'sales_orders',
  purchase_order: 'purchase_orders',
  return: 'returns',
  shipment: 'shipments',
  invoice: 'invoices',
  customer_payment: 'customer_payments',
  credit_memo: 'credit_memos',
  dunning_letter: 'dunning_letters',
  requisition: 'requisitions',
  vendor_bill: 'vendor_bills',
  vendor_payment: 'vendor_payments',
  vendor_credit: 'vendor_credits',
  period: 'accounting_periods',
  wms: null,
  edi_partner: 'edi_partners',
  edi_document: 'edi_documents',
  setting: null,
  incident: 'incident_notes',
} as const satisfies Record<AuditedEntity, string | null>

/**
 * Refuses an id that no record of a kind has, so that what belongs to it is not answered as empty.
 * A record that was deleted but is still kept is there.
 */
export async function demandRecord(ctx: Context, entity: AuditedEntity, id: number): Promise<void> {
  const table = tables[entity]
  if (table === null) {
    if (id === 1) return
    throw missing('That record')
  }
  const text = `select from ${table} where id = $1`
  const found = await rows(ctx.db, { name: `find_${entity}_of_audit`, text }, [id])
  if (found.length === 0) throw missing('That record')
}
