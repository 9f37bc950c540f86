-- Nodes of the version before may go on.
alter table import_rows add column after jsonb;
comment on column import_rows.after is
  'The new values of the fields that a bulk edit changed, which its undo compares; null for an import.';
