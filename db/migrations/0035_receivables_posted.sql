-- What receivables cannot declare: references to rooms that stand to their right, and what must be
-- true of them. Shipments that left before there were invoices get theirs, with its posting.

comment on table invoices is 'What customers were charged, one for each shipment.';
comment on table invoice_lines is 'What left of the lines of an order, at the price it was charged.';
comment on table customer_payments is 'Money that customers paid.';
comment on table credit_memos is 'What was taken back of a charge; applied like money.';
comment on table credit_memo_lines is 'Units of invoice lines that were credited.';
comment on table receivable_applications is 'What settled an invoice: a payment, a credit, a loss.';
comment on table refunds is 'Money that goes back to customers, prepared and then released.';

alter table invoices
  add constraint invoices_sales_order_fk foreign key (sales_order_id) references sales_orders (id),
  add constraint invoices_shipment_fk foreign key (shipment_id) references shipments (id);
create unique index invoice_of_shipment_once on invoices (shipment_id);
alter table invoice_lines
  add constraint invoice_lines_order_line_fk
  foreign key (sales_order_item_id) references sales_order_items (id);
alter table credit_memos
  add constraint credit_memos_return_fk foreign key (return_id) references returns (id);
create unique index credit_memo_of_return_once on credit_memos (return_id);

-- Due by the terms as the program reads them; terms that nobody understands are net 30.
with charged as (
  select h.id as shipment_id, o.id as order_id, o.customer_id, d.ship_date, h.created_by,
         h.goods_amount, h.tax_amount, h.shipping_amount, h.total_amount,
         lower(trim(c.payment_terms)) as terms, c.payment_terms,
         (date_trunc('month', d.ship_date) + interval '1 month - 1 day')::date as month_end
  from shipments h
  join sales_orders o on o.id = h.sales_order_id
  join customers c on c.id = o.customer_id
  cross join lateral (select least(h.ship_date, current_date) as ship_date) d
), read_terms as (
  select charged.*,
         coalesce((regexp_match(terms, '(?:net|n)(?: ?[-/] ?| )(\d{1,3})'))[1]::int, 30) as days,
         terms ~ 'eom$' as is_eom,
         (regexp_match(terms, '^(\d{1,2})(?:st|nd|rd|th)? (?:prox|mfi)$'))[1]::int as prox
  from charged
)
insert into invoices
  (customer_id, sales_order_id, shipment_id, doc_date, payment_terms, due_date, goods, tax, freight,
   total, open_amount, created_by)
select customer_id, order_id, shipment_id, ship_date, payment_terms,
       case
         when terms in ('prepaid', 'cia', 'cash in advance', 'cwo', 'net-0', 'cod')
              or terms ~ '^due[ -]on[ -]receipt$' then ship_date
         when terms in ('eom', 'net eom') then month_end
         when prox between 1 and 31 then least(
           month_end + prox,
           (date_trunc('month', month_end + 1) + interval '1 month - 1 day')::date)
         when is_eom then month_end + days
         else ship_date + days
       end,
       goods_amount, tax_amount, shipping_amount, total_amount, total_amount, created_by
from read_terms
order by shipment_id;

insert into invoice_lines
  (invoice_id, line_no, sales_order_item_id, sku_id, quantity, unit_price, total_price, tax_amount)
select i.id, l.line_no, l.id, l.sku_id, p.quantity, l.unit_price, p.goods_amount, p.tax_amount
from invoices i
join shipment_items p on p.shipment_id = i.shipment_id
join sales_order_items l on l.id = p.sales_order_item_id
order by i.id, l.line_no;

with costs as (
  select l.invoice_id, sum(l.quantity * s.cost)::numeric(12, 2) as cost
  from invoice_lines l join skus s on s.id = l.sku_id group by l.invoice_id
), entries as (
  insert into journal_entries (source, source_id, event, posted_on, period_id, memo, created_by)
  select 'invoice', i.id, 'post', i.doc_date, to_char(i.doc_date, 'YYYYMM')::int,
         'Invoice ' || i.invoice_number, i.created_by
  from invoices i
  left join costs c on c.invoice_id = i.id
  where i.total > 0 or c.cost > 0
  order by i.id
  returning id, source_id
)
insert into journal_lines (entry_id, account, customer_id, debit, credit)
select e.id, x.account, x.customer_id, x.debit, x.credit
from entries e
join invoices i on i.id = e.source_id
left join costs c on c.invoice_id = i.id
cross join lateral (values
  (1, '1100', i.customer_id, i.total, 0::numeric),
  (2, '4000', null, 0, i.goods),
  (3, '2100', null, 0, i.tax),
  (4, '4100', null, 0, i.freight),
  (5, '5000', null, coalesce(c.cost, 0), 0),
  (6, '1200', null, 0, coalesce(c.cost, 0))
) as x (place, account, customer_id, debit, credit)
where x.debit > 0 or x.credit > 0
order by e.id, x.place;

update customers c
set current_balance = c.current_balance + i.total
from (select customer_id, sum(total) as total from invoices group by customer_id) as i
where i.customer_id = c.id;

-- A customer owes what the documents say and the ledger says the same; what is on order is what of
-- the open orders has not left.
create or replace view inv_03_customer_balance as
with open_orders as (
  select customer_id, sum(greatest(total_amount - shipped_amount, 0)) as amount
  from sales_orders
  where status in ('pending', 'processing') and hold_reason is distinct from 'credit'
  group by customer_id
), documents as (
  select customer_id, sum(amount) as amount
  from (
    select customer_id, total as amount from invoices
    union all select customer_id, -amount from customer_payments where status = 'posted'
    union all select customer_id, -total from credit_memos
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

create view inv_04_receivable_applications as
with of_invoice as (
  select invoice_id as id, sum(amount + discount) as amount
  from receivable_applications where reversed_on is null group by invoice_id
), of_payment as (
  select id, sum(amount) as amount from (
    select payment_id as id, amount from receivable_applications
    where payment_id is not null and reversed_on is null
    union all
    select payment_id, amount from refunds where payment_id is not null and status <> 'cancelled'
  ) as each group by id
), of_memo as (
  select id, sum(amount) as amount from (
    select credit_memo_id as id, amount from receivable_applications
    where credit_memo_id is not null and reversed_on is null
    union all
    select credit_memo_id, amount from refunds
    where credit_memo_id is not null and status <> 'cancelled'
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
where m.open_amount <> m.total - coalesce(a.amount, 0)
union all
select 'applied to another customer', a.id, coalesce(p.customer_id, m.customer_id)::text,
       i.customer_id::text
from receivable_applications a
join invoices i on i.id = a.invoice_id
left join customer_payments p on p.id = a.payment_id
left join credit_memos m on m.id = a.credit_memo_id
where coalesce(p.customer_id, m.customer_id, i.customer_id) <> i.customer_id;

-- Every document is posted once with its own amount, and what was taken back once more.
create view inv_08_receivable_postings as
with documents as (
  select 'invoice' as source, id, total as amount, false as is_void from invoices
  union all select 'customer_payment', id, -amount, status = 'void' from customer_payments
  union all select 'credit_memo', id, -total, false from credit_memos
  union all select 'refund', id, amount, false from refunds where status = 'released'
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

create view inv_10_credits as
with by_lines as (
  select l.invoice_id as id, sum(k.total_price + k.tax_amount) as amount
  from credit_memo_lines k join invoice_lines l on l.id = k.invoice_line_id
  group by l.invoice_id
), by_amount as (
  select m.invoice_id as id, sum(m.goods + m.tax) as amount
  from credit_memos m
  where not exists (select from credit_memo_lines k where k.credit_memo_id = m.id)
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
group by l.id
having sum(k.quantity) > l.quantity or sum(k.tax_amount) > l.tax_amount
union all
select 'gave back more than was credited', m.id, sum(f.amount)::text, m.total::text
from credit_memos m
join refunds f on f.credit_memo_id = m.id and f.status <> 'cancelled'
group by m.id
having sum(f.amount) > m.total
union all
select 'gave back more than was paid', p.id, sum(f.amount)::text, p.amount::text
from customer_payments p
join refunds f on f.payment_id = p.id and f.status <> 'cancelled'
group by p.id
having sum(f.amount) > p.amount;

comment on view inv_03_customer_balance is 'A balance is the documents and the ledger.';
comment on view inv_04_receivable_applications is 'Nothing is applied beyond what there is.';
comment on view inv_08_receivable_postings is 'Every document is posted once, with its amount.';
comment on view inv_10_credits is 'No more is credited than was invoiced, nor given back.';
