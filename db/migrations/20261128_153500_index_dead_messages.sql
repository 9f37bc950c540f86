-- Nodes of the version before may go on.
create index outbox_dead on outbox using btree (dead_at) where dead_at is not null;
