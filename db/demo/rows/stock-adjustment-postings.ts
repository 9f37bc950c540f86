import { type Db, rows } from '#platform/server/database/db.ts'

const postAdjustments = {
  name: 'demo_adjustment_entries',
  text: `with counts as materialized (
           select (m.occurred_at at time zone $1)::date as day, m.kind, m.reason, m.created_by,
                  min(m.occurred_at) as at, count(*) as moves, min(m.id) as first,
                  sum(v.amount) as worth
           from stock_moves m
           join stock_values v on v.stock_move_id = m.id
           where m.kind in ('adjust', 'wms_adjust')
           group by 1, 2, 3, 4
           having sum(v.amount) <> 0
         ), entries as (
           insert into journal_entries
             (source, source_id, event, posted_on, period_id, memo, created_by, created_at)
           select 'stock_adjustment', m.sku_id, m.dedupe_key, c.day, 0,
                  'Adjustment ' || case c.moves
                    when 1 then to_char(m.on_hand_delta, 'FMSG999G999') || ' of ' || s.sku
                    else 'of ' || c.moves || ' SKUs' end || ': ' || c.reason,
                  c.created_by, c.at
           from counts c
           join stock_moves m on m.id = c.first
           join skus s on s.id = m.sku_id
           order by c.at, c.first
           returning id, source_id, event
         )
         insert into journal_lines (entry_id, account, debit, credit)
         select e.id, l.account, l.debit, l.credit
         from entries e
         join stock_moves m on m.sku_id = e.source_id and m.dedupe_key = e.event
         join counts c on c.first = m.id
         cross join lateral (
           values ('1200', greatest(c.worth, 0), greatest(-c.worth, 0)),
                  ('3000', greatest(-c.worth, 0), greatest(c.worth, 0))
         ) as l (account, debit, credit)
         order by e.id, l.account`,
}

/**
 * Posts the inventory counts of the history, one journal entry per day in the given time zone. All
 * go to opening equity: the warehouse is bringing in stock the business already had.
 */
export async function writeAdjustments(db: Db, timeZone: string): Promise<void> {
  await rows(db, postAdjustments, [timeZone])
}
