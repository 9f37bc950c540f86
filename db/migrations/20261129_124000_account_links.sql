-- Nodes of the version before may go on.
alter table users add column pending text;
alter table users add constraint user_pending_known
  check (pending in ('approval', 'invitation'));
update users u set pending = 'approval'
where not is_active
  and exists (select from audit_log a
              where a.entity = 'user' and a.entity_id = u.id and a.action = 'sign-up')
  and not exists (select from audit_log a
                  where a.entity = 'user' and a.entity_id = u.id and a.action = 'update');
alter table sign_in_attempts add column account text;
create index sign_in_attempts_of_account on sign_in_attempts (account);
create table account_links (
  token_sha256 bytea not null,
  kind text not null,
  user_id integer not null,
  created_at timestamp with time zone default now() not null,
  constraint account_links_pkey primary key (token_sha256),
  constraint account_link_kind_known check (kind in ('reset', 'invitation')),
  constraint account_links_user_id_users_id_fk
    foreign key (user_id) references users (id) on delete cascade
);
create index account_links_of_user on account_links (user_id);
create index account_links_created on account_links (created_at);
create table account_emails (
  id integer generated always as identity,
  kind text not null,
  email_folded text not null,
  message_id uuid default gen_random_uuid() not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  constraint account_emails_pkey primary key (id),
  constraint account_email_kind_known check (kind in ('reset', 'invitation'))
);
create index account_emails_due on account_emails (next_attempt_at);
comment on table account_links is
  'Links to reset a password or accept an invitation, for 30 minutes; only the hash is kept.';
comment on table account_emails is
  'The queue of emails with such links, by address, whether or not an account has it.';
