create table imported_orders (
  content_sha256 bytea not null,
  sales_order_id integer not null references sales_orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint imported_orders_pk primary key (content_sha256, sales_order_id)
);
--> statement-breakpoint
create index imported_orders_of_order on imported_orders (sales_order_id);
--> statement-breakpoint
comment on table imported_orders is
  'What each order of an imported file asked for, as a hash, so that an equal one is recognized.';
--> statement-breakpoint
insert into imported_orders (content_sha256, sales_order_id, created_at)
select k.body_sha256, o.id, k.created_at
from idempotency_keys k
join sales_orders o on o.id = (k.response_body::jsonb -> 'order' ->> 'id')::int
where k.key like 'csv-order %' and k.state = 'done' and k.response_status = 201
on conflict do nothing;
