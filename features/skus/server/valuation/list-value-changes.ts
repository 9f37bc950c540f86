import type { Context } from '#platform/server/database/db.ts'
import { readList } from '#platform/server/lists/list.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { type StockValueChange, stockValueList, type StockValueQuery } from '../../contract.ts'
import { readSku } from '../service.ts'

// The running totals cover all changes of the SKU, before filters apply.
const from = `(
    select b.*, sum(b.units) over own as units_after, sum(b.amount) over own as value_after
    from stock_values b where b.sku_id = $1
    window own as (order by b.posted_on, b.id)
  ) v
  left join journal_entries e
    on e.source = v.source and e.source_id = v.source_id and e.event = v.event`

const changeList = listSpec(stockValueList, {
  columns: `v.id, v.posted_on as "postedOn", e.id as "entryId", e.memo, v.units, v.amount,
    v.units_after as "unitsAfter", v.value_after as "valueAfter"`,
  from,
  where: 'true',
  id: 'v.id',
  fields: { postedOn: 'v.posted_on' },
  search: ['e.memo'],
})

/**
 * The documents that changed the value of a SKU's stock, the latest posting day first, each with
 * the value after it. Throws 404 if the SKU is missing or deleted.
 */
export async function listStockValueChanges(ctx: Context, id: number, query: StockValueQuery) {
  const sku = await readSku(ctx, id)
  return readList<StockValueChange>(ctx.db, { ...changeList, values: [sku.id] }, query)
}
