import { businessZone } from '#features/settings/server/service.ts'
import { activeKeywords } from '#platform/server/lists/list-filter.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import type { SortField } from '#platform/server/lists/list-order.ts'
import type { Reference } from '#platform/server/records/references.ts'
import { hiddenSkuFields } from '../rules.ts'

const cost = 's.cost'
const averageCost = 'round(s.average_cost, 2)'
const stockValue = 's.stock_value'
const noCost = 'null::text'

const columnsWith = (
  costSql: string,
  averageSql: string,
  valueSql: string,
) => `s.id, s.sku, s.name, s.description, s.category,
  s.unit_of_measure as "unitOfMeasure", ${costSql} as cost,
  ${averageSql} as "averageCost", ${valueSql} as "stockValue", s.price,
  s.tier1_price as "tier1Price", s.tier2_price as "tier2Price", s.tier3_price as "tier3Price",
  s.minimum_stock as "minimumStock", s.current_stock as "currentStock", s.reserved,
  (s.current_stock - s.reserved) as available, s.on_order as "onOrder",
  (select a.units from stock_adjustments a where a.sku_id = s.id and a.status = 'waiting')
    as "awaitingApproval",
  s.last_inventory_update as "lastInventoryUpdate", s.barcode, s.wms_location as "wmsLocation",
  s.is_active as "isActive", s.created_at as "createdAt", s.updated_at as "updatedAt", s.version`

const sorts: Record<string, SortField> = {
  id: { sql: 's.id' },
  sku: { sql: 's.sku collate "und-x-icu"' },
  name: { sql: 's.name collate "und-x-icu"' },
  category: { sql: 's.category collate "und-x-icu"', isNullable: true },
  unitOfMeasure: { sql: 's.unit_of_measure' },
  price: { sql: 's.price' },
  minimumStock: { sql: 's.minimum_stock' },
  currentStock: { sql: 's.current_stock' },
  reserved: { sql: 's.reserved' },
  available: { sql: '(s.current_stock - s.reserved)' },
  onOrder: { sql: 's.on_order' },
  wmsLocation: { sql: 's.wms_location', isNullable: true },
  isActive: { sql: 's.is_active' },
  createdAt: { sql: 's.created_at' },
  updatedAt: { sql: 's.updated_at' },
}

const withoutCost: ListSpec = {
  columns: columnsWith(noCost, noCost, noCost),
  from: 'skus s',
  where: 's.deleted_at is null',
  id: 's.id',
  kind: 'sku',
  sorts,
  defaultSort: 'sku',
  search: [{ partOf: 's.search_text' }],
  words: activeKeywords,
  filters: {
    sku: { sql: 'lower(s.sku)', type: 'text', isFolded: true },
    name: { sql: 's.name', type: 'text' },
    barcode: { sql: 's.barcode', type: 'text' },
    isActive: { sql: 's.is_active', type: 'boolean' },
    id: { sql: 's.id', type: 'int' },
    tier1Price: { sql: 's.tier1_price', type: 'numeric' },
    tier2Price: { sql: 's.tier2_price', type: 'numeric' },
    tier3Price: { sql: 's.tier3_price', type: 'numeric' },
    reserved: { sql: 's.reserved', type: 'int' },
    onOrder: { sql: 's.on_order', type: 'int' },
    lastInventoryUpdate: { moment: 's.last_inventory_update', zone: businessZone },
    createdAt: { moment: 's.created_at', zone: businessZone },
    updatedAt: { moment: 's.updated_at', zone: businessZone },
    category: { sql: 's.category', type: 'text' },
    unitOfMeasure: { sql: 's.unit_of_measure', type: 'text' },
    wmsLocation: { sql: 'lower(s.wms_location)', type: 'text', isFolded: true },
    price: { sql: 's.price', type: 'numeric' },
    currentStock: { sql: 's.current_stock', type: 'int' },
    minimumStock: { sql: 's.minimum_stock', type: 'int' },
    stock: { when: 'low', holds: 's.current_stock <= s.minimum_stock' },
  },
}

const withCost: ListSpec = {
  ...withoutCost,
  columns: columnsWith(cost, averageCost, stockValue),
  sorts: { ...sorts, cost: { sql: cost } },
  filters: { ...withoutCost.filters, cost: { sql: cost, type: 'numeric' } },
}

/** The SKU list; without `cost`, also as a sort field, for roles that may not read it. */
export function skuList(ctx: Context): ListSpec {
  return hiddenSkuFields(ctx.user).includes('cost') ? withoutCost : withCost
}

export const readCategories = {
  name: 'read_sku_categories',
  text: `select category from (
           select distinct category from skus where deleted_at is null and category is not null
         ) as found
         order by category collate "und-x-icu"`,
}

/** The columns that `sort=relevance` ranks by. */
export const ranked = { codes: ['s.sku', 's.barcode'], name: 's.name' } as const

/** References that prevent a SKU from being deleted. */
export const references: Reference[] = [
  {
    noun: 'order',
    table: 'sales_order_items',
    column: 'sku_id',
    counts: 'distinct sales_order_id',
  },
  {
    noun: 'purchase order',
    table: 'purchase_order_items',
    column: 'sku_id',
    counts: 'distinct purchase_order_id',
  },
  { noun: 'contract price', table: 'contract_pricing', column: 'sku_id' },
  { noun: 'return', table: 'return_items', column: 'sku_id', counts: 'distinct return_id' },
  {
    noun: 'requisition',
    table: 'requisition_items',
    column: 'sku_id',
    counts: 'distinct requisition_id',
  },
]

/** Decimal amounts, as text. */
export const amounts = [
  'cost',
  'averageCost',
  'stockValue',
  'price',
  'tier1Price',
  'tier2Price',
  'tier3Price',
]
