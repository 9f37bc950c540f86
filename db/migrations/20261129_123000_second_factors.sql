-- Nodes of the version before may go on.
create table second_factors (
  user_id integer not null,
  secret text not null,
  confirmed_at timestamp with time zone,
  last_step bigint default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint second_factors_pkey primary key (user_id),
  constraint second_factors_user_id_users_id_fk
    foreign key (user_id) references users (id) on delete cascade
);
create table recovery_codes (
  code_sha256 bytea not null,
  user_id integer not null,
  created_at timestamp with time zone default now() not null,
  constraint recovery_codes_pkey primary key (code_sha256),
  constraint recovery_codes_user_id_users_id_fk
    foreign key (user_id) references users (id) on delete cascade
);
create table sign_in_challenges (
  token_sha256 bytea not null,
  user_id integer not null,
  created_at timestamp with time zone default now() not null,
  constraint sign_in_challenges_pkey primary key (token_sha256),
  constraint sign_in_challenges_user_id_users_id_fk
    foreign key (user_id) references users (id) on delete cascade
);
create index recovery_codes_of_user on recovery_codes (user_id);
create index sign_in_challenges_of_user on sign_in_challenges (user_id);
create index sign_in_challenges_created on sign_in_challenges (created_at);
comment on table second_factors is
  'The second factor of each account that has one; pending until a first code confirmed it.';
comment on table recovery_codes is 'The unused recovery codes of second factors, as hashes.';
comment on table sign_in_challenges is
  'Sign-ins with the right password that wait for the second factor, for five minutes.';
