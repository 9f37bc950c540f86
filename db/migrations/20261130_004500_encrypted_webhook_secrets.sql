-- Nodes of the version before may go on.
alter table webhooks add constraint webhook_secret_form_known
  check (secret ~ '^(whsec_|aes256gcm[.])' and previous_secret ~ '^(whsec_|aes256gcm[.])');
comment on column webhooks.secret is
  'The secret that signs: as text, or encrypted with a key of SECRETS_KEY that the second part names.';
