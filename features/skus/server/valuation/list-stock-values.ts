import { asOfDay } from '#features/settings/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import type { Context } from '#platform/server/database/db.ts'
import { readSums, sumSpecOf } from '#platform/server/lists/list-sums.ts'
import { type ListSpec, readList } from '#platform/server/lists/list.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import {
  type SkuStockValue,
  skuStockValueList,
  type SkuStockValueQuery,
  type SkuStockValueSumsQuery,
} from '../../contract.ts'

// What was posted to account 1200 up to the day `$1`, by SKU.
const values = `(
    select coalesce(s.id, 0) as id, s.sku,
           coalesce(s.name, 'Before stock was valued by SKU') as name,
           coalesce(s.category, 'None') as category, b.units, b.amount
    from (
      select sku_id, sum(units)::int as units, sum(amount) as amount
      from stock_values where posted_on <= $1::date
      group by sku_id having sum(units) <> 0 or sum(amount) <> 0
    ) b
    left join skus s on s.id = b.sku_id
  ) v`

const valueList = listSpec(skuStockValueList, {
  columns: `v.id, v.sku, v.name, v.category, v.units as "onHand",
    v.amount::numeric(16, 2) as value`,
  from: values,
  isComputed: true,
  where: 'true',
  id: 'v.id',
  fields: { id: 'v.id', category: 'v.category', onHand: 'v.units', value: 'v.amount' },
  search: ['v.sku', 'v.name'],
})

const summed = sumSpecOf(skuStockValueList, valueList, { amount: 'v.amount' })

/** The stock value of every SKU at the end of a day, the largest first. */
export async function listStockValues(ctx: Context, { asOf, ...query }: SkuStockValueQuery) {
  return readList<SkuStockValue>(ctx.db, await valuesOn(ctx, asOf), query)
}

/** The number of these SKUs and their stock value, also by category. */
export async function sumStockValues(ctx: Context, { asOf, ...query }: SkuStockValueSumsQuery) {
  return readSums(ctx.db, await valuesOn(ctx, asOf), summed, query)
}

async function valuesOn(ctx: Context, asOf: Day | undefined): Promise<ListSpec> {
  const { day } = await asOfDay(ctx, asOf)
  return { ...valueList, values: [day] }
}
