-- Nodes of the version before may go on.
-- Fees of reminders are income of their own: an invoice says which account its goods are on, and a
-- credit memo which one it takes from. Documents before stay on the accounts they were posted to.
alter table invoices add column goods_account text not null default '4000';
alter table invoices add constraint invoice_goods_account_known
  check (goods_account in ('4000', '4200'));
alter table credit_memos add column goods_account text not null default '4900';
alter table credit_memos add constraint credit_memo_goods_account_known
  check (goods_account in ('4900', '4200'));

create or replace view inv_08_accounts as
with told as (
  select 'invoice' as source, id, goods_account as account, -goods as amount from invoices
  union all select 'invoice', id, '2100', -tax from invoices
  union all select 'invoice', id, '4100', -freight from invoices
  union all
  select 'credit_memo', id, goods_account,
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
  where (e.source in ('invoice', 'credit_memo')
         and l.account in ('4000', '2100', '4100', '4200', '4900'))
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
