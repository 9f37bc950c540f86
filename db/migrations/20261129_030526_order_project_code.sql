-- Nodes of the version before may go on.
alter table sales_orders add column project_code character varying(50);
create index sales_orders_project_code on sales_orders (lower((project_code)::text) text_pattern_ops) where (project_code is not null);
