-- A receipt that was typed wrong is taken back by a reversal, which says when, by whom and why.
create table receipt_reversals (
  id integer primary key generated always as identity,
  receipt_id integer not null,
  reversed_on date not null,
  reason text not null,
  created_by integer,
  created_at timestamp with time zone not null default now()
);
alter table receipt_reversals add constraint receipt_reversals_receipt_id_receipts_id_fk
  foreign key (receipt_id) references receipts (id);
alter table receipt_reversals add constraint receipt_reversals_created_by_users_id_fk
  foreign key (created_by) references users (id);
create unique index receipt_reversed_once on receipt_reversals using btree (receipt_id);
create trigger receipt_reversals_append_only before update or delete on receipt_reversals
  for each row execute function forbid_change();
comment on table receipt_reversals is 'Receipts that were taken back, with the reason. Append-only.';

-- A received order whose receipt is reversed is approved again.
create or replace view allowed_transitions as
select entity, from_status, to_status
from (values
  ('sales_order', '', 'pending'),
  ('sales_order', 'pending', 'processing'),
  ('sales_order', 'pending', 'cancelled'),
  ('sales_order', 'processing', 'shipped'),
  ('sales_order', 'processing', 'pending'),
  ('sales_order', 'processing', 'cancelled'),
  ('sales_order', 'shipped', 'delivered'),
  ('purchase_order', '', 'draft'),
  ('purchase_order', 'draft', 'submitted'),
  ('purchase_order', 'draft', 'cancelled'),
  ('purchase_order', 'submitted', 'draft'),
  ('purchase_order', 'submitted', 'approved'),
  ('purchase_order', 'submitted', 'cancelled'),
  ('purchase_order', 'approved', 'received'),
  ('purchase_order', 'received', 'approved'),
  ('purchase_order', 'approved', 'cancelled'),
  ('return', '', 'pending'),
  ('return', 'pending', 'approved'),
  ('return', 'pending', 'rejected'),
  ('return', 'pending', 'cancelled'),
  ('return', 'approved', 'received'),
  ('return', 'approved', 'shipped'),
  ('return', 'approved', 'cancelled'),
  ('return', 'received', 'completed'),
  ('return', 'shipped', 'completed')
) as step (entity, from_status, to_status);

-- A reversed receipt brought nothing, and owes nothing.
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
  select vendor_id, amount from vendor_credits where return_id is not null and voided_on is null
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

create or replace view inv_11_receipts as
select 'received without a receipt' as what, i.id, i.qty_received::text as have,
       coalesce(r.units, 0)::text as want
from purchase_order_items i
left join (
  select purchase_order_item_id, sum(quantity) as units from receipt_items
  where receipt_id not in (select receipt_id from receipt_reversals)
  group by 1
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
left join receipt_reversals v on v.receipt_id = r.id
left join (
  select e.source_id, sum(l.debit - l.credit) as amount
  from journal_entries e
  join journal_lines l on l.entry_id = e.id and l.account = '1200'
  where e.source = 'receipt'
  group by 1
) j on j.source_id = r.id
where case when v.id is null then r.amount else 0 end <> coalesce(j.amount, 0);
