-- A vendor can be paid before the bill. A prepayment is an asset on an account of its own until it
-- settles a bill or the vendor gives it back.
do $$
declare
  definition text;
begin
  -- Appended to the list as it is, so that accounts of other migrations stay known.
  select pg_get_constraintdef(oid) into definition
  from pg_constraint where conname = 'journal_account_known';
  execute 'alter table journal_lines drop constraint journal_account_known';
  execute 'alter table journal_lines add constraint journal_account_known '
    || replace(definition, 'ARRAY[', 'ARRAY[''1300''::text, ');
end
$$;

alter table vendor_payments add column kind text not null default 'bills';
alter table vendor_payments add column purchase_order_id integer;
alter table vendor_payments
  add constraint vendor_payments_purchase_order_id_purchase_orders_id_fk
  foreign key (purchase_order_id) references purchase_orders (id);
create index vendor_payments_of_order on vendor_payments using btree (purchase_order_id);
create index vendor_prepayments on vendor_payments using btree (vendor_id, id)
  where kind = 'prepayment';
alter table vendor_payments add constraint vendor_payment_kind_known
  check (kind = 'bills' and purchase_order_id is null or kind = 'prepayment' and discount = 0);

create table vendor_prepayment_refunds (
  id integer primary key generated always as identity,
  payment_id integer not null,
  amount numeric(12, 2) not null,
  received_on date not null,
  reference text,
  reason text not null,
  created_by integer not null,
  created_at timestamp with time zone not null default now(),
  constraint vendor_prepayment_refund_positive check (amount > 0)
);
alter table vendor_prepayment_refunds
  add constraint vendor_prepayment_refunds_payment_id_vendor_payments_id_fk
  foreign key (payment_id) references vendor_payments (id);
alter table vendor_prepayment_refunds
  add constraint vendor_prepayment_refunds_created_by_users_id_fk
  foreign key (created_by) references users (id);
create index vendor_prepayment_refunds_of_payment
  on vendor_prepayment_refunds using btree (payment_id);
create trigger vendor_prepayment_refunds_append_only
  before update or delete on vendor_prepayment_refunds
  for each row execute function forbid_change();
comment on table vendor_prepayment_refunds is
  'Money that vendors gave back of what they were paid before a bill. Append-only.';

alter table payable_applications drop constraint payable_application_source_known;
alter table payable_applications add constraint payable_application_source_known
  check (source in ('payment', 'credit', 'prepayment'));

create or replace view inv_01_vendor_bills as
select 'bill that is not its lines' as what, b.id, b.subtotal::text as have,
       coalesce(l.total, 0)::text as want
from vendor_bills b
left join (
  select vendor_bill_id, sum(total_price) as total from vendor_bill_lines group by 1
) l on l.vendor_bill_id = b.id
where b.subtotal is distinct from l.total
union all
select 'payment that is not its bills', p.id, concat_ws(' / ', p.amount, p.discount),
       concat_ws(' / ', l.amount, l.discount)
from vendor_payments p
left join (
  select payment_id, sum(amount) as amount, sum(discount) as discount
  from vendor_payment_lines group by 1
) l on l.payment_id = p.id
where p.kind = 'bills'
  and (p.amount is distinct from l.amount or p.discount is distinct from l.discount);

create or replace view inv_04_payables as
with applied as (
  select bill_id, sum(amount + discount) as amount
  from payable_applications where reversed_on is null group by 1
), given as (
  select source, source_id, sum(amount) as amount, sum(discount) as discount
  from payable_applications where reversed_on is null group by 1, 2
)
select 'settled otherwise than applied' as what, b.id, b.settled_amount::text as have,
       coalesce(a.amount, 0)::text as want
from vendor_bills b
left join applied a on a.bill_id = b.id
where b.settled_amount <> coalesce(a.amount, 0)
union all
select 'settled beyond its total', b.id, b.settled_amount::text, b.total_amount::text
from vendor_bills b
where b.settled_amount > b.total_amount or (b.settled_amount <> 0 and b.status <> 'posted')
union all
select 'payment applied otherwise than paid', p.id,
       concat_ws(' / ', coalesce(g.amount, 0), coalesce(g.discount, 0)),
       case p.status when 'posted' then concat_ws(' / ', p.amount, p.discount) else '0 / 0' end
from vendor_payments p
left join given g on g.source = 'payment' and g.source_id = p.id
where p.kind = 'bills'
  and ((p.status = 'posted' and (g.amount, g.discount) is distinct from (p.amount, p.discount))
       or (p.status <> 'posted' and g.amount is not null))
union all
select 'prepayment applied beyond what is left', p.id, coalesce(g.amount, 0)::text,
       (p.amount - coalesce(f.amount, 0))::text
from vendor_payments p
left join given g on g.source = 'prepayment' and g.source_id = p.id
left join (
  select payment_id, sum(amount) as amount from vendor_prepayment_refunds group by 1
) f on f.payment_id = p.id
where p.kind = 'prepayment'
  and (coalesce(g.amount, 0) + coalesce(f.amount, 0) > p.amount
       or (p.status <> 'posted' and coalesce(g.amount, f.amount) is not null))
union all
select 'credit applied otherwise than counted', c.id, c.applied_amount::text,
       coalesce(g.amount, 0)::text
from vendor_credits c
left join given g on g.source = 'credit' and g.source_id = c.id
where c.applied_amount <> coalesce(g.amount, 0) or c.applied_amount > c.amount
union all
select 'applied to another vendor', a.id, coalesce(p.vendor_id, c.vendor_id)::text,
       b.vendor_id::text
from payable_applications a
join vendor_bills b on b.id = a.bill_id
left join vendor_payments p
  on a.source in ('payment', 'prepayment') and p.id = a.source_id
left join vendor_credits c on a.source = 'credit' and c.id = a.source_id
where b.vendor_id is distinct from coalesce(p.vendor_id, c.vendor_id);

create or replace view inv_07_payables as
with documents as (
  select vendor_id, total_amount as amount from vendor_bills where status = 'posted'
  union all
  select vendor_id, -(amount + discount) from vendor_payments
  where status = 'posted' and kind = 'bills'
  union all
  select b.vendor_id, -a.amount
  from payable_applications a join vendor_bills b on b.id = a.bill_id
  where a.source = 'prepayment' and a.reversed_on is null
  union all
  select vendor_id, -amount from vendor_credits where voided_on is null
), owed as (
  select vendor_id, sum(amount) as amount from documents group by 1
), ledger as (
  select vendor_id, sum(credit - debit) as amount
  from journal_lines where account = '2000' group by 1
)
select 'payables of a vendor' as what, v.id, coalesce(l.amount, 0)::text as have,
       coalesce(o.amount, 0)::text as want
from vendors v
left join owed o on o.vendor_id = v.id
left join ledger l on l.vendor_id = v.id
where coalesce(l.amount, 0) <> coalesce(o.amount, 0);

create or replace view inv_08_payables as
with postings as (
  select e.source, e.source_id, count(distinct e.id) as entries,
         coalesce(sum(l.credit - l.debit) filter (where l.account = '2000'), 0) as amount
  from journal_entries e
  join journal_lines l on l.entry_id = e.id
  where e.source in ('vendor_bill', 'vendor_payment', 'vendor_credit')
  group by 1, 2
), documents as (
  select 'vendor_bill' as source, id, status, posted_on, total_amount as amount
  from vendor_bills
  union all
  select 'vendor_payment', id, status, posted_on,
         case kind when 'bills' then -(amount + discount) else 0 end
  from vendor_payments
  union all
  select 'vendor_credit', id, case when voided_on is null then 'posted' else 'void' end,
         posted_on, -amount
  from vendor_credits
)
select d.source || ' ' || d.status as what, d.id,
       concat_ws(' / ', coalesce(p.entries, 0), coalesce(p.amount, 0)) as have,
       d.amount::text as want
from documents d
left join postings p on p.source = d.source and p.source_id = d.id
where case
        when d.status = 'posted' then p.entries is distinct from 1 or p.amount <> d.amount
        when d.status = 'void' and d.posted_on is not null
          then p.entries is distinct from 2 or p.amount <> 0
        else p.entries is not null
      end;

-- What is left of prepayments is account 1300, by vendor, and each application is posted once.
create view inv_07_vendor_prepayments as
with documents as (
  select vendor_id, amount from vendor_payments where kind = 'prepayment' and status = 'posted'
  union all
  select p.vendor_id, -f.amount
  from vendor_prepayment_refunds f join vendor_payments p on p.id = f.payment_id
  union all
  select b.vendor_id, -a.amount
  from payable_applications a join vendor_bills b on b.id = a.bill_id
  where a.source = 'prepayment' and a.reversed_on is null
), held as (
  select vendor_id, sum(amount) as amount from documents group by 1
), ledger as (
  select vendor_id, sum(debit - credit) as amount
  from journal_lines where account = '1300' group by 1
)
select 'prepayments of a vendor' as what, coalesce(h.vendor_id, l.vendor_id) as id,
       coalesce(l.amount, 0)::text as have, coalesce(h.amount, 0)::text as want
from held h
full join ledger l on l.vendor_id = h.vendor_id
where coalesce(l.amount, 0) <> coalesce(h.amount, 0)
union all
select 'application of a prepayment posted otherwise', a.id, coalesce(j.amount, 0)::text,
       case when a.reversed_on is null then a.amount else 0 end::text
from payable_applications a
left join (
  select e.source_id, sum(l.debit - l.credit) as amount
  from journal_entries e join journal_lines l on l.entry_id = e.id and l.account = '2000'
  where e.source = 'prepayment'
  group by 1
) j on j.source_id = a.id
where a.source = 'prepayment'
  and coalesce(j.amount, 0) <> case when a.reversed_on is null then a.amount else 0 end;
comment on view inv_07_vendor_prepayments is
  'What was paid before a bill and is left is account 1300, by vendor.';
