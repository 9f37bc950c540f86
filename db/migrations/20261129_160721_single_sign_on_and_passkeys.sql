-- Nodes of the version before may go on.
create table passkey_challenges (
  challenge_sha256 bytea not null,
  user_id integer,
  created_at timestamp with time zone default now() not null,
  constraint passkey_challenges_pkey primary key (challenge_sha256)
);
create table passkeys (
  id integer generated always as identity not null,
  user_id integer not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name character varying(100) not null,
  is_synced boolean not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey primary key (id)
);
alter table sessions add column method text default 'password' not null;
alter table sessions add column id_token text;
create table single_sign_on (
  id integer default 1 not null,
  issuer text default '' not null,
  client_id text default '' not null,
  client_secret text,
  group_claim text default 'groups' not null,
  creates_accounts boolean default false not null,
  default_role text,
  default_own_role_id integer,
  button_text character varying(50) default 'Single sign-on' not null,
  is_only boolean default false not null,
  break_glass_id integer,
  updated_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint single_sign_on_pkey primary key (id),
  constraint single_sign_on_is_one_row check (id = 1),
  constraint single_sign_on_only_with_break_glass
    check (not is_only or (issuer <> '' and break_glass_id is not null)),
  constraint single_sign_on_role_known
    check ((default_own_role_id is null or default_role is not null)
      and (default_role in
        ('admin', 'manager', 'sales', 'purchasing', 'warehouse', 'finance', 'viewer', 'user'))
        = (default_own_role_id is null))
);
create table single_sign_on_attempts (
  state_sha256 bytea not null,
  browser_sha256 bytea not null,
  issuer text not null,
  created_at timestamp with time zone default now() not null,
  constraint single_sign_on_attempts_pkey primary key (state_sha256)
);
create table single_sign_on_groups (
  place integer not null,
  mapped_group text not null,
  role text not null,
  own_role_id integer,
  constraint single_sign_on_groups_pkey primary key (place),
  constraint single_sign_on_group_role_known
    check ((role in
      ('admin', 'manager', 'sales', 'purchasing', 'warehouse', 'finance', 'viewer', 'user'))
      = (own_role_id is null))
);
create table single_sign_on_identities (
  issuer text not null,
  subject text not null,
  user_id integer not null,
  created_at timestamp with time zone default now() not null,
  constraint single_sign_on_identities_issuer_subject_pk primary key (issuer, subject)
);
create index passkey_challenges_created on passkey_challenges (created_at);
create index passkey_challenges_of_user on passkey_challenges (user_id);
create unique index credential_taken on passkeys (credential_id);
create index passkeys_of_user on passkeys (user_id);
alter table sessions add constraint session_method_known
  check (method in ('password', 'passkey', 'single-sign-on'));
create index single_sign_on_attempts_created on single_sign_on_attempts (created_at);
create unique index group_mapped_twice on single_sign_on_groups (mapped_group);
create unique index identity_of_user on single_sign_on_identities (user_id, issuer);
alter table passkey_challenges add constraint passkey_challenges_user_id_users_id_fk
  foreign key (user_id) references users(id) on delete cascade;
alter table passkeys add constraint passkeys_user_id_users_id_fk
  foreign key (user_id) references users(id) on delete cascade;
alter table single_sign_on add constraint single_sign_on_break_glass_id_users_id_fk
  foreign key (break_glass_id) references users(id);
alter table single_sign_on add constraint single_sign_on_own_role_fk
  foreign key (default_own_role_id, default_role) references own_roles(id, name)
  on update cascade;
alter table single_sign_on_groups add constraint single_sign_on_group_own_role_fk
  foreign key (own_role_id, role) references own_roles(id, name) on update cascade;
alter table single_sign_on_identities add constraint single_sign_on_identities_user_id_users_id_fk
  foreign key (user_id) references users(id) on delete cascade;
comment on table single_sign_on is
  'The settings of single sign-on, in one row; without an issuer it is off.';
comment on table single_sign_on_groups is
  'Which role each group of the provider gives; the lowest place counts.';
comment on table single_sign_on_identities is
  'The persons of providers, by issuer and subject, that belong to accounts.';
comment on table single_sign_on_attempts is
  'Sign-ins that went to the provider, for ten minutes; only hashes are kept.';
comment on table passkeys is 'The public keys of devices that sign a user in.';
comment on table passkey_challenges is
  'Challenges that a passkey must sign within five minutes, as hashes.';
