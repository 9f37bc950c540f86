import { businessZone } from '#features/settings/server/service.ts'
import { activeKeywords } from '#platform/server/lists/list-filter.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import type { Reference } from '#platform/server/records/references.ts'
import { skuList as declaredList } from '../contract.ts'
import { hiddenSkuFields } from '../rules.ts'

const cost = 's.cost'
const averageCost = 'round(s.average_cost, 2)'
const stockValue = 's.stock_value'
const noCost = 'null::text'
/** On hand less what orders have reserved and binding approvals hold. */
const available = '(s.current_stock - s.reserved - s.soft_reserved)'

const columnsWith = (
  costSql: string,
  averageSql: string,
  valueSql: string,
) => `s.id, s.sku, s.name, s.description, s.category,
  s.unit_of_measure as "unitOfMeasure", ${costSql} as cost,
  ${averageSql} as "averageCost", ${valueSql} as "stockValue", s.price,
  s.tier1_price as "tier1Price", s.tier2_price as "tier2Price", s.tier3_price as "tier3Price",
  s.minimum_stock as "minimumStock", s.current_stock as "currentStock", s.reserved,
  s.soft_reserved as "softReserved", ${available} as available, s.on_order as "onOrder",
  (select a.units from stock_adjustments a where a.sku_id = s.id and a.status = 'waiting')
    as "awaitingApproval",
  s.last_inventory_update as "lastInventoryUpdate", s.barcode, s.wms_location as "wmsLocation",
  s.is_active as "isActive", s.created_at as "createdAt", s.updated_at as "updatedAt", s.version`

const withCost: ListSpec = listSpec(declaredList, {
  columns: columnsWith(cost, averageCost, stockValue),
  from: 'skus s',
  where: 's.deleted_at is null',
  id: 's.id',
  kind: 'sku',
  zone: businessZone,
  fields: {
    id: 's.id',
    sku: {
      sort: 's.sku collate "und-x-icu"',
      filter: { sql: 'lower(s.sku)', isFolded: true },
    },
    name: { sort: 's.name collate "und-x-icu"', filter: 's.name' },
    category: {
      sort: { sql: 's.category collate "und-x-icu"', isNullable: true },
      filter: 's.category',
    },
    unitOfMeasure: 's.unit_of_measure',
    price: 's.price',
    minimumStock: 's.minimum_stock',
    currentStock: 's.current_stock',
    reserved: 's.reserved',
    available,
    onOrder: 's.on_order',
    wmsLocation: {
      sort: { sql: 's.wms_location', isNullable: true },
      filter: { sql: 'lower(s.wms_location)', isFolded: true },
    },
    isActive: 's.is_active',
    createdAt: 's.created_at',
    updatedAt: 's.updated_at',
    barcode: 's.barcode',
    tier1Price: 's.tier1_price',
    tier2Price: 's.tier2_price',
    tier3Price: 's.tier3_price',
    lastInventoryUpdate: 's.last_inventory_update',
    stock: { when: 'low', holds: 's.current_stock <= s.minimum_stock' },
    cost,
  },
  search: [{ partOf: 's.search_text' }, { shortCodeOf: 's.sku', within: 's.search_text' }],
  words: activeKeywords,
})

const { cost: _sort, ...sorts } = withCost.sorts
const { cost: _filter, ...filters } = withCost.filters
const withoutCost: ListSpec = {
  ...withCost,
  columns: columnsWith(noCost, noCost, noCost),
  sorts,
  filters,
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
  { noun: 'ring-fence', table: 'stock_ring_fences', column: 'sku_id' },
  { noun: 'return', table: 'return_items', column: 'sku_id', counts: 'distinct return_id' },
  {
    noun: 'requisition',
    table: 'requisition_items',
    column: 'sku_id',
    counts: 'distinct requisition_id',
  },
]
