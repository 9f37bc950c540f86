-- Nodes of the version before stop writing.
-- An order that resembles another is parked: on hold with neither stock nor credit, until somebody
-- decides. The version before would count a parked order toward the credit of its customer.
alter table sales_orders drop constraint sales_order_hold_known;
alter table sales_orders add constraint sales_order_hold_known check ((hold_reason = any (array['credit'::text, 'stock'::text, 'price'::text, 'address'::text, 'duplicate'::text, 'manual'::text, 'payment'::text, 'margin'::text, 'parked'::text])));
create index sales_orders_po_of_customer on sales_orders using btree
  (customer_id, ltrim(regexp_replace(lower(customer_po), '\s', '', 'g'), '0'))
  where customer_po is not null;

alter table customers add column duplicate_check text;
alter table customers add constraint duplicate_check_known
  check (duplicate_check in ('off', 'po', 'lines'));

create table parked_orders (
  sales_order_id integer not null,
  resembles_id integer not null,
  reason text not null,
  created_at timestamptz not null default now(),
  constraint parked_orders_pk primary key (sales_order_id),
  constraint parked_orders_sales_order_id_sales_orders_id_fk
    foreign key (sales_order_id) references sales_orders (id),
  constraint parked_orders_resembles_id_sales_orders_id_fk
    foreign key (resembles_id) references sales_orders (id),
  constraint parked_order_reason_known check (reason in ('po', 'lines')),
  constraint parked_order_is_not_its_own check (sales_order_id <> resembles_id)
);
create index parked_orders_by_resembled on parked_orders using btree (resembles_id);
comment on table parked_orders is
  'The order that an order resembled when it was parked, and in what. The row stays afterwards.';

create or replace view inv_03_customer_balance as
with open_orders as (
  select customer_id, sum(greatest(total_amount - shipped_amount, 0)) as amount
  from sales_orders
  where status in ('pending', 'processing') and coalesce(hold_reason, '') not in ('credit', 'parked')
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

create view inv_15_parked_orders as
select 'a parked order resembles none' as what, o.id, o.hold_reason::text as have,
       'a row in parked_orders' as want
from sales_orders o
where o.hold_reason = 'parked'
  and not exists (select from parked_orders p where p.sales_order_id = o.id)
union all
select 'a parked order has stock', o.id, (i.qty_reserved + i.qty_backordered)::text, '0'
from sales_orders o join sales_order_items i on i.sales_order_id = o.id
where o.hold_reason = 'parked' and i.qty_reserved + i.qty_backordered > 0;

comment on view inv_15_parked_orders is
  'A parked order says what it resembles, and has no stock.';
