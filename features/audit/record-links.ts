import type { HistoryEntry } from './contract.ts'
import type { EventEntity } from './audited-entities.ts'

/** The screen that opens a record of each kind, by its number or by its id. */
const screens: Partial<Record<EventEntity, { path: string; by?: 'id' }>> = {
  customer: { path: '/customers?' },
  vendor: { path: '/vendors?' },
  sku: { path: '/skus?' },
  sales_order: { path: '/sales-orders?' },
  purchase_order: { path: '/purchase-orders?' },
  return: { path: '/returns?' },
  requisition: { path: '/requisitions?' },
  intake_message: { path: '/intake?', by: 'id' },
  invoice: { path: '/ar-reports?tab=invoices&' },
  customer_payment: { path: '/ar-reports?tab=payments&' },
  credit_memo: { path: '/ar-reports?tab=memos&' },
  refund: { path: '/ar-reports?tab=refunds&' },
  dunning_letter: { path: '/ar-reports?tab=reminders&' },
  vendor_bill: { path: '/ap-reports?tab=bills&', by: 'id' },
  vendor_payment: { path: '/ap-reports?tab=payments&', by: 'id' },
  vendor_credit: { path: '/ap-reports?tab=credits&', by: 'id' },
  manual_entry: { path: '/journal?tab=manual&', by: 'id' },
  sales_tax_payment: { path: '/journal?tab=tax-payments&', by: 'id' },
}

/** A record by its kind, its id, and its number or code; null if it no longer exists. */
type LinkedRecord = { entity: EventEntity; entityId: number; record: string | null }

/** The address that opens a record; undefined if no screen does. */
export function linkOfRecord({ entity, entityId, record }: LinkedRecord): string | undefined {
  const screen = screens[entity]
  if (!screen || record === null) return undefined
  const code = screen.by === 'id' ? String(entityId) : record
  return `${screen.path}open=${encodeURIComponent(code)}`
}

/** The number or code of the record; its id if it has none, and nothing for singletons. */
export function recordText({
  entity,
  entityId,
  record,
}: Pick<HistoryEntry, 'entity' | 'entityId' | 'record'>): string {
  if (entity === 'setting' || entity === 'wms' || entity === 'decision') return ''
  return record ?? `#${entityId}`
}
