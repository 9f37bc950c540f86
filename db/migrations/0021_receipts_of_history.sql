-- Goods that arrived before receipts were kept: one receipt for what was booked in one moment, from
-- the stock ledger; for an order by its total alone from its history.
insert into receipts (purchase_order_id, receipt_no, received_on, amount, created_by, created_at)
select order_id, row_number() over (partition by order_id order by at),
       (at at time zone z.zone)::date, amount, by, at
from (
  select m.ref_id as order_id, m.occurred_at as at, max(m.created_by) as by,
         sum(m.on_hand_delta * i.unit_price) as amount
  from stock_moves m
  join purchase_order_items i on i.purchase_order_id = m.ref_id and i.line_no = m.ref_line
  where m.ref_type = 'purchase_order' and m.kind = 'receive'
  group by m.ref_id, m.occurred_at
  union all
  select o.id, a.at, a.actor_id, 0
  from purchase_orders o
  join audit_log a on a.entity = 'purchase_order' and a.entity_id = o.id
  where o.header_only and a.action = 'receive' and a.to_status = 'received'
) as arrivals
cross join (
  select coalesce((select value #>> '{}' from settings where name = 'businessTimeZone'),
                  'America/New_York') as zone
) as z;

insert into receipt_items (receipt_id, purchase_order_item_id, quantity, amount)
select r.id, i.id, sum(m.on_hand_delta), sum(m.on_hand_delta) * i.unit_price
from receipts r
join stock_moves m on m.ref_type = 'purchase_order' and m.kind = 'receive'
                  and m.ref_id = r.purchase_order_id and m.occurred_at = r.created_at
join purchase_order_items i on i.purchase_order_id = m.ref_id and i.line_no = m.ref_line
group by r.id, i.id;

insert into journal_entries (source, source_id, posted_on, period_id, memo, created_by)
select 'receipt', r.id, r.received_on, 0, 'Receipt ' || o.order_number || '/' || r.receipt_no,
       r.created_by
from receipts r
join purchase_orders o on o.id = r.purchase_order_id
where r.amount > 0
order by r.id;

insert into journal_lines (entry_id, account, vendor_id, debit, credit)
select e.id, l.account, l.vendor_id, l.debit, l.credit
from journal_entries e
join receipts r on e.source = 'receipt' and r.id = e.source_id
join purchase_orders o on o.id = r.purchase_order_id
cross join lateral (
  values ('1200', null::int, r.amount, 0), ('2050', o.vendor_id, 0, r.amount)
) as l (account, vendor_id, debit, credit)
order by e.id;

-- A line that brought more than was ordered has nothing on order, not less than nothing.
create or replace view inv_02_on_order as
with open_lines as (
  select i.sku_id, sum(greatest(0, i.quantity - i.qty_received - i.qty_cancelled)) as open
  from purchase_order_items i
  join purchase_orders o on o.id = i.purchase_order_id
  where o.status = 'approved'
  group by i.sku_id
)
select 'on order' as what, s.id, s.on_order::text as have, coalesce(l.open, 0)::text as want
from skus s
left join open_lines l on l.sku_id = s.id
where s.on_order <> coalesce(l.open, 0);

-- What a line has received is what its receipts brought, and a receipt is worth its lines.
create view inv_11_receipts as
select 'received without a receipt' as what, i.id, i.qty_received::text as have,
       coalesce(r.units, 0)::text as want
from purchase_order_items i
left join (
  select purchase_order_item_id, sum(quantity) as units from receipt_items group by 1
) r on r.purchase_order_item_id = i.id
where i.qty_received <> coalesce(r.units, 0)
union all
select 'receipt that is not its lines', r.id, r.amount::text, coalesce(t.amount, 0)::text
from receipts r
left join (
  select receipt_id, sum(amount) as amount from receipt_items group by 1
) t on t.receipt_id = r.id
where r.amount <> coalesce(t.amount, 0)
union all
select 'receipt that was not posted', r.id, r.amount::text, coalesce(j.amount, 0)::text
from receipts r
left join (
  select e.source_id, sum(l.debit - l.credit) as amount
  from journal_entries e
  join journal_lines l on l.entry_id = e.id and l.account = '1200'
  where e.source = 'receipt'
  group by 1
) j on j.source_id = r.id
where r.amount <> coalesce(j.amount, 0);

create trigger receipts_append_only before update or delete on receipts
  for each row execute function forbid_change();
create trigger receipt_items_append_only before update or delete on receipt_items
  for each row execute function forbid_change();

comment on table receipts is 'Goods of a purchase order that arrived together. Append-only.';
comment on table receipt_items is 'Units of one line that a receipt brought. Append-only.';
comment on view inv_11_receipts is 'Received quantities and values are those of receipts.';
