-- Nodes of the version before may go on.
create table history_verifications (
  id integer generated always as identity not null,
  requested_by integer not null,
  state text default 'waiting' not null,
  attempts integer default 0 not null,
  leased_until timestamp with time zone,
  seal_count integer default 0 not null,
  seals_verified integer default 0 not null,
  row_count bigint,
  fault_count integer,
  first_fault text,
  last_hash text,
  last_entry_id bigint,
  failure text,
  created_at timestamp with time zone not null,
  done_at timestamp with time zone,
  constraint history_verifications_pkey primary key (id),
  constraint history_verifications_requested_by_users_id_fk
    foreign key (requested_by) references users (id),
  constraint history_verification_state_known check (state in ('waiting', 'done', 'failed')),
  constraint history_verification_has_result check ((state = 'done') = (fault_count is not null))
);
create unique index history_verified_once_at_a_time on history_verifications (state)
  where state = 'waiting';
create index history_verifications_by_requester on history_verifications (requested_by);
comment on table history_verifications is
  'Requested verifications of the sealed history, with their progress and result.';
