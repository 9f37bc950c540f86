-- Nodes of the version before may go on.
create table backtest_runs (
  id integer generated always as identity not null,
  user_id integer not null,
  draft jsonb not null,
  state text default 'waiting'::text not null,
  total integer default 0 not null,
  done integer default 0 not null,
  result jsonb,
  failure text,
  leased_until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  constraint backtest_runs_pkey primary key (id),
  constraint backtest_runs_user_id_users_id_fk foreign key (user_id) references users (id),
  constraint backtest_status_known check (state in ('waiting', 'running', 'done', 'failed', 'cancelled', 'stopped')),
  constraint backtest_has_result check (((state = 'done'::text) = (result is not null))),
  constraint backtest_has_failure check (((state = 'failed'::text) = (failure is not null))),
  constraint backtest_finished check (((state = any (array['waiting'::text, 'running'::text])) = (finished_at is null))),
  constraint backtest_leased check (((state = 'running'::text) = (leased_until is not null)))
);
create unique index backtest_one_per_user on backtest_runs (user_id) where (state = any (array['waiting'::text, 'running'::text]));
create index backtest_runs_of_user on backtest_runs (user_id, id);
create index backtest_runs_by_age on backtest_runs (created_at);
comment on table backtest_runs is
  'Drafts of limits, prices, credit rules or tax that are tried on past orders, with their results.';

create index decision_receipts_of_creations on decision_receipts (decided_at, id) where (kind = 'create'::text);
