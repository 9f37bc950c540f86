-- Nodes of the version before may go on.
-- What bills, what settles them and credits say is owed to a vendor changes on every day by what
-- account 2000 does, so that the aging of any past day is the ledger of that day.
create view inv_07_payable_days as
with documents as (
  select vendor_id, day, sum(amount) as amount
  from (
    select vendor_id, posted_on as day, total_amount as amount
    from vendor_bills where posted_on is not null
    union all
    select vendor_id, voided_on, -total_amount
    from vendor_bills where posted_on is not null and voided_on is not null
    union all
    select b.vendor_id, a.applied_on, -(a.amount + a.discount)
    from payable_applications a join vendor_bills b on b.id = a.bill_id
    where a.source <> 'credit'
    union all
    select b.vendor_id, a.reversed_on, a.amount + a.discount
    from payable_applications a join vendor_bills b on b.id = a.bill_id
    where a.source <> 'credit' and a.reversed_on is not null
    union all
    select vendor_id, posted_on, -amount from vendor_credits
    union all
    select vendor_id, voided_on, amount from vendor_credits where voided_on is not null
  ) as each
  group by vendor_id, day
), posted as (
  select l.vendor_id, e.posted_on as day, sum(l.credit - l.debit) as amount
  from journal_lines l join journal_entries e on e.id = l.entry_id
  where l.account = '2000'
  group by l.vendor_id, e.posted_on
)
select 'documents of a day are not the ledger' as what,
       coalesce(d.vendor_id, p.vendor_id) as id,
       coalesce(d.day, p.day)::text || ' ' || coalesce(d.amount, 0)::text as have,
       coalesce(p.amount, 0)::text as want
from documents d
full join posted p on p.vendor_id = d.vendor_id and p.day = d.day
where coalesce(d.amount, 0) <> coalesce(p.amount, 0);
--> statement-breakpoint
comment on view inv_07_payable_days is
  'What vendors are owed is the same in the documents and the ledger, on every day.';
