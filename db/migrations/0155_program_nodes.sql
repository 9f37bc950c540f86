-- Nodes of the version before may go on.
-- Each program on this database says that it runs: a write of its own tells it whether the
-- database can be written.
create table program_nodes (
  node uuid not null,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  constraint program_nodes_pk primary key (node)
);
comment on table program_nodes is 'The programs that run on this database, and when each wrote last.';
