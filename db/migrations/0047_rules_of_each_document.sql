-- Rules that held for sums are told of each document, so that two wrongs do not make one right:
-- what it moved of the stock, what it posted to each account, and the steps it took.

create view inv_02_moves_of_documents as
with moved as (
  select ref_type, ref_id, sku_id, sum(reserved_delta) as reserved, sum(on_order_delta) as on_order,
         -sum(on_hand_delta) filter (where kind = 'ship') as sent,
         sum(on_hand_delta) filter (where kind = 'receive') as brought
  from stock_moves
  where ref_type in ('sales_order', 'purchase_order', 'return')
  group by ref_type, ref_id, sku_id
), held as (
  select 'sales_order' as ref_type, i.sales_order_id as ref_id, i.sku_id,
         sum(i.qty_reserved) as reserved, 0::bigint as on_order, sum(i.qty_shipped) as sent,
         0::bigint as brought
  from sales_order_items i group by i.sales_order_id, i.sku_id
  union all
  select 'purchase_order', i.purchase_order_id, i.sku_id, 0,
         sum(case o.status when 'approved'
             then greatest(0, i.quantity - i.qty_received - i.qty_cancelled) else 0 end),
         0, sum(i.qty_received)
  from purchase_order_items i join purchase_orders o on o.id = i.purchase_order_id
  group by i.purchase_order_id, i.sku_id
  union all
  select 'return', i.return_id, i.sku_id,
         sum(case when r.type = 'rtv' and r.status = 'approved' then i.quantity else 0 end),
         0, sum(case when r.type = 'rtv' and r.status in ('shipped', 'completed')
                then i.quantity else 0 end), 0
  from return_items i join returns r on r.id = i.return_id
  group by i.return_id, i.sku_id
)
-- A count that was taken later has seen goods that are told of afterwards: they may move less.
select coalesce(m.ref_type, h.ref_type) as what, coalesce(m.ref_id, h.ref_id) as id,
       concat_ws(' / ', m.reserved, m.on_order, m.sent, m.brought) as have,
       concat_ws(' / ', h.reserved, h.on_order, h.sent, h.brought) as want
from moved m
full join held h on h.ref_type = m.ref_type and h.ref_id = m.ref_id and h.sku_id = m.sku_id
where coalesce(m.reserved, 0) <> coalesce(h.reserved, 0)
   or coalesce(m.on_order, 0) <> coalesce(h.on_order, 0)
   or coalesce(m.sent, 0) > coalesce(h.sent, 0)
   or coalesce(m.brought, 0) > coalesce(h.brought, 0);

-- The steps that payments of customers, refunds and months know.
create view money_transitions as
select entity, from_status, to_status
from (values
  ('customer_payment', '', 'posted'),
  ('customer_payment', 'posted', 'void'),
  ('period', '', 'open'),
  ('period', 'open', 'soft_closed'),
  ('period', 'soft_closed', 'closed'),
  ('period', 'soft_closed', 'open'),
  ('period', 'closed', 'open')
) as step (entity, from_status, to_status);

create view inv_06_money as
with documents as (
  select 'customer_payment' as entity, id, status from customer_payments
  union all
  select 'period', id, status from accounting_periods
), steps as (
  select entity, entity_id,
         coalesce(from_status, '') as from_status, to_status,
         coalesce(lag(to_status) over w, case entity when 'period' then 'open' else '' end)
           as before,
         lead(id) over w is null as is_last
  from audit_log
  where entity in ('customer_payment', 'period') and to_status is not null
  window w as (partition by entity, entity_id order by id)
)
select d.entity || ' status not explained by the last step' as what, d.id, d.status as have,
       s.to_status as want
from documents d
left join steps s on s.entity = d.entity and s.entity_id = d.id and s.is_last
where d.status is distinct from coalesce(s.to_status, case d.entity when 'period' then 'open' end)
union all
select s.entity || ' broken or illegal step', s.entity_id,
       s.from_status || ' to ' || s.to_status, s.before
from steps s
left join money_transitions t
  on t.entity = s.entity and t.from_status = s.from_status and t.to_status = s.to_status
where s.from_status <> s.before or t.entity is null;

-- What a document posts to each account beside the control account is what it says itself; what
-- was taken back is posted back.
create view inv_08_accounts as
with told as (
  select 'invoice' as source, id, '4000' as account, -goods as amount from invoices
  union all select 'invoice', id, '2100', -tax from invoices
  union all select 'invoice', id, '4100', -freight from invoices
  union all select 'credit_memo', id, '4900', goods - restocking_fee from credit_memos
  union all select 'credit_memo', id, '2100', tax from credit_memos
  union all
  select 'customer_payment', id, '1000', case status when 'posted' then amount else 0 end
  from customer_payments
  union all select 'refund', id, '1000', -amount from refunds where status = 'released'
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

-- Money does not leave for a customer by one person's word unseen.
create view inv_09_refunds as
select 'refund released without an approval' as what, f.id, f.released_by::text as have,
       'approval' as want
from refunds f
where f.status = 'released'
  and not exists (
    select from approvals a
    where a.action = 'release-refund' and a.approver_id is not distinct from f.released_by
      and ((a.entity = 'customer_payment' and a.entity_id = f.payment_id)
           or (a.entity = 'credit_memo' and a.entity_id = f.credit_memo_id)))
union all
select 'refund released by its maker without a waiver', f.id, f.released_by::text, 'waiver'
from refunds f
where f.status = 'released' and f.released_by = f.prepared_by
  and not exists (
    select from approvals a
    where a.action = 'release-refund' and a.approver_id = f.released_by and a.is_waiver
      and ((a.entity = 'customer_payment' and a.entity_id = f.payment_id)
           or (a.entity = 'credit_memo' and a.entity_id = f.credit_memo_id)));

-- What lists count without reading the orders is what the orders say.
create view inv_11_order_counts as
with counted as (
  select status, order_source, sum(orders) as orders, sum(amount) as amount
  from sales_order_totals group by 1, 2
), there as (
  select status, order_source, count(*) as orders, sum(total_amount) as amount
  from sales_orders group by 1, 2
)
select 'orders counted' as what, concat_ws(' ', coalesce(c.status, t.status),
                                           coalesce(c.order_source, t.order_source)) as id,
       concat_ws(' / ', coalesce(c.orders, 0), coalesce(c.amount, 0)) as have,
       concat_ws(' / ', coalesce(t.orders, 0), coalesce(t.amount, 0)) as want
from counted c
full join there t on t.status = c.status and t.order_source = c.order_source
where coalesce(c.orders, 0) <> coalesce(t.orders, 0)
   or coalesce(c.amount, 0) <> coalesce(t.amount, 0);

comment on view money_transitions is 'The steps that payments of customers and months know.';
comment on view inv_02_moves_of_documents is 'What a document moved is what it holds, and no more.';
comment on view inv_06_money is 'Every status of a payment or month ends a legal history.';
comment on view inv_08_accounts is 'What a document posted to each account is what it says.';
comment on view inv_09_refunds is 'No refund is released by nobody, or by its maker unseen.';
comment on view inv_11_order_counts is 'The counts of lists are the orders.';
