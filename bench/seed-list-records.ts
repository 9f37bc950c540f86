import type pg from 'pg'

// Bulk documents for the lists that orders do not fill. Only the rows that lists read are inserted,
// without postings, so the ledger checks are off meanwhile.

const users = `
  insert into users (username, username_folded, email, email_folded, password_hash, is_active)
  select 'buyer', 'buyer', 'buyer@prizm.example', 'buyer@prizm.example', 'none', false`

const vendors = `
  insert into vendors (vendor_code, name, email, payment_terms)
  select 'V-' || n, 'Bulk Vendor ' || n, 'v' || n || '@bulk.example', 'net-30'
  from generate_series(1, 500) n`

/** Per 100 bills: two drafts, one each matched, blocked and void, fifteen open. */
const bills = `
  insert into vendor_bills
    (bill_number, vendor_id, status, doc_date, due_date, terms, subtotal, total_amount,
     settled_amount, posted_on, voided_on, created_by)
  select 'B-' || (1000000 + n), 1 + n % 500, s.status, s.day, s.day + 30, 'net-30', a.amount,
         a.amount,
         case when s.status <> 'posted' or n % 100 < 15 then 0
              when n % 100 < 20 then round(a.amount / 2, 2) else a.amount end,
         case when s.status = 'posted' then s.day end, case when s.status = 'void' then s.day end,
         (select max(id) from users)
  from generate_series(1, $1::int) n
  cross join lateral (
    select (array['draft', 'draft', 'matched', 'blocked', 'void'])[1 + n % 100] as named,
           current_date - n % 365 as day
  ) d
  cross join lateral (select coalesce(d.named, 'posted') as status, d.day) s
  cross join lateral (select (10 + n::bigint * 7919 % 500000 / 100.0)::numeric(12, 2) as amount) a`

const billLines = `
  insert into vendor_bill_lines
    (vendor_bill_id, line_no, description, account, quantity, unit_price, total_price)
  select id, 1, 'Bulk', 'inventory', 1, subtotal, subtotal from vendor_bills`

/** Per 100 payments: one draft and one void. */
const vendorPayments = `
  insert into vendor_payments
    (payment_number, vendor_id, status, method, reference, paid_on, amount, released_by,
     posted_on, voided_on, created_by)
  select 'VP-' || (100000000000 + n), 1 + n % 500, s.status,
         (array['check', 'ach', 'wire', 'card'])[1 + n % 4], 'REF-' || n, current_date - n % 365,
         (10 + n::bigint * 7919 % 500000 / 100.0)::numeric(12, 2),
         case when s.status = 'posted' then u.id end,
         case when s.status = 'posted' then current_date - n % 365 end,
         case when s.status = 'void' then current_date - n % 365 end, u.id
  from generate_series(1, $1::int) n
  cross join lateral (
    select case n % 100 when 0 then 'draft' when 1 then 'void' else 'posted' end as status
  ) s
  cross join (select max(id) as id from users) u`

/** In addition to the payments of orders. Per 100 payments, five have an unapplied amount. */
const customerPayments = `
  insert into customer_payments
    (customer_id, received_on, method, reference, amount, open_amount, status, voided_on)
  select 1 + n % 2000, current_date - n % 365, (array['check', 'ach', 'wire', 'card'])[1 + n % 4],
         'REM-' || n, a.amount, case when n % 20 = 0 then a.amount else 0 end,
         case when n % 100 = 1 then 'void' else 'posted' end,
         case when n % 100 = 1 then current_date end
  from generate_series(1, $1::int) n
  cross join lateral (select (10 + n::bigint * 7919 % 500000 / 100.0)::numeric(12, 2) as amount) a`

const requisitions = `
  insert into requisitions (requisition_number, status, reason, created_by, created_at)
  select 'REQ-' || (100000000000 + n),
         (array['draft', 'submitted', 'approved', 'rejected', 'cancelled', 'ordered'])
           [1 + least(5, n % 50)],
         'Shelf ' || n % 977, (select max(id) from users), now() - n * interval '1 minute'
  from generate_series(1, $1::int) n`

const requisitionLines = `
  insert into requisition_items (requisition_id, line_no, sku_id, quantity)
  select id, 1, 1 + id % 5000, 5 from requisitions`

/** Three of four are customer returns. */
const returns = `
  insert into returns
    (return_number, type, customer_id, vendor_id, status, reason, total_amount, created_by,
     created_at)
  select (case when r.is_rma then 'RMA-' else 'RTV-' end) || (100000000000 + n),
         case when r.is_rma then 'rma' else 'rtv' end,
         case when r.is_rma then 1 + n % 2000 end, case when not r.is_rma then 1 + n % 500 end,
         coalesce((array['pending', 'approved', 'rejected', 'cancelled'])[1 + n % 80], 'completed'),
         'Defective', (n::bigint * 7919 % 50000 / 100.0)::numeric(12, 2),
         (select max(id) from users), now() - n * interval '1 minute'
  from generate_series(1, $1::int) n
  cross join lateral (select n % 4 > 0 as is_rma) r`

const returnLines = `
  insert into return_items (return_id, line_no, sku_id, quantity, unit_price, total_price)
  select id, 1, 1 + id % 5000, 1, total_amount, total_amount from returns`

/** Per 200 orders, one is open; the others were received on the expected day or the day after. */
const purchaseOrders = `
  insert into purchase_orders
    (order_number, vendor_id, status, order_date, expected_date, total_amount, header_only,
     created_by)
  select 'PO-' || (100000000000 + n), 1 + n % 500,
         case when n % 200 = 0 then 'approved' else 'received' end, current_date - n % 365 - 7,
         current_date - n % 365, (10 + n::bigint * 7919 % 500000 / 100.0)::numeric(12, 2), true,
         (select max(id) from users)
  from generate_series(1, $1::int) n`

const deliveries = `
  insert into vendor_deliveries (vendor_id, day, orders_before, on_time_before, orders, on_time)
  select vendor_id, day, sum(orders) over upto - orders, sum(on_time) over upto - on_time, orders,
         on_time
  from (select vendor_id, expected_date + (id % 4 / 3)::int as day, count(*) as orders,
               count(*) filter (where id % 4 < 3) as on_time
        from purchase_orders where status = 'received' group by 1, 2) as of_day
  window upto as (partition by vendor_id order by day)`

const countedTables = [
  bills,
  vendorPayments,
  customerPayments,
  requisitions,
  returns,
  purchaseOrders,
] as const
const lines = [billLines, requisitionLines, returnLines, deliveries] as const

/**
 * Inserts `count` each of bills, purchase orders, payments of both kinds, requisitions and returns.
 */
export async function fillRecords(pool: pg.Pool, count: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set session_replication_role = replica')
    await client.query(users)
    await client.query(vendors)
    for (const statement of countedTables) await client.query(statement, [count])
    for (const statement of lines) await client.query(statement)
  } finally {
    await client.query('reset session_replication_role')
    await client.query('reset statement_timeout')
    client.release()
  }
}
