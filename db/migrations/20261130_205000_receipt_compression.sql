-- Nodes of the version before may go on.
-- The text of a receipt is compressed faster by LZ4, with which PostgreSQL is usually built. The
-- embedded database is not, and goes on as before.
do $$
begin
  alter table decision_receipts alter column canonical set compression lz4;
exception when feature_not_supported then
  null;
end $$;
