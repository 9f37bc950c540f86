-- Fingerprints of bodies are made with a secret that all nodes share.
create table server_secrets (
  id integer not null,
  secret bytea not null,
  constraint server_secrets_pk primary key (id),
  constraint server_secrets_one check (id = 1),
  constraint server_secrets_long check (length(secret) >= 16)
);
comment on table server_secrets is 'What fingerprints are made with where SESSION_SECRET is not set: one row.';

-- What was kept of bodies with passwords was made by a fast hash, without a secret.
delete from idempotency_keys where path ~ '^/api/users(/|$)';
