ALTER TABLE "vendor_credits" ALTER COLUMN "return_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "vendor_credits" ADD COLUMN "reason" text;
--> statement-breakpoint
ALTER TABLE "vendor_credits" ADD COLUMN "account" text;
--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_credit_number_taken" ON "vendor_credits" USING btree ("vendor_id",lower(credit_number));
--> statement-breakpoint
ALTER TABLE "vendor_credits" ADD CONSTRAINT "vendor_credit_has_its_account" CHECK ((return_id is null) = (account is not null)
        and (account is null or reason is not null)
        and (account is null
          or account in ('priceVariance', 'inventory', 'costOfGoods', 'scrap')));
--> statement-breakpoint
-- Only credits for goods that went back are of goods that were received and not billed.
create or replace view inv_07_goods_not_billed as
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
  select vendor_id, amount from vendor_credits where return_id is not null
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
