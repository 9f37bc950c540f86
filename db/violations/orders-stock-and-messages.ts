// Invalid and valid states of orders, stock and messages, inserted by the invariants test and
// rolled back.

/** The first order of each status, and its first line. */
const anOrder = {
  pending: `(select min(id) from sales_orders where status = 'pending' and hold_reason is null)`,
  shipped: `(select min(id) from sales_orders where status = 'shipped')`,
  delivered: `(select min(id) from sales_orders where status = 'delivered')`,
  cancelled: `(select min(id) from sales_orders where status = 'cancelled')`,
}
const aLine = {
  pending: `(select min(id) from sales_order_items where sales_order_id = ${anOrder.pending})`,
  delivered: `(select min(id) from sales_order_items where sales_order_id = ${anOrder.delivered})`,
  cancelled: `(select min(id) from sales_order_items where sales_order_id = ${anOrder.cancelled})`,
}
const aSku = '(select min(id) from skus)'
const aCustomer = '(select min(id) from customers where open_order_amount > 0)'

/** Violations and the view that must report each. */
export const brokenOrders: [view: string, what: string, statements: string][] = [
  [
    'inv_01',
    'a total without its lines',
    `update sales_orders set subtotal = subtotal + 1, total_amount = total_amount + 1
     where id = ${anOrder.pending}`,
  ],
  [
    'inv_01',
    'a tax that is not the sum of the lines',
    `update sales_order_items set tax_amount = tax_amount + 0.01 where id = ${aLine.delivered}`,
  ],
  [
    'inv_01',
    'a quantity changed without its price',
    `alter table sales_order_items drop constraint line_total_adds_up;
     update sales_order_items set total_price = total_price + 1 where id = ${aLine.delivered}`,
  ],
  [
    'inv_01',
    'an order without lines',
    `delete from sales_order_items where sales_order_id = ${anOrder.cancelled}`,
  ],
  [
    'inv_02',
    'a reservation of nobody',
    `update skus set reserved = reserved + 1 where id = ${aSku}`,
  ],
  [
    'inv_02',
    'stock of nowhere',
    `update skus set current_stock = current_stock + 1 where id = ${aSku}`,
  ],
  ['inv_02', 'units on order of nobody', `update skus set on_order = 7 where id = ${aSku}`],
  [
    'inv_02',
    'a movement that moved nothing',
    `insert into stock_moves (sku_id, kind, on_hand_delta, ref_type, ref_id, dedupe_key)
     values (${aSku}, 'adjust', 5, 'sku', 1, 'planted')`,
  ],
  [
    'inv_02',
    'a reservation that outlives its order',
    `update sales_orders set status = 'cancelled' where id = ${anOrder.pending}`,
  ],
  ['inv_03', 'open orders forgotten', `update customers set open_order_amount = 0`],
  ['inv_03', 'a balance without a document', `update customers set current_balance = 10`],
  [
    'inv_03',
    'an order on credit hold that still counts',
    `update sales_orders set hold_reason = 'credit' where id = ${anOrder.pending}`,
  ],
  [
    'inv_15_parked_orders',
    'a parked order that resembles none, and has stock',
    `update sales_orders set hold_reason = 'parked' where id = ${anOrder.pending}`,
  ],
  [
    'inv_03',
    'a parked order that still counts',
    `update sales_orders set hold_reason = 'parked' where id = ${anOrder.pending}`,
  ],
  [
    'inv_03',
    'exposure of another customer',
    `update sales_orders set customer_id = (select max(id) from customers)
     where id = ${anOrder.pending} and customer_id <> (select max(id) from customers)`,
  ],
  [
    'inv_06',
    'a status nobody set',
    `update sales_orders set status = 'delivered' where id = ${anOrder.shipped}`,
  ],
  [
    'inv_06',
    'a step that skips another',
    `insert into audit_log (entity, entity_id, action, from_status, to_status)
     values ('sales_order', ${anOrder.pending}, 'ship', 'pending', 'shipped')`,
  ],
  [
    'inv_06',
    'a step from where the order was not',
    `insert into audit_log (entity, entity_id, action, from_status, to_status)
     values ('sales_order', ${anOrder.delivered}, 'deliver', 'shipped', 'delivered')`,
  ],
  [
    'inv_06',
    'a way back from the end',
    `insert into audit_log (entity, entity_id, action, from_status, to_status)
     values ('sales_order', ${anOrder.cancelled}, 'reopen', 'cancelled', 'pending')`,
  ],
  [
    'inv_11',
    'units lost from a pending line',
    `update sales_order_items set qty_reserved = qty_reserved - 1 where id = ${aLine.pending}`,
  ],
  [
    'inv_11',
    'an order shipped short',
    `update sales_order_items set qty_shipped = qty_shipped - 1 where id = ${aLine.delivered}`,
  ],
  [
    'inv_11',
    'a cancelled order that was shipped',
    `update sales_order_items set qty_shipped = 1 where id = ${aLine.cancelled}`,
  ],
  [
    'inv_12',
    'a message nobody tried',
    `insert into outbox
       (topic, aggregate, aggregate_id, aggregate_version, payload, next_attempt_at)
     values ('t', 'sales_order', 1, 1, '{}', now() - interval '1 hour')`,
  ],
  [
    'inv_12',
    'a version left out',
    `insert into outbox (topic, aggregate, aggregate_id, aggregate_version, payload)
     values ('t', 'sales_order', 1, 1, '{}'), ('t', 'sales_order', 1, 3, '{}')`,
  ],
  [
    'inv_12',
    'a call that never ended',
    `insert into idempotency_keys (user_id, key, method, path, body_sha256, created_at)
     values (1, 'k', 'POST', '/', '', now() - interval '1 hour')`,
  ],
]

/** Legal writes: they leave every view empty. */
export const validOrders: [what: string, statements: string][] = [
  ['nothing', 'select 1'],
  [
    'a new customer',
    `insert into customers (customer_code, name, email) values ('C-new', 'New', 'n@example.com')`,
  ],
  [
    'a counted stock with its movement',
    `update skus set current_stock = current_stock + 5 where id = ${aSku};
     insert into stock_moves (sku_id, kind, on_hand_delta, ref_type, ref_id, dedupe_key)
     values (${aSku}, 'adjust', 5, 'sku', 1, 'counted');
     insert into stock_values (sku_id, source, source_id, posted_on, units, amount)
     values (${aSku}, 'stock_adjustment', 0, '2026-03-01', 5, 0)`,
  ],
  [
    'an order processed, with its history',
    `create temporary table it on commit drop as select ${anOrder.pending} as id;
     update sales_orders set status = 'processing' where id = (select id from it);
     insert into audit_log (entity, entity_id, action, from_status, to_status)
     select 'sales_order', id, 'process', 'pending', 'processing' from it`,
  ],
  [
    'an order delivered, with its history',
    `create temporary table it on commit drop as select ${anOrder.shipped} as id;
     update sales_orders set status = 'delivered' where id = (select id from it);
     insert into audit_log (entity, entity_id, action, from_status, to_status)
     select 'sales_order', id, 'deliver', 'shipped', 'delivered' from it`,
  ],
  [
    'a limit lowered below what is on order',
    `update customers set credit_limit = 0 where id = ${aCustomer}`,
  ],
]

/** Illegal writes and the SQLSTATE of their rejection. */
export const illegalOrderWrites: [code: string, what: string, statements: string][] = [
  ['23514', 'a negative reservation', `update skus set reserved = -1 where id = ${aSku}`],
  ['23514', 'a status nobody knows', `update sales_orders set status = 'Shipped'`],
  ['23514', 'a total that does not add up', `update sales_orders set total_amount = -1`],
  [
    '23514',
    'a line that holds more than it has',
    `update sales_order_items set qty_shipped = 10000`,
  ],
  ['23514', 'more received than ordered', 'update purchase_order_items set qty_received = 100000'],
  ['42501', 'an approval changed', `update approvals set is_waiver = true`],
  ['42501', 'history changed', `update audit_log set reason = 'x'`],
  ['42501', 'history deleted', `delete from audit_log`],
  ['42501', 'history emptied', `truncate audit_log`],
  ['42501', 'the stock ledger changed', `update stock_moves set on_hand_delta = 0`],
  [
    '23505',
    'a movement booked twice',
    `insert into stock_moves (sku_id, kind, ref_type, ref_id, dedupe_key)
     select sku_id, kind, ref_type, ref_id, dedupe_key from stock_moves limit 1`,
  ],
  [
    '23P01',
    'two prices at once',
    `insert into contract_pricing (customer_id, sku_id, contract_price, effective_date)
     values (${aCustomer}, ${aSku}, 1, '2030-01-01'), (${aCustomer}, ${aSku}, 2, '2031-01-01')`,
  ],
  ['22003', 'an amount too large', `update skus set price = 99999999999.99`],
]
