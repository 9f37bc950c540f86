import type { Context } from '#platform/server/database/db.ts'
import { type ListSpec, readList } from '#platform/server/lists/list.ts'
import type { StockLevel, StockQuery } from '../../contract.ts'

/** The stock of every SKU, without its prices and texts. */
const stockList: ListSpec = {
  columns: `s.id, s.sku, s.name, s.unit_of_measure as "unitOfMeasure",
    s.current_stock as "currentStock", s.reserved, (s.current_stock - s.reserved) as available,
    s.on_order as "onOrder", s.minimum_stock as "minimumStock", s.wms_location as "wmsLocation",
    s.last_inventory_update as "lastInventoryUpdate", s.is_active as "isActive",
    s.updated_at as "updatedAt"`,
  from: 'skus s',
  where: 's.deleted_at is null',
  id: 's.id',
  kind: 'sku',
  sorts: {
    id: { sql: 's.id' },
    sku: { sql: 's.sku collate "und-x-icu"' },
    currentStock: { sql: 's.current_stock' },
    available: { sql: '(s.current_stock - s.reserved)' },
  },
  defaultSort: 'sku',
  search: [{ partOf: 's.search_text' }],
  filters: {
    id: { sql: 's.id', type: 'int' },
    sku: { sql: 'lower(s.sku)', type: 'text', isFolded: true },
    isActive: { sql: 's.is_active', type: 'boolean' },
    stock: { when: 'low', holds: 's.current_stock <= s.minimum_stock' },
  },
}

/** A page of the stock of all SKUs, or all of them if no limit is given. */
export function listStock(ctx: Context, query: StockQuery) {
  return readList<StockLevel>(ctx.db, stockList, query)
}
