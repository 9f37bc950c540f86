import { unitCostText } from '#features/skus/server/valuation/valuation-rules.ts'
import { decimal } from '#platform/kernel/money.ts'
import { type Db, rows } from '#platform/server/database/db.ts'
import type { Move } from '../stock-movements.ts'
import type { DemoValues } from '../stock-values.ts'
import { insertRows } from './insert-rows.ts'
import { moveKeyOf } from './stock-movements.ts'

const insertMoveValues = {
  name: 'demo_stock_values',
  text: `insert into stock_values
           (sku_id, stock_move_id, source, source_id, event, posted_on, units, amount, created_at)
         select m.sku_id, m.id, d.source, d.id, d.event, d.day, m.on_hand_delta, t.amount,
                m.occurred_at
         from unnest($1::text[], $2::numeric[], $3::text[]) with ordinality
           as t (key, amount, zone, place)
         join stock_moves m on m.dedupe_key = t.key
         left join invoices i on m.ref_type = 'sales_order' and i.sales_order_id = m.ref_id
         left join receipts r on m.ref_type = 'purchase_order' and r.purchase_order_id = m.ref_id
           and r.created_at = m.occurred_at
         cross join lateral (
           select case m.ref_type
                    when 'sales_order' then 'invoice' when 'purchase_order' then 'receipt'
                    when 'return' then 'return' else 'stock_adjustment' end as source,
                  coalesce(i.id, r.id, m.ref_id) as id,
                  case when m.ref_type = 'sku' then m.dedupe_key
                    when m.kind = 'return' then 'receive-1'
                    when m.ref_type = 'return' then 'ship' else 'post' end as event,
                  coalesce(i.doc_date, r.received_on,
                           case m.ref_type when 'return' then m.occurred_at::date
                             else (m.occurred_at at time zone t.zone)::date end) as day
         ) d
         order by t.place`,
}

const insertBillValues = {
  name: 'demo_stock_values_of_bills',
  text: `insert into stock_values (sku_id, source, source_id, posted_on, amount, created_at)
         select s, 'vendor_bill', b.id, b.posted_on, a, b.created_at
         from unnest($1::int[], $2::int[], $3::numeric[]) with ordinality as t (i, s, a, place)
         join vendor_bills b on b.id = t.i
         order by t.place`,
}

const updateStocks = {
  name: 'demo_value_of_stocks',
  text: `update skus s set stock_value = t.value, average_cost = t.average
         from unnest($1::int[], $2::numeric[], $3::numeric[]) as t (id, value, average)
         where s.id = t.id`,
}

/** Customer returns re-enter inventory at the cost at which the goods were shipped. */
const postCustomerReturns = {
  name: 'demo_post_customer_returns',
  text: `with back as (
           select v.source_id as id, v.posted_on, min(v.created_at) as at, sum(v.amount) as amount
           from stock_values v where v.source = 'return' and v.event = 'receive-1'
           group by 1, 2
         ), entries as (
           insert into journal_entries
             (source, source_id, event, posted_on, period_id, memo, created_by, created_at)
           select 'return', r.id, 'receive-1', b.posted_on, 0,
                  'Goods of ' || r.return_number || ' came back', r.created_by, b.at
           from back b join returns r on r.id = b.id
           where b.amount > 0
           order by b.at, r.id
           returning id, source_id
         )
         insert into journal_lines (entry_id, account, debit, credit)
         select e.id, l.account, l.debit, l.credit
         from entries e
         join back b on b.id = e.source_id
         cross join lateral (
           values ('1200', b.amount, 0), ('5000', 0, b.amount)
         ) as l (account, debit, credit)
         order by e.id, l.account`,
}

/** Writes the value ledger of the movements, and the resulting value of each SKU's stock. */
export async function writeMoveValues(
  db: Db,
  { moves, values, timeZone }: { moves: readonly Move[]; values: DemoValues; timeZone: string },
): Promise<void> {
  const valued = [...values.moves]
  await insertRows(
    db,
    insertMoveValues,
    valued.map(([index, amount]) => {
      return [moveKeyOf(moves[index] as Move, index), decimal(amount), timeZone]
    }),
  )
  await insertRows(
    db,
    updateStocks,
    [...values.stocks].map(([id, { value, average }]) => {
      return [id, decimal(value), unitCostText(average)]
    }),
  )
  await rows(db, postCustomerReturns)
}

/** Writes the value ledger of bills that differed from their orders. */
export async function writeBillValues(db: Db, { bills }: DemoValues): Promise<void> {
  const changed = bills.filter(({ amount }) => amount !== 0)
  await insertRows(
    db,
    insertBillValues,
    changed.map(({ billId, skuId, amount }) => [billId, skuId, decimal(amount)]),
  )
}
