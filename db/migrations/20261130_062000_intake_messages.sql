-- Nodes of the version before may go on.
create table intake_messages (
  id integer generated always as identity not null,
  channel text not null,
  source_key text,
  sender text default ''::text not null,
  subject text default ''::text not null,
  media_type text default 'text/plain'::text not null,
  raw bytea,
  sha256 bytea not null,
  size integer not null,
  state text not null,
  content jsonb,
  options jsonb,
  problems jsonb default '[]'::jsonb not null,
  reason text,
  customer_id integer,
  customer_po text,
  owner_id integer,
  duplicate_of integer,
  arrivals integer default 1 not null,
  created_by integer,
  received_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint intake_messages_pkey primary key (id),
  constraint intake_status_known check (state in ('received', 'needs attention', 'placed', 'rejected', 'duplicate')),
  constraint intake_channel_known check (channel in ('web', 'phone', 'csv', 'edi', 'api', 'mobile', 'text', 'email')),
  constraint intake_size_not_negative check ((size >= 0)),
  constraint intake_arrives_once check ((arrivals >= 1)),
  constraint intake_rejection_has_reason check (((state <> 'rejected'::text) or (reason is not null))),
  constraint intake_is_not_its_own_duplicate check ((duplicate_of <> id))
);
create table intake_orders (
  message_id integer not null,
  sales_order_id integer not null,
  created_at timestamp with time zone default now() not null,
  constraint intake_orders_pk primary key (message_id, sales_order_id)
);
create table intake_corrections (
  id integer generated always as identity not null,
  customer_id integer not null,
  kind text not null,
  text text not null,
  key text not null,
  sku_id integer,
  value text,
  factor integer default 1 not null,
  created_by integer,
  updated_at timestamp with time zone default now() not null,
  constraint intake_corrections_pkey primary key (id),
  constraint intake_correction_kind_known check (kind in ('part', 'unit', 'ship-to')),
  constraint intake_correction_has_sku check (((kind in ('part', 'unit')) = (sku_id is not null))),
  constraint intake_correction_has_value check (((kind in ('unit', 'ship-to')) = (value is not null))),
  constraint intake_correction_factor_positive check ((factor >= 1))
);
alter table intake_messages add constraint intake_messages_customer_id_customers_id_fk foreign key (customer_id) references customers(id);
alter table intake_messages add constraint intake_messages_owner_id_users_id_fk foreign key (owner_id) references users(id);
alter table intake_messages add constraint intake_messages_duplicate_of_intake_messages_id_fk foreign key (duplicate_of) references intake_messages(id);
alter table intake_messages add constraint intake_messages_created_by_users_id_fk foreign key (created_by) references users(id);
alter table intake_orders add constraint intake_orders_message_id_intake_messages_id_fk foreign key (message_id) references intake_messages(id);
alter table intake_orders add constraint intake_orders_sales_order_id_sales_orders_id_fk foreign key (sales_order_id) references sales_orders(id);
alter table intake_corrections add constraint intake_corrections_customer_id_customers_id_fk foreign key (customer_id) references customers(id) on delete cascade;
alter table intake_corrections add constraint intake_corrections_sku_id_skus_id_fk foreign key (sku_id) references skus(id) on delete cascade;
alter table intake_corrections add constraint intake_corrections_created_by_users_id_fk foreign key (created_by) references users(id);
create unique index intake_source_once on intake_messages (source_key) where (source_key is not null);
create unique index intake_open_once on intake_messages (channel, sha256) where (state = any (array['received'::text, 'needs attention'::text]));
create index intake_messages_same on intake_messages (channel, sha256);
create index intake_messages_open on intake_messages (id, owner_id) where (state = any (array['received'::text, 'needs attention'::text]));
create index intake_messages_by_state on intake_messages (state, id);
create index intake_messages_by_time on intake_messages (received_at, id);
create index intake_messages_of_customer on intake_messages (customer_id, id);
create index intake_messages_of_owner on intake_messages (owner_id, id);
create index intake_messages_of_creator on intake_messages (created_by);
create index intake_messages_by_original on intake_messages (duplicate_of);
create index intake_messages_with_raw on intake_messages (received_at) where (raw is not null);
create index intake_orders_of_order on intake_orders (sales_order_id);
create unique index intake_correction_once on intake_corrections (customer_id, kind, key) where (kind <> 'unit'::text);
create unique index intake_unit_once on intake_corrections (customer_id, key, sku_id) where (kind = 'unit'::text);
create index intake_corrections_of_sku on intake_corrections (sku_id);
create index intake_corrections_by_creator on intake_corrections (created_by);
comment on table intake_messages is
  'Messages of every channel that may become orders, as they were received, and their state.';
comment on table intake_orders is
  'The orders that messages of the intake inbox became.';
comment on table intake_corrections is
  'What people corrected in messages of a customer; applied to the next ones.';

alter table sales_orders drop constraint order_source_known;
alter table sales_orders add constraint order_source_known check (order_source in ('web', 'phone', 'csv', 'edi', 'api', 'mobile', 'text', 'email'));

-- A message that was placed has an order, and an open one was not placed as a whole.
create view inv_18_intake_messages as
select 'placed message without an order' as what, m.id::text as id, m.state as have,
       'an order' as want
from intake_messages m
where m.state = 'placed'
  and not exists (select from intake_orders o where o.message_id = m.id)
union all
select 'order of two messages', o.sales_order_id::text, count(*)::text, '1'
from intake_orders o join intake_messages m on m.id = o.message_id
where m.channel <> 'csv'
group by o.sales_order_id having count(*) > 1;
comment on view inv_18_intake_messages is
  'A placed message has an order, and an order comes from one message.';
