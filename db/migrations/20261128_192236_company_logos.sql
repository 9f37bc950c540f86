-- Nodes of the version before may go on.
create table company_logos (
  sha256 text not null,
  png bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint company_logos_pkey primary key (sha256)
);
