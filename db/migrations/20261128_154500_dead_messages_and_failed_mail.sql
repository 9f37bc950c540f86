-- Nodes of the version before may go on.
create index document_sendings_failed on document_sendings (id) where (status = 'failed'::text);
create index outbox_dead on outbox (dead_at) where (dead_at is not null);
