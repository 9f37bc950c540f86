-- Nodes of the version before may go on.
-- What does not go on with somebody outside: the warehouse, the mail server, a partner's folder.
create table outside_troubles (
  part text not null,
  title text not null,
  link text not null,
  sentence text not null,
  failures integer not null default 1,
  began_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  constraint outside_troubles_pk primary key (part),
  constraint outside_troubles_failed check (failures > 0)
);
comment on table outside_troubles is 'What does not go on with somebody outside, since when, and what was answered last.';
