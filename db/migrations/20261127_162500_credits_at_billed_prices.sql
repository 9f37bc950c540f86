-- Nodes of the version before stop writing.
-- A credit for goods that went back is what was billed for them, less the early discount that was
-- taken: what it takes off account 2050 is their price by the order, which may be another amount.
alter table vendor_credits add column goods_amount numeric(12, 2);
alter table vendor_credits add column discount_amount numeric(12, 2) not null default 0;
alter table vendor_credits add constraint vendor_credit_goods_of_return
  check (goods_amount is null or (return_id is not null and goods_amount >= 0));
alter table vendor_credits add constraint vendor_credit_discount_of_goods
  check (discount_amount >= 0 and (discount_amount = 0 or goods_amount is not null));

create or replace view goods_not_billed_changes as
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
select r.purchase_order_id, c.vendor_id, d.posted_on, 'credited',
       d.sign * coalesce(c.goods_amount, c.amount)
from vendor_credits c
join returns r on r.id = c.return_id
cross join lateral (values (c.posted_on, 1), (c.voided_on, -1)) d (posted_on, sign)
where d.posted_on is not null;

create or replace view inv_07_goods_not_billed as
with documents as (
  select o.vendor_id, r.amount
  from receipts r
  join purchase_orders o on o.id = r.purchase_order_id
  where not exists (select from receipt_reversals v where v.receipt_id = r.id)
  union all
  select b.vendor_id, -l.quantity * i.unit_price
  from vendor_bills b
  join vendor_bill_lines l on l.vendor_bill_id = b.id
  join purchase_order_items i on i.id = l.purchase_order_item_id
  where b.status = 'posted'
  union all
  select vendor_id, -total_amount from returns
  where type = 'rtv' and status in ('shipped', 'completed')
  union all
  select vendor_id, coalesce(goods_amount, amount) from vendor_credits
  where return_id is not null and voided_on is null
), owed as (
  select vendor_id, sum(amount) as amount from documents group by 1
), ledger as (
  select vendor_id, sum(credit - debit) as amount
  from journal_lines where account = '2050' group by 1
)
select 'goods of a vendor that are not billed' as what, v.id,
       coalesce(l.amount, 0)::text as have, coalesce(o.amount, 0)::text as want
from vendors v
left join owed o on o.vendor_id = v.id
left join ledger l on l.vendor_id = v.id
where coalesce(l.amount, 0) <> coalesce(o.amount, 0);
