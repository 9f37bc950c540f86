-- What must be true at every committed moment. Each view lists what breaks one rule, so that an
-- empty view is a good one; check_invariants() counts them all. No later migration may weaken one.

-- The steps a document's history may take; the same as the flow of its room (salesOrderFlow).
create view allowed_transitions as
select entity, from_status, to_status
from (values
  ('sales_order', '', 'pending'),
  ('sales_order', 'pending', 'processing'),
  ('sales_order', 'pending', 'cancelled'),
  ('sales_order', 'processing', 'shipped'),
  ('sales_order', 'processing', 'pending'),
  ('sales_order', 'processing', 'cancelled'),
  ('sales_order', 'shipped', 'delivered')
) as step (entity, from_status, to_status);

create view inv_01_order_totals as
select 'line' as what, i.id, i.total_price::text as have,
       round(i.quantity * i.unit_price, 2)::text as want
from sales_order_items i
where i.total_price <> round(i.quantity * i.unit_price, 2)
union all
select 'order', o.id, concat_ws(' / ', o.subtotal, o.tax_amount, o.total_amount),
       concat_ws(' / ', coalesce(l.subtotal, 0), coalesce(l.tax, 0),
                 o.subtotal + o.tax_amount + o.shipping_amount)
from sales_orders o
left join (
  select sales_order_id, sum(total_price) as subtotal, sum(tax_amount) as tax
  from sales_order_items
  group by sales_order_id
) l on l.sales_order_id = o.id
where o.total_amount <> o.subtotal + o.tax_amount + o.shipping_amount
   or (not o.header_only
       and (o.subtotal <> coalesce(l.subtotal, 0) or o.tax_amount <> coalesce(l.tax, 0)))
union all
select 'order without lines', o.id, 'no lines', 'at least one'
from sales_orders o
where not o.header_only
  and not exists (select from sales_order_items i where i.sales_order_id = o.id);

create view inv_02_stock_counters as
with open_lines as (
  select i.sku_id, sum(i.qty_reserved) as reserved
  from sales_order_items i
  join sales_orders o on o.id = i.sales_order_id
  where o.status in ('pending', 'processing')
  group by i.sku_id
), moves as (
  select sku_id, sum(on_hand_delta) as on_hand, sum(reserved_delta) as reserved,
         sum(on_order_delta) as on_order
  from stock_moves
  group by sku_id
)
select 'counters' as what, s.id,
       concat_ws(' / ', s.current_stock, s.reserved, s.on_order) as have,
       concat_ws(' / ', coalesce(m.on_hand, 0), coalesce(m.reserved, 0),
                 coalesce(l.reserved, 0), coalesce(m.on_order, 0)) as want
from skus s
left join open_lines l on l.sku_id = s.id
left join moves m on m.sku_id = s.id
where s.current_stock <> coalesce(m.on_hand, 0)
   or s.reserved <> coalesce(m.reserved, 0)
   or s.reserved <> coalesce(l.reserved, 0)
   or s.on_order <> coalesce(m.on_order, 0)
union all
select 'closed order holds stock', i.id, concat_ws(' / ', i.qty_reserved, i.qty_backordered), '0 / 0'
from sales_order_items i
join sales_orders o on o.id = i.sales_order_id
where o.status in ('shipped', 'delivered', 'cancelled')
  and (i.qty_reserved <> 0 or i.qty_backordered <> 0);

-- Until invoices exist no document makes a balance, and an order counts while it is open.
create view inv_03_customer_balance as
with open_orders as (
  select customer_id, sum(total_amount) as amount
  from sales_orders
  where status in ('pending', 'processing') and hold_reason is distinct from 'credit'
  group by customer_id
)
select 'open orders' as what, c.id, c.open_order_amount::text as have,
       coalesce(o.amount, 0)::text as want
from customers c
left join open_orders o on o.customer_id = c.id
where c.open_order_amount <> coalesce(o.amount, 0)
union all
select 'balance without a document', c.id, c.current_balance::text, '0.00'
from customers c
where c.current_balance <> 0;

-- Goods are promised only while they are there; a counted shortage will be on record of its own.
create view inv_05_negative_available as
select 'reserved beyond stock' as what, s.id, s.current_stock::text as have, s.reserved::text as want
from skus s
where s.current_stock - s.reserved < 0;

create view inv_06_status_audit as
with steps as (
  select entity_id, id, coalesce(from_status, '') as from_status, to_status,
         coalesce(lag(to_status) over w, '') as before,
         lead(id) over w is null as is_last
  from audit_log
  where entity = 'sales_order' and to_status is not null
  window w as (partition by entity_id order by id)
)
select 'status not explained by the last step' as what, o.id, o.status as have,
       s.to_status as want
from sales_orders o
left join steps s on s.entity_id = o.id and s.is_last
where s.to_status is distinct from o.status
union all
select 'broken or illegal step', s.entity_id, s.from_status || ' to ' || s.to_status, s.before
from steps s
left join allowed_transitions a
  on a.entity = 'sales_order' and a.from_status = s.from_status and a.to_status = s.to_status
where s.from_status <> s.before or a.entity is null;

create view inv_11_line_conservation as
select 'units lost or made' as what, i.id,
       concat_ws(' / ', o.status, i.qty_reserved, i.qty_backordered, i.qty_shipped) as have,
       i.quantity::text as want
from sales_order_items i
join sales_orders o on o.id = i.sales_order_id
where i.qty_reserved + i.qty_backordered + i.qty_shipped > i.quantity
   or (o.status in ('shipped', 'delivered') and i.qty_shipped <> i.quantity)
   or (o.status = 'processing'
       and i.qty_reserved + i.qty_backordered + i.qty_shipped <> i.quantity)
   or (o.status = 'pending' and o.hold_reason is null
       and i.qty_reserved + i.qty_backordered <> i.quantity)
   or (o.status in ('pending', 'cancelled') and i.qty_shipped <> 0);

create view inv_12_messaging as
select 'message not tried for a quarter of an hour' as what, id::text as id, topic as have,
       'sent' as want
from outbox
where sent_at is null and dead_at is null and attempts = 0
  and next_attempt_at < now() - interval '15 minutes'
union all
select 'version missing', topic || ' ' || aggregate_id, aggregate_version::text,
       (before + 1)::text
from (
  select topic, aggregate_id, aggregate_version,
         lag(aggregate_version) over (
           partition by topic, aggregate, aggregate_id order by aggregate_version) as before
  from outbox
) as numbered
where before is not null and aggregate_version <> before + 1
union all
select 'call never finished', user_id || ' ' || key, state, 'done'
from idempotency_keys
where state = 'in_flight' and created_at < now() - interval '5 minutes';

create function check_invariants() returns table (inv text, violations bigint)
language plpgsql stable as $$
declare
  found text;
begin
  for found in
    select viewname from pg_views
    where schemaname = current_schema() and viewname like 'inv\_%'
    order by viewname
  loop
    inv := found;
    execute format('select count(*) from %I', found) into violations;
    return next;
  end loop;
end
$$;

comment on view allowed_transitions is 'The steps a document''s history may take.';
comment on view inv_01_order_totals is 'A line is quantity times price; an order is its lines.';
comment on view inv_02_stock_counters is 'Stock counters are the open lines and the movements.';
comment on view inv_03_customer_balance is 'What a customer has on order is the open orders.';
comment on view inv_05_negative_available is 'No more is reserved than there is.';
comment on view inv_06_status_audit is 'Every status ends an unbroken, legal history.';
comment on view inv_11_line_conservation is 'The units of a line are somewhere, once.';
comment on view inv_12_messaging is 'No message and no call is stuck or left out.';
comment on function check_invariants() is 'Counts what breaks each rule: all must be 0.';
