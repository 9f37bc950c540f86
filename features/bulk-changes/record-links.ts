import type { AuditedEntity } from '#features/audit/audited-entities.ts'
import { linkOfRecord } from '#features/audit/record-links.ts'
import type { BulkChangeRow } from './contract.ts'
import type { ChangedTable } from './rules.ts'

/** What opens the records of each table; stock counts and planned prices open their SKU. */
const entities: Partial<Record<ChangedTable, AuditedEntity>> = {
  customers: 'customer',
  vendors: 'vendor',
  skus: 'sku',
  sku_prices: 'sku',
  stock_adjustments: 'sku',
  purchase_orders: 'purchase_order',
  sales_orders: 'sales_order',
  returns: 'return',
  vendor_bills: 'vendor_bill',
  vendor_payments: 'vendor_payment',
}

/** The address that opens the record of a row; undefined if no screen does. */
export function linkOfRow(
  table: ChangedTable,
  { id, record }: Pick<BulkChangeRow, 'id' | 'record'>,
): string | undefined {
  const entity = entities[table]
  return entity && linkOfRecord({ entity, entityId: id, record })
}
