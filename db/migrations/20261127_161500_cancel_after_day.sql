-- Nodes of the version before may go on.
-- The day after which a customer no longer wants what has not left, and which such day was told.
alter table sales_orders add column cancel_after date;
alter table sales_orders add column cancel_after_told date;
create index sales_orders_cancel_after on sales_orders using btree (cancel_after)
  where cancel_after is not null and status in ('pending', 'processing');

-- Orders of an 850 kept it in their notes. A 31st of a short month is the day behind its end.
update sales_orders o
set cancel_after = d.day
from (
  select id, (m.parts[1] || '-01')::date + (m.parts[2]::int - 1) as day
  from sales_orders
  cross join lateral regexp_match(
    notes,
    '(?:^|\n)Cancel after ([12][0-9]{3}-(?:0[1-9]|1[0-2]))-(0[1-9]|[12][0-9]|3[01])(?:\n|$)'
  ) as m (parts)
  where order_source = 'edi' and status in ('pending', 'processing') and m.parts is not null
) d
where o.id = d.id;
