-- Nodes of the version before may go on.
alter table document_sendings add column pdf_sha256 text;
