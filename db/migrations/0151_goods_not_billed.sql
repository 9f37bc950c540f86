-- Nodes of the version before may go on.
-- What each document did to account 2050, by purchase order and day: receipts and credits for
-- returns add to it, bills and goods that go back take from it. Goods that went back without an
-- order have none. Their sum on a day is the account on that day.
create view goods_not_billed_changes as
select r.purchase_order_id, o.vendor_id, r.received_on as posted_on, 'received' as kind, r.amount
from receipts r
join purchase_orders o on o.id = r.purchase_order_id
where r.amount <> 0
union all
select r.purchase_order_id, o.vendor_id, greatest(v.reversed_on, r.received_on), 'received',
       -r.amount
from receipt_reversals v
join receipts r on r.id = v.receipt_id
join purchase_orders o on o.id = r.purchase_order_id
where r.amount <> 0
union all
select i.purchase_order_id, b.vendor_id, d.posted_on, 'billed', d.sign * l.quantity * i.unit_price
from vendor_bills b
join vendor_bill_lines l on l.vendor_bill_id = b.id
join purchase_order_items i on i.id = l.purchase_order_item_id
cross join lateral (values (b.posted_on, -1), (b.voided_on, 1)) d (posted_on, sign)
where b.posted_on is not null and d.posted_on is not null
union all
select r.purchase_order_id, r.vendor_id, e.posted_on, 'returned', -r.total_amount
from returns r
join journal_entries e on e.source = 'return' and e.source_id = r.id and e.event = 'ship'
where r.type = 'rtv' and r.status in ('shipped', 'completed')
union all
select r.purchase_order_id, c.vendor_id, d.posted_on, 'credited', d.sign * c.amount
from vendor_credits c
join returns r on r.id = c.return_id
cross join lateral (values (c.posted_on, 1), (c.voided_on, -1)) d (posted_on, sign)
where d.posted_on is not null;

create view inv_07_goods_not_billed_days as
with told as (
  select vendor_id, posted_on, sum(amount) as amount from goods_not_billed_changes group by 1, 2
), booked as (
  select l.vendor_id, e.posted_on, sum(l.credit - l.debit) as amount
  from journal_lines l join journal_entries e on e.id = l.entry_id
  where l.account = '2050'
  group by 1, 2
)
select 'goods of a vendor not billed, on a day' as what, coalesce(t.vendor_id, b.vendor_id) as id,
       concat_ws(' ', b.posted_on, coalesce(b.amount, 0)) as have,
       concat_ws(' ', t.posted_on, coalesce(t.amount, 0)) as want
from told t
full join booked b on b.vendor_id = t.vendor_id and b.posted_on = t.posted_on
where coalesce(t.amount, 0) <> coalesce(b.amount, 0);

comment on view goods_not_billed_changes is
  'What each document did to account 2050, by purchase order and day.';
comment on view inv_07_goods_not_billed_days is
  'Goods received and not billed are what documents say, on every day.';
