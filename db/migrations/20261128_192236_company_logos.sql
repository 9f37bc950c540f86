-- Nodes of the version before may go on.
create table company_logos (
  sha256 text not null,
  png bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint company_logos_pkey primary key (sha256)
);
comment on table company_logos is
  'The logos of the company as PNG, by their hash; sent documents show the one of their time.';
