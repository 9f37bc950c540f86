-- A vendor credits only goods that were billed. Bills may come after the goods went back, so a
-- return can have several credits, each with its lines. A credit can be voided.
alter table vendor_credits add column voided_on date;

drop index vendor_credit_of_return_once;
create index vendor_credits_of_return on vendor_credits using btree (return_id);
drop index vendor_credit_number_taken;
create unique index vendor_credit_number_taken
  on vendor_credits using btree (vendor_id, lower(credit_number)) where voided_on is null;
alter table vendor_credits add constraint vendor_credit_void_unapplied
  check (voided_on is null or (applied_amount = 0 and voided_on >= posted_on));

create table vendor_credit_lines (
  id integer primary key generated always as identity,
  vendor_credit_id integer not null,
  return_item_id integer not null,
  quantity integer not null,
  amount numeric(12, 2) not null,
  constraint vendor_credit_line_positive check (quantity >= 1 and amount >= 0)
);
alter table vendor_credit_lines
  add constraint vendor_credit_lines_vendor_credit_id_vendor_credits_id_fk
  foreign key (vendor_credit_id) references vendor_credits (id);
alter table vendor_credit_lines add constraint vendor_credit_line_return_there
  foreign key (return_item_id) references return_items (id);
create unique index vendor_credit_line_once
  on vendor_credit_lines using btree (vendor_credit_id, return_item_id);
create index vendor_credit_lines_of_return_line on vendor_credit_lines using btree (return_item_id);
comment on table vendor_credit_lines is 'The goods that a vendor credits: lines of a return.';

-- Credits until now were for all the goods of their return.
insert into vendor_credit_lines (vendor_credit_id, return_item_id, quantity, amount)
select c.id, i.id, i.quantity, i.total_price
from vendor_credits c
join return_items i on i.return_id = c.return_id
order by c.id, i.line_no;

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

create or replace view inv_07_payables as
with documents as (
  select vendor_id, total_amount as amount from vendor_bills where status = 'posted'
  union all
  select vendor_id, -(amount + discount) from vendor_payments where status = 'posted'
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
         sum(l.credit - l.debit) filter (where l.account = '2000') as amount
  from journal_entries e
  join journal_lines l on l.entry_id = e.id
  where e.source in ('vendor_bill', 'vendor_payment', 'vendor_credit')
  group by 1, 2
), documents as (
  select 'vendor_bill' as source, id, status, posted_on, total_amount as amount
  from vendor_bills
  union all
  select 'vendor_payment', id, status, posted_on, -(amount + discount) from vendor_payments
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

-- A credit for goods is its lines, and no more of a line is credited than went back.
create view inv_10_vendor_credits as
select 'credit that is not its lines' as what, c.id, c.amount::text as have,
       coalesce(l.amount, 0)::text as want
from vendor_credits c
left join (
  select vendor_credit_id, sum(amount) as amount from vendor_credit_lines group by 1
) l on l.vendor_credit_id = c.id
where c.amount <> coalesce(l.amount, 0) and (c.return_id is not null or l.amount is not null)
union all
select 'more credited than went back', i.id, sum(l.quantity)::text, i.quantity::text
from vendor_credit_lines l
join vendor_credits c on c.id = l.vendor_credit_id and c.voided_on is null
join return_items i on i.id = l.return_item_id
group by i.id, i.quantity
having sum(l.quantity) > i.quantity;
comment on view inv_10_vendor_credits is 'No vendor credits more goods than went back.';
