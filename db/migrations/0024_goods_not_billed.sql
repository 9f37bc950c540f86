-- What the ledger says was received and is not billed is what receipts, bills and goods that went
-- back to the vendor say.
create view inv_07_goods_not_billed as
with documents as (
  select o.vendor_id, r.amount
  from receipts r
  join purchase_orders o on o.id = r.purchase_order_id
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
  select vendor_id, amount from vendor_credits
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

comment on view inv_07_goods_not_billed is 'Goods received and not billed are what documents say.';
