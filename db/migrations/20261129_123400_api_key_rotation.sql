-- Nodes of the version before may go on.
alter table api_keys add column previous_token_sha256 bytea;
alter table api_keys add column previous_until timestamp with time zone;
alter table api_keys add column rotation_key character varying(255);
alter table api_keys add column rate_per_minute integer;
alter table api_keys add column addresses text[] default '{}'::text[] not null;
alter table api_keys add column version integer default 1 not null;
alter table api_keys add constraint api_key_previous_ends check (((previous_token_sha256 is null) = (previous_until is null)));
alter table api_keys add constraint api_key_rate_is_positive check ((rate_per_minute > 0));
create unique index api_key_previous_token on api_keys (previous_token_sha256) where (previous_token_sha256 is not null);
