-- Nodes of the version before may go on.
alter table imports
  add column action text not null default 'import',
  add column unchanged_count integer not null default 0,
  add column skipped_count integer not null default 0,
  add column skipped jsonb not null default '[]',
  add column undone_by integer;
alter table import_rows add column file_row integer;
comment on table imports is
  'A file of records that was imported, or a bulk edit of records, and whether it was undone.';
comment on column imports.action is
  'What was done to the records: import, or the action of a bulk edit such as deactivate.';
comment on column imports.skipped is
  'The records that a bulk edit did not change, with the reason of each.';
comment on table import_rows is
  'What an import or a bulk edit changed in each record, for undo; kept for 30 days.';
