import type { Context } from '#platform/server/database/db.ts'
import { readList } from '#platform/server/lists/list.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { type StockLevel, stockLevelList, type StockQuery } from '../../contract.ts'

const available = '(s.current_stock - s.reserved - s.soft_reserved)'

/** The stock of every SKU, without its prices and texts. */
const stockList = listSpec(stockLevelList, {
  columns: `s.id, s.sku, s.name, s.unit_of_measure as "unitOfMeasure",
    s.current_stock as "currentStock", s.reserved, s.soft_reserved as "softReserved",
    ${available} as available,
    s.on_order as "onOrder", s.minimum_stock as "minimumStock", s.wms_location as "wmsLocation",
    s.last_inventory_update as "lastInventoryUpdate", s.is_active as "isActive",
    s.updated_at as "updatedAt"`,
  from: 'skus s',
  where: 's.deleted_at is null',
  id: 's.id',
  kind: 'sku',
  fields: {
    id: 's.id',
    sku: { sort: 's.sku collate "und-x-icu"', filter: { sql: 'lower(s.sku)', isFolded: true } },
    currentStock: 's.current_stock',
    available,
    isActive: { sql: 's.is_active', type: 'boolean' },
    stock: { when: 'low', holds: 's.current_stock <= s.minimum_stock' },
  },
  search: [{ partOf: 's.search_text' }],
})

/** A page of the stock of all SKUs, or all of them if no limit is given. */
export function listStock(ctx: Context, query: StockQuery) {
  return readList<StockLevel>(ctx.db, stockList, query)
}
