-- Nodes of the version before stop writing.
-- An incorrect receipt of customer goods is reversed once, with its reason. Each line keeps the plan
-- from before its receipts, and the posted cost of its units, so that both can be restored.
alter table return_items add column planned_condition text;
alter table return_items add column planned_disposition text;
alter table return_items add column cost_amount numeric(14,2);
alter table return_receipt_items add column cost_amount numeric(14,2);
create table return_receipt_reversals (
  id integer generated always as identity not null,
  return_receipt_id integer not null,
  reversed_on date not null,
  reason text not null,
  created_by integer,
  created_at timestamp with time zone default now() not null,
  constraint return_receipt_reversals_pkey primary key (id)
);
alter table return_receipt_items add constraint return_receipt_cost_of_final_units
  check (cost_amount is null or disposition in ('restock', 'scrap'));
create unique index return_receipt_reversed_once on return_receipt_reversals (return_receipt_id);
alter table return_receipt_reversals add constraint return_receipt_reversals_created_by_users_id_fk
  foreign key (created_by) references users(id);
alter table return_receipt_reversals
  add constraint return_receipt_reversals_return_receipt_id_return_receipts_id_f
  foreign key (return_receipt_id) references return_receipts(id);
create trigger return_receipt_reversals_append_only before update or delete
  on return_receipt_reversals for each row execute function forbid_change();
comment on table return_receipt_reversals is
  'Receipts of customer goods that were reversed, with the reason. Append-only.';

-- What is planned for lines that have not arrived; what was planned for others is not known.
update return_items set planned_condition = condition, planned_disposition = disposition
where qty_received = 0;

-- A received return whose receipt is reversed is approved again.
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
  ('return', 'received', 'approved'),
  ('return', 'received', 'completed'),
  ('return', 'completed', 'received'),
  ('return', 'shipped', 'completed')
) as step (entity, from_status, to_status);

-- Units of a reversed receipt have not arrived, and are neither in stock nor meant for a vendor.
create or replace view inv_10_return_receipts as
with received as (
  select t.return_item_id, t.quantity, t.disposition, r.return_id
  from return_receipt_items t
  join return_receipts r on r.id = t.return_receipt_id
  where not exists (select from return_receipt_reversals v where v.return_receipt_id = r.id)
), arrived as (
  select i.id, i.qty_received, coalesce(sum(t.quantity), 0) as units,
         coalesce(sum(t.quantity) filter (where t.disposition = 'vendor'), 0) as meant
  from return_items i
  left join received t on t.return_item_id = i.id
  group by i.id
), sent as (
  select s.source_item_id as id, sum(s.quantity) as units
  from return_items s
  join returns v on v.id = s.return_id and v.status not in ('rejected', 'cancelled')
  where s.source_item_id is not null
  group by s.source_item_id
), restocked as (
  select return_id as id, sum(quantity) as units
  from received where disposition = 'restock'
  group by return_id
), moved as (
  select ref_id as id, sum(on_hand_delta) as units
  from stock_moves where ref_type = 'return' and kind = 'return'
  group by ref_id
)
select 'arrived without a receipt' as what, id, qty_received::text as have, units::text as want
from arrived where qty_received <> units
union all
select 'sent to a vendor more than was meant', a.id, s.units::text, a.meant::text
from arrived a join sent s on s.id = a.id
where s.units > a.meant
union all
select 'on hand more than was restocked', m.id, m.units::text, coalesce(k.units, 0)::text
from moved m left join restocked k on k.id = m.id
where m.units > coalesce(k.units, 0)
union all
select 'open goods of a return that is over', r.id, r.status, 'none open'
from returns r
where r.type = 'rma' and r.status in ('received', 'completed')
  and exists (
    select from return_items i
    where i.return_id = r.id and i.qty_received + i.qty_cancelled < i.quantity)
union all
select 'a replacement for another customer', r.id, o.customer_id::text, r.customer_id::text
from returns r join sales_orders o on o.id = r.replacement_order_id
where o.customer_id <> r.customer_id;
