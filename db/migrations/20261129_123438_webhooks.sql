-- Nodes of the version before may go on.
create table webhook_attempts (
  id integer generated always as identity not null,
  delivery_id integer not null,
  at timestamp with time zone default now() not null,
  url text not null,
  headers jsonb not null,
  status integer,
  answer text,
  error text,
  took_ms integer not null,
  constraint webhook_attempts_pkey primary key (id)
);
create table webhook_deliveries (
  id integer generated always as identity not null,
  webhook_id integer not null,
  message_id uuid default gen_random_uuid() not null,
  topic text not null,
  action text,
  entity text,
  entity_id integer,
  entity_version integer,
  event_at timestamp with time zone default now() not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  last_status integer,
  last_error text,
  ended_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint webhook_deliveries_pkey primary key (id),
  constraint webhook_delivery_state_known check ((state = any (array['waiting'::text, 'delivered'::text, 'dead'::text])))
);
create table webhook_feed (
  id integer not null,
  feed_position bigint not null,
  outbox_id bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint webhook_feed_pkey primary key (id)
);
create table webhooks (
  id integer generated always as identity not null,
  url character varying(2000) not null,
  description character varying(200) not null,
  topics text[] not null,
  is_active boolean default true not null,
  inactive_reason text,
  secret text not null,
  previous_secret text,
  previous_until timestamp with time zone,
  secret_call character varying(255),
  failures integer default 0 not null,
  failing_since timestamp with time zone,
  last_delivered_at timestamp with time zone,
  leased_until timestamp with time zone default now() not null,
  idempotency_key character varying(255),
  body_sha256 bytea,
  created_by integer,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint webhooks_pkey primary key (id),
  constraint webhook_has_topics check ((cardinality(topics) > 0)),
  constraint webhook_inactive_reason_known check ((inactive_reason = any (array['gone'::text, 'failing'::text]))),
  constraint webhook_previous_ends check (((previous_secret is null) = (previous_until is null)))
);
create index webhook_attempts_of_delivery on webhook_attempts (delivery_id);
create index webhook_deliveries_by_time on webhook_deliveries using brin (created_at);
create index webhook_deliveries_dead on webhook_deliveries (webhook_id) where (state = 'dead'::text);
create index webhook_deliveries_in_order on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, id) where (state = 'waiting'::text);
create unique index webhook_delivery_once on webhook_deliveries (webhook_id, message_id);
create unique index webhook_of_call on webhooks (created_by, idempotency_key) where (idempotency_key is not null);
create index webhooks_made_by on webhooks (created_by);
alter table webhook_attempts add constraint webhook_attempts_delivery_id_webhook_deliveries_id_fk foreign key (delivery_id) references webhook_deliveries(id) on delete cascade;
alter table webhook_deliveries add constraint webhook_deliveries_webhook_id_webhooks_id_fk foreign key (webhook_id) references webhooks(id) on delete cascade;
alter table webhooks add constraint webhooks_created_by_users_id_fk foreign key (created_by) references users(id);
comment on table webhooks is
  'Which topics of events are sent to which address, and the secrets that sign them.';
comment on table webhook_deliveries is
  'Each event for each webhook that wants it, and each test: the log of deliveries.';
comment on table webhook_attempts is
  'The attempts of a delivery: what was sent, without its signature, and what was answered.';
comment on table webhook_feed is
  'How far the events of the outbox were queued for the webhooks. One row.';
