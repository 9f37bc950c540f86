-- Invoices on which a settlement was reversed after a day were not settled twice by now, but may
-- have been on that day: they are found by the day of the reversal.
create index applications_reversed on receivable_applications (reversed_on, invoice_id);
--> statement-breakpoint
-- What the documents of a customer say is owed changes on every day by what account 1100 does, so
-- that the aging of any past day is the ledger of that day. An application counts on either side
-- from the day on which both are there, and not any more from the day it was reversed.
create view inv_07_receivable_days as
with applied as (
  select a.invoice_id, a.payment_id, a.credit_memo_id, a.amount, a.discount, a.applied_on,
         a.reversed_on, i.customer_id, i.doc_date
  from receivable_applications a join invoices i on i.id = a.invoice_id
), documents as (
  select customer_id, day, sum(amount) as amount
  from (
    select customer_id, doc_date as day, total as amount from invoices
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
    select m.customer_id, greatest(a.applied_on, m.doc_date), a.amount
    from applied a join credit_memos m on m.id = a.credit_memo_id
    union all
    select m.customer_id, greatest(a.reversed_on, a.applied_on, m.doc_date), -a.amount
    from applied a join credit_memos m on m.id = a.credit_memo_id
    where a.reversed_on is not null
    union all
    select customer_id, released_on, amount from refunds where released_on is not null
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
--> statement-breakpoint
comment on view inv_07_receivable_days is
  'What customers owe is the same in the documents and the ledger, on every day.';
