-- Nodes of the version before may go on.
create table stock_ring_fences (
  id integer generated always as identity not null,
  sku_id integer not null,
  customer_id integer not null,
  quantity integer not null,
  reason text not null,
  created_by integer,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint stock_ring_fences_pkey primary key (id),
  constraint ring_fence_quantity_positive check ((quantity >= 1))
);
create unique index ring_fence_once on stock_ring_fences (sku_id, customer_id);
create index stock_ring_fences_of_customer on stock_ring_fences (customer_id);
alter table stock_ring_fences add constraint stock_ring_fences_customer_id_customers_id_fk foreign key (customer_id) references customers(id);
alter table stock_ring_fences add constraint stock_ring_fences_sku_id_skus_id_fk foreign key (sku_id) references skus(id);
comment on table stock_ring_fences is
  'Units of a SKU that only one customer''s orders may reserve, with what these hold already.';

-- Changes only with a row of its table, a reservation or a soft reservation, all under the lock of
-- the SKU.
create view open_ring_fences as
select f.sku_id, f.customer_id, f.quantity - held.units as units
from stock_ring_fences f
cross join lateral (
  select (coalesce((
      select sum(i.qty_reserved)
      from sales_orders o
      join sales_order_items i on i.sales_order_id = o.id
      where o.customer_id = f.customer_id and o.status in ('pending', 'processing')
        and i.sku_id = f.sku_id and i.qty_reserved > 0), 0)
    + coalesce((
      select sum((a.units ->> f.sku_id::text)::int)
      from order_approvals a
      where a.customer_id = f.customer_id and a.state = 'held'), 0))::int as units
) as held
where f.quantity > held.units;
comment on view open_ring_fences is
  'The ring-fenced units that orders and approvals of their customer do not hold yet.';
