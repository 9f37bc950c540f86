import type pg from 'pg'
import { invoicing } from './bulk-invoicing-sql.ts'

// Bulk orders for benchmarks, created inside the database with all indexes in place.

const linesOf = 2
/** Small enough for the embedded database, whose statement timeout is one minute. */
const atOnce = 20_000

/** Creates a user, customers and SKUs if the database has none. */
const people = `
  insert into users (username, username_folded, email, email_folded, password_hash, is_active)
  select 'loader', 'loader', 'loader@prizm.example', 'loader@prizm.example', 'none', false
  where not exists (select from users);

  insert into customers (customer_code, name, email, city, state, country, credit_limit)
  select 'B-' || lpad(n::text, 5, '0'), 'Bulk Customer ' || n, 'bulk-' || n || '@bulk.example',
         'Springfield', 'MO', 'US', 9999999999
  from generate_series(1, 2000) as n
  where not exists (select from customers where is_active);

  insert into skus (sku, name, category, cost, price)
  select 'BLK-' || lpad(n::text, 5, '0'), 'Bulk Article ' || n, 'Bulk', 1 + n % 40, 2 + n % 60
  from generate_series(1, 5000) as n
  where not exists (select from skus where is_active)`

/** Customers and SKUs by row number, so that each order finds its own without sorting. */
const parties = `
  create temporary table bulk_customers on commit drop as
  select (row_number() over (order by id) - 1)::int as n, id from customers where is_active;
  create temporary table bulk_skus on commit drop as
  select (row_number() over (order by id) - 1)::int as n, id, price from skus where is_active;
  create temporary table bulk_days on commit drop as
  select greatest(1, least(365, current_date - 1 - coalesce(
           (to_date(max(id)::text, 'YYYYMM') + interval '1 month')::date, '2000-01-01'))) as open
  from accounting_periods where status <> 'open';
  create temporary table bulk_orders (
    id int primary key, n int not null, status text not null, placed timestamptz not null
  ) on commit drop;
  create temporary table bulk_lines (
    order_id int not null, line_no int not null, sku_id int not null, quantity int not null,
    price numeric not null, total numeric not null, tax numeric not null, held int not null,
    shipped int not null
  ) on commit drop;
  analyze bulk_customers;
  analyze bulk_skus`

/** Of a hundred orders three are pending, two processing, one cancelled, four shipped. */
const plan = `
  insert into bulk_orders (id, n, status, placed)
  select nextval('sales_orders_id_seq')::int, n,
         case when n % 100 < 3 then 'pending' when n % 100 < 5 then 'processing'
              when n % 100 < 6 then 'cancelled' when n % 100 < 10 then 'shipped'
              else 'delivered' end,
         now() - (n % d.open) * interval '1 day' - (n % 86000) * interval '1 second'
  from generate_series($1::int, $2::int) as n, bulk_days d
  order by n`

/** An order of two lines: quantity 1 to 9 each, 8 % tax by line, no shipping. */
const lines = `
  insert into bulk_lines
  select o.id, l.line_no, s.id, q.quantity, s.price, s.price * q.quantity,
         round(s.price * q.quantity * 0.08, 2),
         case when o.status in ('pending', 'processing') then q.quantity else 0 end,
         case when o.status in ('shipped', 'delivered') then q.quantity else 0 end
  from bulk_orders o
  cross join generate_series(1, $1::int) as l (line_no)
  cross join lateral (select 1 + (o.n / 7 + l.line_no) % 9 as quantity) as q
  join bulk_skus s
    on s.n = (o.n::bigint * 7919 + l.line_no * 104729) % (select count(*) from bulk_skus)
  order by o.id, l.line_no`

const orders = `
  insert into sales_orders
    (id, order_number, customer_id, status, order_source, order_date, ship_date, total_amount,
     subtotal, tax_amount, customer_po, created_by, created_at, updated_at, version,
     shipment_count, shipped_amount)
  overriding system value
  select o.id, 'SO-' || (100000000000 + o.id), c.id, o.status,
         (array['web', 'phone', 'edi', 'csv', 'api'])[1 + o.n % 5], o.placed::date,
         case when o.status in ('shipped', 'delivered') then o.placed::date + 2 end,
         l.subtotal + l.tax, l.subtotal, l.tax, 'PO-' || (10000 + o.n),
         (select min(id) from users), o.placed,
         o.placed + interval '1 hour' * case o.status
           when 'pending' then 0 when 'cancelled' then 4 when 'processing' then 5
           when 'shipped' then 26 else 90 end,
         case o.status when 'pending' then 1 when 'shipped' then 3 when 'delivered' then 4
                       else 2 end,
         case when o.status in ('shipped', 'delivered') then 1 else 0 end,
         case when o.status in ('shipped', 'delivered') then l.subtotal + l.tax else 0 end
  from bulk_orders o
  join bulk_customers c on c.n = o.n % (select count(*) from bulk_customers)
  join (
    select order_id, sum(total) as subtotal, sum(tax) as tax from bulk_lines group by order_id
  ) as l on l.order_id = o.id
  order by o.id`

const items = `
  insert into sales_order_items
    (sales_order_id, line_no, sku_id, quantity, unit_price, price_source, total_price, tax_amount,
     qty_reserved, qty_shipped, created_at)
  select l.order_id, l.line_no, l.sku_id, l.quantity, l.price, 'standard', l.total, l.tax, l.held,
         l.shipped, o.placed
  from bulk_lines l join bulk_orders o on o.id = l.order_id
  order by l.order_id, l.line_no`

/** One shipment for each shipped order. */
const shipments = `
  with sent as (
    insert into shipments
      (shipment_number, sales_order_id, ship_date, delivered_on, goods_amount, tax_amount,
       total_amount, created_by, created_at)
    select s.order_number || '-1', o.id, s.ship_date,
           case when o.status = 'delivered' then s.ship_date + 2 end, s.subtotal, s.tax_amount,
           s.total_amount, s.created_by, o.placed
    from bulk_orders o join sales_orders s on s.id = o.id
    where o.status in ('shipped', 'delivered')
    order by o.id
    returning id, sales_order_id
  )
  insert into shipment_items
    (shipment_id, sales_order_item_id, quantity, goods_amount, tax_amount)
  select h.id, i.id, i.qty_shipped, i.total_price, i.tax_amount
  from sent h join sales_order_items i on i.sales_order_id = h.sales_order_id
  order by h.id, i.line_no`

/** The audit log of every step of every order. */
const history = `
  insert into audit_log (entity, entity_id, action, from_status, to_status, channel, at)
  select 'sales_order', o.id, step.action, step.before, step.after, 'bulk',
         o.placed + step.after_hours * interval '1 hour'
  from bulk_orders o
  join (values
    ('create', null, 'pending', 0, '{pending,processing,cancelled,shipped,delivered}'::text[]),
    ('cancel', 'pending', 'cancelled', 4, '{cancelled}'),
    ('process', 'pending', 'processing', 5, '{processing,shipped,delivered}'),
    ('ship', 'processing', 'shipped', 26, '{shipped,delivered}'),
    ('deliver', 'shipped', 'delivered', 90, '{delivered}')
  ) as step (action, before, after, after_hours, statuses) on o.status = any(step.statuses)
  order by o.n, step.after_hours`

/** Reservations of open orders only; closed orders get no individual stock movements. */
const moves = `
  with held as (
    select sku_id, order_id, line_no, held from bulk_lines where held > 0
  ), worth as (
    select h.sku_id, sum(h.held)::int as units, sum(h.held) * s.cost as amount,
           'bulk:' || h.sku_id || ':' || min(h.order_id) as event
    from held h join skus s on s.id = h.sku_id group by h.sku_id, s.cost
  ), valued as (
    insert into stock_values (sku_id, source, source_id, event, posted_on, units, amount)
    select sku_id, 'stock_adjustment', sku_id, event, current_date, units, amount from worth
  ), entries as (
    insert into journal_entries (source, source_id, event, posted_on, period_id, memo)
    select 'stock_adjustment', sku_id, event, current_date, 0, 'Bulk' from worth where amount > 0
    returning id, source_id
  ), posted as (
    insert into journal_lines (entry_id, account, debit, credit)
    select e.id, v.*
    from entries e
    join worth w on w.sku_id = e.source_id
    cross join lateral (values
      ('1200', w.amount, 0::numeric), ('3000', 0, w.amount)
    ) as v
    order by e.id
  ), stocked as (
    insert into stock_moves (sku_id, kind, on_hand_delta, ref_type, ref_id, reason, dedupe_key)
    select sku_id, 'adjust', sum(held), 'sku', sku_id, 'Bulk',
           'bulk:' || sku_id || ':' || min(order_id)
    from held group by sku_id
  ), reserved as (
    insert into stock_moves (sku_id, kind, reserved_delta, ref_type, ref_id, ref_line, dedupe_key)
    select sku_id, 'reserve', held, 'sales_order', order_id, line_no,
           'so:' || order_id || ':' || line_no || ':reserve'
    from held
  )
  update skus s
  set reserved = s.reserved + h.units, current_stock = s.current_stock + h.units,
      stock_value = s.stock_value + h.amount,
      average_cost = case when s.current_stock + h.units > 0
                       then round((s.stock_value + h.amount) / (s.current_stock + h.units), 4)
                       else coalesce(s.average_cost, s.cost) end
  from worth as h
  where h.sku_id = s.id`

const credit = `
  update customers c
  set open_order_amount = c.open_order_amount + o.amount
  from (
    select s.customer_id, sum(s.total_amount) as amount
    from sales_orders s join bulk_orders b on b.id = s.id
    where s.status in ('pending', 'processing')
    group by s.customer_id
  ) as o
  where o.customer_id = c.id`

/**
 * Adds `count` two-line orders with matching history, stock and credit, one transaction per block.
 * Creates customers and SKUs if there are none. A million orders take minutes.
 */
export async function fillOrders(pool: pg.Pool, count: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set idle_in_transaction_session_timeout = 0')
    await client.query(people)
    for (let start = 1; start <= count; start += atOnce) {
      await fillBlock(client, start, Math.min(count, start + atOnce - 1))
    }
    await client.query('analyze')
  } finally {
    await client.query('reset statement_timeout')
    await client.query('reset idle_in_transaction_session_timeout')
    client.release()
  }
}

async function fillBlock(client: pg.PoolClient, first: number, last: number): Promise<void> {
  await client.query('begin')
  try {
    await client.query(parties)
    await client.query(plan, [first, last])
    await client.query('analyze bulk_orders')
    await client.query(lines, [linesOf])
    await client.query('analyze bulk_lines')
    for (const statement of [orders, items, shipments, history, moves, credit, ...invoicing]) {
      await client.query(statement)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
