-- Nodes of the version before stop writing.
alter table second_factors add constraint second_factor_secret_form_known
  check (secret ~ '^([A-Z2-7]+$|aes256gcm[.])');
comment on column second_factors.secret is
  'The key of the app: in base32, or encrypted with a key of SECRETS_KEY that the second part names.';
comment on column single_sign_on.client_secret is
  'The client secret: as text, or encrypted with a key of SECRETS_KEY that the second part names.';
