-- What bills, payments and credits must keep at every commit.

alter table vendor_credits add constraint vendor_credit_return_there
  foreign key (return_id) references returns (id);

-- The steps that the flows of bills and payments know.
create view payable_transitions as
select entity, from_status, to_status
from (values
  ('vendor_bill', '', 'draft'),
  ('vendor_bill', 'draft', 'matched'),
  ('vendor_bill', 'draft', 'blocked'),
  ('vendor_bill', 'draft', 'void'),
  ('vendor_bill', 'matched', 'posted'),
  ('vendor_bill', 'matched', 'void'),
  ('vendor_bill', 'blocked', 'matched'),
  ('vendor_bill', 'blocked', 'draft'),
  ('vendor_bill', 'blocked', 'void'),
  ('vendor_bill', 'posted', 'void'),
  ('vendor_payment', '', 'draft'),
  ('vendor_payment', 'draft', 'posted'),
  ('vendor_payment', 'draft', 'void'),
  ('vendor_payment', 'posted', 'void')
) as step (entity, from_status, to_status);

create view inv_01_vendor_bills as
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
where p.amount is distinct from l.amount or p.discount is distinct from l.discount;

create view inv_04_payables as
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
where (p.status = 'posted' and (g.amount, g.discount) is distinct from (p.amount, p.discount))
   or (p.status <> 'posted' and g.amount is not null)
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
left join vendor_payments p on a.source = 'payment' and p.id = a.source_id
left join vendor_credits c on a.source = 'credit' and c.id = a.source_id
where b.vendor_id is distinct from coalesce(p.vendor_id, c.vendor_id);

create view inv_06_payables as
with documents as (
  select 'vendor_bill' as entity, id, status from vendor_bills
  union all
  select 'vendor_payment', id, status from vendor_payments
), steps as (
  select entity, entity_id, coalesce(from_status, '') as from_status, to_status,
         coalesce(lag(to_status) over w, '') as before,
         lead(id) over w is null as is_last
  from audit_log
  where entity in ('vendor_bill', 'vendor_payment') and to_status is not null
  window w as (partition by entity, entity_id order by id)
)
select d.entity || ' status not explained by the last step' as what, d.id, d.status as have,
       s.to_status as want
from documents d
left join steps s on s.entity = d.entity and s.entity_id = d.id and s.is_last
where s.to_status is distinct from d.status
union all
select s.entity || ' broken or illegal step', s.entity_id,
       s.from_status || ' to ' || s.to_status, s.before
from steps s
left join payable_transitions t
  on t.entity = s.entity and t.from_status = s.from_status and t.to_status = s.to_status
where s.from_status <> s.before or t.entity is null;

-- The control account of a vendor is what the documents say is owed.
create view inv_07_payables as
with documents as (
  select vendor_id, total_amount as amount from vendor_bills where status = 'posted'
  union all
  select vendor_id, -(amount + discount) from vendor_payments where status = 'posted'
  union all
  select vendor_id, -amount from vendor_credits
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

-- Each posted document has one posting of its amount; a void one has it and its reversal.
create view inv_08_payables as
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
  select 'vendor_credit', id, 'posted', posted_on, -amount from vendor_credits
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

-- Nobody pays or lets through alone what takes two, unless it is on record.
create view inv_09_payables as
select 'payment released by its maker without a waiver' as what, p.id,
       p.released_by::text as have, 'waiver' as want
from vendor_payments p
where p.released_by = p.created_by
  and not exists (
    select from approvals a
    where a.entity = 'vendor_payment' and a.entity_id = p.id and a.action = 'release'
      and a.approver_id = p.created_by and a.is_waiver)
union all
select 'payment released without an approval', p.id, p.released_by::text, 'approval'
from vendor_payments p
where p.released_by is not null
  and not exists (
    select from approvals a
    where a.entity = 'vendor_payment' and a.entity_id = p.id and a.action = 'release')
union all
select 'blocked bill let through by nobody', l.entity_id, l.actor_id::text, 'approval'
from audit_log l
where l.entity = 'vendor_bill' and l.from_status = 'blocked' and l.to_status = 'matched'
  and not exists (
    select from approvals a
    where a.entity = 'vendor_bill' and a.entity_id = l.entity_id and a.action = 'release'
      and a.at <= l.at)
union all
select 'bill released by its maker without a waiver', b.id, a.approver_id::text, 'waiver'
from approvals a
join vendor_bills b on b.id = a.entity_id
where a.entity = 'vendor_bill' and a.action = 'release' and a.approver_id = b.created_by
  and not a.is_waiver;

comment on table vendor_bills is 'Invoices of vendors, held against orders and receipts.';
comment on table vendor_bill_lines is 'The lines of a bill: of an order, or to an account.';
comment on table vendor_credits is 'What vendors owe us for goods that went back.';
comment on table payable_applications is 'What of a payment or credit settled which bill.';
comment on table vendor_payments is 'Money to vendors: prepared by one, released by another.';
comment on table vendor_payment_lines is 'What of a payment is for which bill.';
comment on view inv_01_vendor_bills is 'Bills and payments are the sums of their lines.';
comment on view inv_04_payables is 'Nothing is settled beyond its amount or for another vendor.';
comment on view inv_06_payables is 'Every status of a bill or payment ends a legal history.';
comment on view inv_07_payables is 'What the ledger says is owed to a vendor is what documents say.';
comment on view inv_08_payables is 'Every posted bill, payment and credit is posted once.';
comment on view inv_09_payables is 'No payment or blocked bill is released by its maker unseen.';
