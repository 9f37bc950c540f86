-- The yardstick: what the program writes for an order of three lines, in one call of a function,
-- without a network in between, a session, a parser or a decision.
create or replace function bench_place_order(c int, wanted int[], q int) returns int language plpgsql as $$
declare
  k text := gen_random_uuid()::text;
  o int := nextval('sales_orders_id_seq');
  s record;
  subtotal numeric := 0;
  tax numeric := 0;
  line int := 0;
  line_total numeric;
  free bigint := 0;
  buyer record;
  agreed numeric;
begin
  insert into idempotency_keys (user_id, key, method, path, body_sha256)
  values (1, k, 'POST', '/api/orders/create', sha256(k::bytea)) on conflict do nothing;
  perform 1 from customers where id = c for no key update;
  select credit_limit - current_balance - open_order_amount as available, address into buyer
  from customers where id = c;
  insert into sales_orders (id, order_number, customer_id, order_date, shipping_address,
                            billing_address, created_by)
  overriding system value
  values (o, 'SO-Y' || o, c, current_date, buyer.address, buyer.address, 1);
  for s in select id, sku, name, price, current_stock - reserved as available
           from skus where id = any(wanted) order by id for no key update
  loop
    line := line + 1;
    if s.available < q then raise exception 'short'; end if;
    select contract_price into agreed from contract_pricing
    where customer_id = c and sku_id = s.id and is_active and effective_date <= current_date
      and (expiration_date is null or expiration_date >= current_date) and minimum_quantity <= q
    order by minimum_quantity desc, effective_date desc, id desc limit 1;
    line_total := round(q * coalesce(agreed, s.price), 2);
    insert into sales_order_items (sales_order_id, line_no, sku_id, quantity, unit_price,
                                   price_source, total_price, tax_amount, qty_reserved)
    values (o, line, s.id, q, coalesce(agreed, s.price), 'standard', line_total,
            round(line_total * 0.08, 2), q);
    update skus set reserved = reserved + q where id = s.id;
    insert into stock_moves (sku_id, kind, reserved_delta, ref_type, ref_id, ref_line, dedupe_key,
                             created_by)
    values (s.id, 'reserve', q, 'sales_order', o, line, 'so:' || o || ':' || line || ':reserve', 1);
    subtotal := subtotal + line_total;
    tax := tax + round(line_total * 0.08, 2);
  end loop;
  if subtotal + tax > buyer.available then raise exception 'credit'; end if;
  update customers set open_order_amount = open_order_amount + subtotal + tax where id = c;
  insert into audit_log (entity, entity_id, action, to_status, actor_id, channel, request_id)
  values ('sales_order', o, 'create', 'pending', 1, 'api', k);
  insert into outbox (topic, aggregate, aggregate_id, aggregate_version, payload)
  values ('sales-order.created', 'sales_order', o, 1,
          jsonb_build_object('orderNumber', 'SO-Y' || o, 'customerId', c,
                             'totalAmount', (subtotal + tax)::text));
  update idempotency_keys set state = 'done', response_status = 201,
         response_body = repeat('0123456789', 170)
  where user_id = 1 and key = k;
  return o;
end
$$;

-- What the program reads to decide on an order, and the sums it makes of it.
create or replace function bench_validate_order(c int, wanted int[], q int) returns numeric
language plpgsql as $$
declare
  buyer record;
  s record;
  agreed numeric;
  subtotal numeric := 0;
begin
  select id, customer_code, name, price_level, credit_limit - current_balance - open_order_amount
         as available, country, state, tax_exempt, credit_status, payment_terms into buyer
  from customers where id = c and deleted_at is null;
  for s in select id, sku, name, price, tier1_price, tier2_price, tier3_price,
                  current_stock - reserved as available
           from skus where id = any(wanted) and deleted_at is null order by id
  loop
    select contract_price into agreed from contract_pricing
    where customer_id = c and sku_id = s.id and is_active and effective_date <= current_date
      and (expiration_date is null or expiration_date >= current_date) and minimum_quantity <= q
    order by minimum_quantity desc, effective_date desc, id desc limit 1;
    subtotal := subtotal + round(q * coalesce(agreed, s.price), 2);
  end loop;
  return buyer.available - subtotal;
end
$$;
