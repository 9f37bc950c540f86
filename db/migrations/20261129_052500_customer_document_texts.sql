-- Nodes of the version before may go on.
alter table customers add column supplier_number text;
alter table customers add column document_note text;
