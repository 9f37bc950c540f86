-- What the table declarations cannot say: overlap, append-only tables, a sentence for every table.

-- Ranges of one number stand for equality, so that no extension is needed.
alter table contract_pricing add constraint contract_prices_overlap exclude using gist (
  int8range(customer_id, customer_id, '[]') with &&,
  int8range(sku_id, sku_id, '[]') with &&,
  int8range(minimum_quantity, minimum_quantity, '[]') with &&,
  daterange(effective_date, expiration_date, '[]') with &&
) where (is_active);

create function forbid_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end
$$;

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function forbid_change();
create trigger stock_moves_append_only before update or delete on stock_moves
  for each row execute function forbid_change();

comment on table users is 'People who may sign in.';
comment on table sessions is 'Who is signed in: only the hash of the cookie''s token is kept.';
comment on table sign_in_failures is 'Failed sign-ins per account or address and quarter hour.';
comment on table settings is 'Business rules that an administrator has changed.';
comment on table tax_rates is 'Sales tax by where goods go, from a day on.';
comment on table audit_log is 'Who did what to which record, and what changed. Append-only.';
comment on table customers is 'Who buys from us.';
comment on table vendors is 'Who we buy from.';
comment on table skus is 'What is bought and sold, with its stock counters.';
comment on table contract_pricing is 'Prices agreed with a customer for a SKU.';
comment on table stock_moves is 'The stock ledger: every change of a SKU''s counters. Append-only.';
comment on table sales_orders is 'What a customer ordered.';
comment on table sales_order_items is 'The lines of a sales order, prices frozen.';
comment on table order_drafts is 'Unfinished orders, each belonging to one clerk.';
comment on table idempotency_keys is 'What a call with an Idempotency-Key answered.';
comment on table outbox is 'Messages for the outside, sent after their act is committed.';
comment on table number_series is 'The next free number of each series of document numbers.';
comment on table secrets is 'Values one node makes once and all nodes share.';
