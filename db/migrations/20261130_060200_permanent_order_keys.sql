-- Nodes of the version before stop writing.
-- The idempotency key of a request that created an order is never deleted. Only the stored answer
-- expires; a later repetition is answered with the order as it is then. The cleanup of the version
-- before would delete these keys.
alter table idempotency_keys add column record_id integer;
update idempotency_keys
set record_id = (response_body::jsonb -> 'order' ->> 'id')::int
where state = 'done' and response_status = 201 and method = 'POST'
  and path in ('/api/orders/create', '/api/orders/import');
update idempotency_keys
set record_id = (response_body::jsonb ->> 'id')::int
where state = 'done' and response_status = 201 and method = 'POST' and path = '/api/sales-orders';
create index idempotency_keys_to_clean on idempotency_keys using btree (created_at)
  where record_id is null or response_body is not null;
