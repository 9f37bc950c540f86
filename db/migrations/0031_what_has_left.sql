-- Orders that had left before there were shipments get one, with everything on it.

comment on table shipments is 'Goods that left together, and what they come to.';
comment on table shipment_items is 'Units of order lines that left with a shipment.';

insert into shipments
  (shipment_number, sales_order_id, ship_date, delivered_on, goods_amount, tax_amount,
   shipping_amount, total_amount, created_by, created_at)
select o.order_number || '-1', o.id, coalesce(o.ship_date, o.order_date),
       case when o.status = 'delivered'
            then greatest(coalesce(d.at::date, o.ship_date, o.order_date),
                          coalesce(o.ship_date, o.order_date)) end,
       o.subtotal, o.tax_amount, o.shipping_amount, o.total_amount,
       coalesce(s.actor_id, o.created_by), coalesce(s.at, o.updated_at)
from sales_orders o
left join lateral (
  select a.actor_id, a.at from audit_log a
  where a.entity = 'sales_order' and a.entity_id = o.id and a.to_status = 'shipped'
  order by a.id desc limit 1
) s on true
left join lateral (
  select a.at from audit_log a
  where a.entity = 'sales_order' and a.entity_id = o.id and a.to_status = 'delivered'
  order by a.id desc limit 1
) d on true
where o.status in ('shipped', 'delivered')
order by o.id;

insert into shipment_items (shipment_id, sales_order_item_id, quantity, goods_amount, tax_amount)
select h.id, i.id, i.qty_shipped, i.total_price, i.tax_amount
from shipments h
join sales_order_items i on i.sales_order_id = h.sales_order_id
where i.qty_shipped > 0
order by h.id, i.line_no;

update sales_orders
set shipment_count = 1, shipped_amount = total_amount
where status in ('shipped', 'delivered');

-- An order counts for its customer's credit with what of it has not left.
create or replace view inv_03_customer_balance as
with open_orders as (
  select customer_id, sum(greatest(total_amount - shipped_amount, 0)) as amount
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

create view inv_11_shipments as
with units as (
  select sales_order_item_id as id, sum(quantity) as units, sum(goods_amount) as goods,
         sum(tax_amount) as tax
  from shipment_items group by sales_order_item_id
), sent as (
  select sales_order_id as id, count(*) as shipments, sum(total_amount) as amount
  from shipments group by sales_order_id
), parts as (
  select shipment_id as id, sum(goods_amount) as goods, sum(tax_amount) as tax
  from shipment_items group by shipment_id
)
select 'units that no shipment took' as what, i.id, i.qty_shipped::text as have,
       coalesce(u.units, 0)::text as want
from sales_order_items i
left join units u on u.id = i.id
where i.qty_shipped <> coalesce(u.units, 0)
union all
select 'parts that are not their line', i.id, concat_ws(' / ', u.goods, u.tax),
       concat_ws(' / ', i.total_price, i.tax_amount)
from sales_order_items i
join units u on u.id = i.id
where u.goods > i.total_price or u.tax > i.tax_amount
   or (u.units = i.quantity and (u.goods <> i.total_price or u.tax <> i.tax_amount))
union all
select 'shipments that are not their order', o.id,
       concat_ws(' / ', o.shipment_count, o.shipped_amount),
       concat_ws(' / ', coalesce(s.shipments, 0), coalesce(s.amount, 0))
from sales_orders o
left join sent s on s.id = o.id
where o.shipment_count <> coalesce(s.shipments, 0)
   or o.shipped_amount <> coalesce(s.amount, 0)
   or (o.status in ('shipped', 'delivered') and o.shipped_amount <> o.total_amount)
   or (o.status in ('shipped', 'delivered') and o.shipment_count = 0)
   or (o.status in ('pending', 'cancelled') and o.shipment_count > 0)
union all
select 'a shipment that is not its lines', h.id, concat_ws(' / ', h.goods_amount, h.tax_amount),
       concat_ws(' / ', p.goods, p.tax)
from shipments h
join sales_orders o on o.id = h.sales_order_id
left join parts p on p.id = h.id
where not o.header_only
  and (h.goods_amount, h.tax_amount) is distinct from (p.goods, p.tax);

comment on view inv_11_shipments is 'What was shipped is the sum of the shipments.';
