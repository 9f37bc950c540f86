-- Nodes of the version before may go on.
alter table customers add column soft_reserved_amount numeric(12,2) default '0'::numeric not null;
alter table skus add column soft_reserved integer default 0 not null;
create table order_approvals (
  id integer generated always as identity not null,
  token uuid default gen_random_uuid() not null,
  user_id integer not null,
  customer_id integer not null,
  state text default 'held'::text not null,
  amount numeric(12,2) not null,
  units jsonb not null,
  request_sha256 bytea not null,
  approved jsonb not null,
  decision_id integer not null,
  sales_order_id integer,
  approved_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint order_approvals_pkey primary key (id),
  constraint order_approval_amount_not_negative check ((amount >= (0)::numeric)),
  constraint order_approval_ends check (((expires_at > approved_at) and (expires_at <= (approved_at + '04:00:00'::interval)))),
  constraint order_approval_placed_with_order check (((state = 'placed'::text) = (sales_order_id is not null))),
  constraint order_approval_state_known check ((state = any (array['held'::text, 'placed'::text, 'released'::text])))
);
alter table customers add constraint soft_reserved_amount_not_negative check ((soft_reserved_amount >= (0)::numeric));
alter table skus add constraint soft_reserved_not_negative check ((soft_reserved >= 0));
alter table order_approvals add constraint order_approvals_customer_id_customers_id_fk foreign key (customer_id) references customers(id) on delete cascade;
alter table order_approvals add constraint order_approvals_sales_order_id_sales_orders_id_fk foreign key (sales_order_id) references sales_orders(id);
create unique index order_approvals_token on order_approvals (token);
create unique index order_approvals_order on order_approvals (sales_order_id) where (sales_order_id is not null);
create index order_approvals_held on order_approvals (expires_at) where (state = 'held'::text);
create index order_approvals_ended on order_approvals (ended_at) where (ended_at is not null);
create index order_approvals_of_customer on order_approvals (customer_id);
comment on table order_approvals is
  'Binding approvals of validated orders: what each showed, and what it holds until it expires.';

-- What approvals hold, by SKU and by customer, is what the counters say. The job that gives back
-- what expired runs every few seconds; an hour later it has certainly not run.
create view inv_16_soft_reservations as
with held_units as (
  select u.key::integer as sku_id, sum(u.value::integer)::integer as units
  from order_approvals a cross join lateral jsonb_each_text(a.units) u
  where a.state = 'held'
  group by 1),
held_amounts as (
  select customer_id, sum(amount) as amount from order_approvals where state = 'held' group by 1)
select 'soft-reserved units of a SKU' as what, s.id::text as id, s.soft_reserved::text as have,
       coalesce(h.units, 0)::text as want
from skus s left join held_units h on h.sku_id = s.id
where s.soft_reserved <> coalesce(h.units, 0)
union all
select 'soft-reserved credit of a customer', c.id::text, c.soft_reserved_amount::text,
       coalesce(h.amount, 0)::text
from customers c left join held_amounts h on h.customer_id = c.id
where c.soft_reserved_amount <> coalesce(h.amount, 0)
union all
select 'approval that holds after its time', a.id::text, a.expires_at::text, now()::text
from order_approvals a
where a.state = 'held' and a.expires_at < now() - interval '1 hour'
union all
select 'order of another customer than approved', a.id::text, o.customer_id::text,
       a.customer_id::text
from order_approvals a join sales_orders o on o.id = a.sales_order_id
where o.customer_id <> a.customer_id;
comment on view inv_16_soft_reservations is
  'What is soft-reserved is what approvals hold, and none holds it for ever.';
