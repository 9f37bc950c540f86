-- Stock that was typed, counted, found or lost before it was posted: one entry for all of it, at what
-- the SKUs cost now. It is of today, or of the day after the last month that is closed.
with adjusted as (
  select min(m.sku_id) as sku_id, count(distinct m.sku_id) as skus,
         sum(m.on_hand_delta * s.cost) as worth
  from stock_moves m
  join skus s on s.id = m.sku_id
  where m.kind in ('adjust', 'wms_adjust') and s.cost > 0
  having sum(m.on_hand_delta * s.cost) <> 0 and abs(sum(m.on_hand_delta * s.cost)) < 10000000000
), entries as (
  insert into journal_entries (source, source_id, event, posted_on, period_id, memo)
  select 'stock_adjustment', a.sku_id, 'before adjustments were posted',
         greatest(current_date, (
           select to_date(max(id)::text, 'YYYYMM') + interval '1 month' from accounting_periods
           where status = 'closed'
         )::date), 0, 'Adjustment of ' || a.skus || ' SKUs: before adjustments were posted'
  from adjusted a
  returning id
)
insert into journal_lines (entry_id, account, debit, credit)
select e.id, l.account, l.debit, l.credit
from entries e
cross join adjusted a
cross join lateral (
  values ('1200', greatest(a.worth, 0), greatest(-a.worth, 0)),
         ('5200', greatest(-a.worth, 0), greatest(a.worth, 0))
) as l (account, debit, credit)
order by l.account;
