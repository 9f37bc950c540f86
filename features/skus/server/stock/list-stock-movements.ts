import type { Context } from '#platform/server/database/db.ts'
import { readList } from '#platform/server/lists/list.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { type StockMove, stockMoveList, type StockMoveQuery } from '../../contract.ts'
import { readSku } from '../service.ts'

// The running total covers all movements of the SKU, before filters apply.
const from = `(
    select b.*, sum(b.on_hand_delta) over (order by b.id) as on_hand_after
    from stock_moves b where b.sku_id = $1
  ) m
  left join sales_orders o on m.ref_type = 'sales_order' and o.id = m.ref_id
  left join purchase_orders p on m.ref_type = 'purchase_order' and p.id = m.ref_id
  left join returns r on m.ref_type = 'return' and r.id = m.ref_id
  left join users u on u.id = m.created_by`

const moveList = listSpec(stockMoveList, {
  columns: `m.id, m.kind, m.on_hand_delta as "onHandDelta", m.reserved_delta as "reservedDelta",
    m.on_order_delta as "onOrderDelta", m.on_hand_after as "onHandAfter", m.ref_type as "refType",
    m.ref_id as "refId", coalesce(o.order_number, p.order_number, r.return_number) as document,
    m.reason, m.occurred_at as "occurredAt", coalesce(u.username, 'system') as by`,
  from,
  where: 'true',
  id: 'm.id',
  fields: { id: 'm.id', kind: 'm.kind' },
  search: ['o.order_number', 'p.order_number', 'r.return_number', 'm.reason', 'u.username'],
})

/** The stock movements of a SKU, newest first, each with the stock on hand after it. */
export async function listStockMoves(ctx: Context, id: number, query: StockMoveQuery) {
  const sku = await readSku(ctx, id)
  return readList<StockMove>(ctx.db, { ...moveList, values: [sku.id] }, query)
}
