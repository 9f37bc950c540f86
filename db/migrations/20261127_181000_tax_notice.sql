-- Nodes of the version before may go on.
-- What the sales tax of an order goes by, where its ship-to address could not be read.
alter table sales_orders add column tax_notice text;
