-- Nodes of the version before may go on.
alter table intake_messages add column order_sha256 bytea;
comment on column intake_messages.order_sha256 is
  'The SHA-256 of an order of the API as it was parsed, which is the same for other white space.';
create index intake_messages_open_by_order on intake_messages (order_sha256) where (state = any (array['received'::text, 'needs attention'::text]));
