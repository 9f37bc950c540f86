-- A credit memo that was posted wrong is voided and a refund whose money never arrived is reversed:
-- each keeps its document and its posting, and says from which day it does not count. Money that was
-- paid back out of a check that bounced later is owed by the customer: a charge for that refund.
alter table credit_memos add column voided_on date;
alter table credit_memos add constraint credit_memo_void_has_nothing_open
  check (voided_on is null or open_amount = 0);
create index credit_memos_voided on credit_memos using btree (voided_on)
  where voided_on is not null;
drop index credit_memo_of_return_once;
create unique index credit_memo_of_return_once on credit_memos (return_id)
  where voided_on is null;

alter table refunds add column reversed_on date;
alter table refunds drop constraint refund_status_known;
alter table refunds add constraint refund_status_known
  check (status in ('prepared', 'released', 'cancelled', 'reversed'));
alter table refunds drop constraint refund_release_has_its_day;
alter table refunds add constraint refund_release_has_its_day
  check ((status in ('released', 'reversed')) = (released_on is not null));
alter table refunds add constraint refund_reversal_has_its_day
  check ((status = 'reversed') = (reversed_on is not null));
create index refunds_reversed on refunds using btree (reversed_on) where reversed_on is not null;

alter table invoices add column charge numeric(12, 2) not null default 0;
alter table invoices add column refund_id integer;
alter table invoices add constraint invoices_refund_fk
  foreign key (refund_id) references refunds (id);
alter table invoices drop constraint invoice_total_adds_up;
alter table invoices add constraint invoice_total_adds_up
  check (total = goods + tax + freight + charge);
alter table invoices drop constraint invoice_amounts_not_negative;
alter table invoices add constraint invoice_amounts_not_negative
  check (goods >= 0 and tax >= 0 and freight >= 0 and charge >= 0);
alter table invoices add constraint invoice_charge_is_of_a_refund
  check ((charge > 0) = (refund_id is not null));
create unique index charge_of_refund_once on invoices using btree (refund_id)
  where refund_id is not null;

-- The money of a charge left with its refund, which posted it: the charge posts nothing itself.
create or replace view inv_03_customer_balance as
with open_orders as (
  select customer_id, sum(greatest(total_amount - shipped_amount, 0)) as amount
  from sales_orders
  where status in ('pending', 'processing') and hold_reason is distinct from 'credit'
  group by customer_id
), documents as (
  select customer_id, sum(amount) as amount
  from (
    select customer_id, total as amount from invoices where refund_id is null
    union all select customer_id, -amount from customer_payments where status = 'posted'
    union all select customer_id, -total from credit_memos where voided_on is null
    union all select customer_id, amount from refunds where status = 'released'
    union all
    select i.customer_id, -(a.discount + case a.kind when 'write-off' then a.amount else 0 end)
    from receivable_applications a join invoices i on i.id = a.invoice_id
    where a.reversed_on is null and (a.kind = 'write-off' or a.discount > 0)
  ) as each
  group by customer_id
), posted as (
  select customer_id, sum(debit - credit) as amount
  from journal_lines where account = '1100' group by customer_id
)
select 'open orders' as what, c.id, c.open_order_amount::text as have,
       coalesce(o.amount, 0)::text as want
from customers c
left join open_orders o on o.customer_id = c.id
where c.open_order_amount <> coalesce(o.amount, 0)
union all
select 'balance is not the documents', c.id, c.current_balance::text,
       coalesce(d.amount, 0)::text
from customers c
left join documents d on d.customer_id = c.id
where c.current_balance <> coalesce(d.amount, 0)
union all
select 'balance is not the ledger', c.id, c.current_balance::text, coalesce(p.amount, 0)::text
from customers c
left join posted p on p.customer_id = c.id
where c.current_balance <> coalesce(p.amount, 0);

create or replace view inv_04_receivable_applications as
with of_invoice as (
  select invoice_id as id, sum(amount + discount) as amount
  from receivable_applications where reversed_on is null group by invoice_id
), of_payment as (
  select id, sum(amount) as amount from (
    select payment_id as id, amount from receivable_applications
    where payment_id is not null and reversed_on is null
    union all
    select f.payment_id, f.amount from refunds f
    where f.payment_id is not null and f.status in ('prepared', 'released')
      and not exists (select from invoices i where i.refund_id = f.id)
  ) as each group by id
), of_memo as (
  select id, sum(amount) as amount from (
    select credit_memo_id as id, amount from receivable_applications
    where credit_memo_id is not null and reversed_on is null
    union all
    select credit_memo_id, amount from refunds
    where credit_memo_id is not null and status in ('prepared', 'released')
  ) as each group by id
)
select 'invoice' as what, i.id, i.open_amount::text as have,
       (i.total - coalesce(a.amount, 0))::text as want
from invoices i left join of_invoice a on a.id = i.id
where i.open_amount <> i.total - coalesce(a.amount, 0)
union all
select 'payment', p.id, p.open_amount::text, (p.amount - coalesce(a.amount, 0))::text
from customer_payments p left join of_payment a on a.id = p.id
where p.open_amount <> p.amount - coalesce(a.amount, 0) and p.status = 'posted'
   or p.status = 'void' and (p.open_amount <> 0 or a.amount is not null)
union all
select 'credit memo', m.id, m.open_amount::text, (m.total - coalesce(a.amount, 0))::text
from credit_memos m left join of_memo a on a.id = m.id
where m.open_amount <> m.total - coalesce(a.amount, 0) and m.voided_on is null
   or m.voided_on is not null and (m.open_amount <> 0 or a.amount is not null)
union all
select 'applied to another customer', a.id, coalesce(p.customer_id, m.customer_id)::text,
       i.customer_id::text
from receivable_applications a
join invoices i on i.id = a.invoice_id
left join customer_payments p on p.id = a.payment_id
left join credit_memos m on m.id = a.credit_memo_id
where coalesce(p.customer_id, m.customer_id, i.customer_id) <> i.customer_id
union all
select 'charge that is not its refund of a void payment', i.id, i.charge::text, f.amount::text
from invoices i
join refunds f on f.id = i.refund_id
left join customer_payments p on p.id = f.payment_id
where i.charge <> f.amount or i.customer_id <> f.customer_id or f.status <> 'released'
   or p.status is distinct from 'void';

create or replace view inv_07_receivable_days as
with applied as (
  select a.invoice_id, a.payment_id, a.credit_memo_id, a.amount, a.discount, a.applied_on,
         a.reversed_on, i.customer_id, i.doc_date
  from receivable_applications a join invoices i on i.id = a.invoice_id
), documents as (
  select customer_id, day, sum(amount) as amount
  from (
    select customer_id, doc_date as day, total as amount from invoices where refund_id is null
    union all
    select customer_id, greatest(applied_on, doc_date), -(amount + discount) from applied
    union all
    select customer_id, greatest(reversed_on, applied_on, doc_date), amount + discount
    from applied where reversed_on is not null
    union all
    select customer_id, received_on, -amount from customer_payments
    union all
    select customer_id, voided_on, amount from customer_payments where voided_on is not null
    union all
    select p.customer_id, greatest(a.applied_on, p.received_on), a.amount
    from applied a join customer_payments p on p.id = a.payment_id
    union all
    select p.customer_id,
           greatest(least(a.reversed_on, p.voided_on), a.applied_on, p.received_on), -a.amount
    from applied a join customer_payments p on p.id = a.payment_id
    where a.reversed_on is not null or p.voided_on is not null
    union all
    select customer_id, doc_date, -total from credit_memos
    union all
    select customer_id, voided_on, total from credit_memos where voided_on is not null
    union all
    select m.customer_id, greatest(a.applied_on, m.doc_date), a.amount
    from applied a join credit_memos m on m.id = a.credit_memo_id
    union all
    select m.customer_id,
           greatest(least(a.reversed_on, m.voided_on), a.applied_on, m.doc_date), -a.amount
    from applied a join credit_memos m on m.id = a.credit_memo_id
    where a.reversed_on is not null or m.voided_on is not null
    union all
    select customer_id, released_on, amount from refunds where released_on is not null
    union all
    select customer_id, reversed_on, -amount from refunds where reversed_on is not null
  ) as each
  group by customer_id, day
), posted as (
  select l.customer_id, e.posted_on as day, sum(l.debit - l.credit) as amount
  from journal_lines l join journal_entries e on e.id = l.entry_id
  where l.account = '1100'
  group by l.customer_id, e.posted_on
)
select 'documents of a day are not the ledger' as what,
       coalesce(d.customer_id, p.customer_id) as id,
       coalesce(d.day, p.day)::text || ' ' || coalesce(d.amount, 0)::text as have,
       coalesce(p.amount, 0)::text as want
from documents d
full join posted p on p.customer_id = d.customer_id and p.day = d.day
where coalesce(d.amount, 0) <> coalesce(p.amount, 0);

create or replace view inv_08_receivable_postings as
with documents as (
  select 'invoice' as source, id, total as amount, false as is_void from invoices
  where refund_id is null
  union all select 'customer_payment', id, -amount, status = 'void' from customer_payments
  union all select 'credit_memo', id, -total, voided_on is not null from credit_memos
  union all
  select 'refund', id, amount, status = 'reversed' from refunds
  where status in ('released', 'reversed')
  union all
  select 'write_off', id, -amount, reversed_on is not null
  from receivable_applications where kind = 'write-off'
  union all
  select 'discount', id, -discount, reversed_on is not null
  from receivable_applications where discount > 0
), posted as (
  select e.source, e.source_id as id,
         sum(l.debit - l.credit) filter (where e.event = 'post') as amount,
         sum(l.debit - l.credit) filter (where e.event = 'void') as taken_back
  from journal_entries e
  join journal_lines l on l.entry_id = e.id and l.account = '1100'
  group by e.source, e.source_id
)
select coalesce(d.source, p.source) as what, coalesce(d.id, p.id) as id,
       concat_ws(' / ', p.amount, p.taken_back) as have,
       concat_ws(' / ', d.amount, case when d.is_void then -d.amount end) as want
from documents d
full join posted p on p.source = d.source and p.id = d.id
where (coalesce(d.amount, 0) <> 0 or p.id is not null)
  and (p.amount is distinct from d.amount
       or p.taken_back is distinct from case when d.is_void then -d.amount end)
union all
select 'shipment without its invoice', h.id, coalesce(i.total, 0)::text, h.total_amount::text
from shipments h
left join invoices i on i.shipment_id = h.id
where i.total is distinct from h.total_amount;

create or replace view inv_08_accounts as
with told as (
  select 'invoice' as source, id, '4000' as account, -goods as amount from invoices
  union all select 'invoice', id, '2100', -tax from invoices
  union all select 'invoice', id, '4100', -freight from invoices
  union all
  select 'credit_memo', id, '4900',
         case when voided_on is null then goods - restocking_fee else 0 end
  from credit_memos
  union all
  select 'credit_memo', id, '2100', case when voided_on is null then tax else 0 end
  from credit_memos
  union all
  select 'customer_payment', id, '1000', case status when 'posted' then amount else 0 end
  from customer_payments
  union all
  select 'refund', id, '1000', case status when 'released' then -amount else 0 end
  from refunds where status in ('released', 'reversed')
  union all
  select 'discount', id, '4950', case when reversed_on is null then discount else 0 end
  from receivable_applications where discount > 0
  union all
  select 'write_off', id, '6100', case when reversed_on is null then amount else 0 end
  from receivable_applications where kind = 'write-off'
  union all
  select 'vendor_payment', id, '1000', case status when 'posted' then -amount else 0 end
  from vendor_payments
  union all
  select 'vendor_payment', id, '5050', case status when 'posted' then -discount else 0 end
  from vendor_payments
), posted as (
  select e.source, e.source_id as id, l.account, sum(l.debit - l.credit) as amount
  from journal_entries e
  join journal_lines l on l.entry_id = e.id
  where (e.source in ('invoice', 'credit_memo') and l.account in ('4000', '2100', '4100', '4900'))
     or (e.source in ('customer_payment', 'refund', 'vendor_payment') and l.account = '1000')
     or (e.source = 'discount' and l.account = '4950')
     or (e.source = 'write_off' and l.account = '6100')
     or (e.source = 'vendor_payment' and l.account = '5050')
  group by e.source, e.source_id, l.account
)
select coalesce(t.source, p.source) || ' on ' || coalesce(t.account, p.account) as what,
       coalesce(t.id, p.id) as id, coalesce(p.amount, 0)::text as have,
       coalesce(t.amount, 0)::text as want
from told t
full join posted p on p.source = t.source and p.id = t.id and p.account = t.account
where coalesce(t.amount, 0) <> coalesce(p.amount, 0);

create or replace view inv_09_refunds as
select 'refund released without an approval' as what, f.id, f.released_by::text as have,
       'approval' as want
from refunds f
where f.status in ('released', 'reversed')
  and not exists (
    select from approvals a
    where a.action = 'release-refund' and a.approver_id is not distinct from f.released_by
      and ((a.entity = 'customer_payment' and a.entity_id = f.payment_id)
           or (a.entity = 'credit_memo' and a.entity_id = f.credit_memo_id)))
union all
select 'refund released by its maker without a waiver', f.id, f.released_by::text, 'waiver'
from refunds f
where f.status in ('released', 'reversed') and f.released_by = f.prepared_by
  and not exists (
    select from approvals a
    where a.action = 'release-refund' and a.approver_id = f.released_by and a.is_waiver
      and ((a.entity = 'customer_payment' and a.entity_id = f.payment_id)
           or (a.entity = 'credit_memo' and a.entity_id = f.credit_memo_id)));

create or replace view inv_10_credits as
with by_lines as (
  select l.invoice_id as id, sum(k.total_price + k.tax_amount) as amount
  from credit_memo_lines k
  join credit_memos m on m.id = k.credit_memo_id and m.voided_on is null
  join invoice_lines l on l.id = k.invoice_line_id
  group by l.invoice_id
), by_amount as (
  select m.invoice_id as id, sum(m.goods + m.tax) as amount
  from credit_memos m
  where m.voided_on is null
    and not exists (select from credit_memo_lines k where k.credit_memo_id = m.id)
  group by m.invoice_id
)
select 'credited more than was invoiced' as what, i.id,
       (coalesce(l.amount, 0) + coalesce(a.amount, 0))::text as have, i.total::text as want
from invoices i
left join by_lines l on l.id = i.id
left join by_amount a on a.id = i.id
where coalesce(l.amount, 0) + coalesce(a.amount, 0) > i.total
union all
select 'credited more units than were invoiced', l.id, sum(k.quantity)::text, l.quantity::text
from invoice_lines l
join credit_memo_lines k on k.invoice_line_id = l.id
join credit_memos m on m.id = k.credit_memo_id and m.voided_on is null
group by l.id
having sum(k.quantity) > l.quantity or sum(k.tax_amount) > l.tax_amount
union all
select 'gave back more than was credited', m.id, sum(f.amount)::text, m.total::text
from credit_memos m
join refunds f on f.credit_memo_id = m.id and f.status in ('prepared', 'released')
group by m.id
having sum(f.amount) > m.total
union all
select 'gave back more than was paid', p.id, sum(f.amount)::text, p.amount::text
from customer_payments p
join refunds f on f.payment_id = p.id and f.status in ('prepared', 'released')
group by p.id
having sum(f.amount) > p.amount;
