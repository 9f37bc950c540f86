-- Nodes of the version before may go on.
create table decision_receipts (
  id integer generated always as identity not null,
  kind text not null,
  sales_order_id integer,
  actor_id integer,
  api_key_id integer,
  channel text not null,
  decided_at timestamp with time zone default now() not null,
  canonical text not null,
  sha256 bytea not null,
  constraint decision_receipts_pkey primary key (id),
  constraint decision_receipt_hash_length check ((octet_length(sha256) = 32)),
  constraint decision_receipt_kind_known check ((kind = any (array['validate'::text, 'create'::text, 'amend'::text, 'hold'::text, 'release'::text])))
);
create index decision_receipts_of_order on decision_receipts (sales_order_id, id) where (sales_order_id is not null);
create index decision_receipts_to_delete on decision_receipts (decided_at) where (sales_order_id is null);

-- A receipt never changes. Those without an order are deleted when they are old.
create trigger decision_receipts_unchanged before update on decision_receipts
  for each row execute function forbid_change();
create trigger decision_receipts_of_orders_stay before delete on decision_receipts
  for each row when (old.sales_order_id is not null) execute function forbid_change();
comment on table decision_receipts is
  'What each decision on an order read and decided, with the hash of its canonical text.';

create view inv_14_decisions as
select 'hash of a receipt' as what, r.id::text as id, encode(r.sha256, 'hex') as have,
       encode(sha256(convert_to(r.canonical, 'UTF8')), 'hex') as want
from decision_receipts r
where r.sha256 <> sha256(convert_to(r.canonical, 'UTF8'))
union all
select 'kind of a receipt', r.id::text, r.kind, r.canonical::jsonb ->> 'kind'
from decision_receipts r
where r.kind is distinct from r.canonical::jsonb ->> 'kind'
union all
select 'receipt that no history entry has', r.id::text, r.sales_order_id::text,
       encode(r.sha256, 'hex')
from decision_receipts r
where r.sales_order_id is not null
  and not exists (
    select from audit_log a
    where a.entity = 'sales_order' and a.entity_id = r.sales_order_id
      and a.changes -> 'decision' -> 'to'
        = jsonb_build_object('id', r.id, 'sha256', encode(r.sha256, 'hex')));
comment on view inv_14_decisions is
  'The hash of a receipt is that of its text, and the history of its order has it.';
