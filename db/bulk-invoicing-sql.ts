// Invoices and payments of bulk orders, created inside the database in the same transaction as
// `bulk_orders`.

const invoices = `
  with charged as (
    insert into invoices
      (customer_id, sales_order_id, shipment_id, doc_date, payment_terms, due_date, goods, tax,
       freight, total, open_amount, created_by, created_at, tax_country, tax_state, tax_rate)
    select s.customer_id, s.id, h.id, d.day, c.payment_terms, d.day + 30, s.subtotal, s.tax_amount,
           s.shipping_amount, s.total_amount,
           case when s.status = 'delivered' then 0 else s.total_amount end, s.created_by, o.placed,
           c.country, c.state, 0.08
    from bulk_orders o
    join sales_orders s on s.id = o.id
    join shipments h on h.sales_order_id = s.id
    join customers c on c.id = s.customer_id
    cross join lateral (select least(h.ship_date, current_date) as day) d
    order by o.id
    returning id, sales_order_id
  )
  insert into invoice_lines
    (invoice_id, line_no, sales_order_item_id, sku_id, quantity, unit_price, total_price,
     tax_amount)
  select c.id, l.line_no, l.id, l.sku_id, l.quantity, l.unit_price, l.total_price, l.tax_amount
  from charged c join sales_order_items l on l.sales_order_id = c.sales_order_id
  order by c.id, l.line_no`

/** A customer pays all delivered orders in one payment. */
const payments = `
  with paid as (
    insert into customer_payments
      (customer_id, received_on, method, reference, amount, open_amount)
    select i.customer_id, current_date, 'ach', 'Bulk', sum(i.total), 0
    from bulk_orders o join invoices i on i.sales_order_id = o.id
    where o.status = 'delivered' and i.total > 0
    group by i.customer_id
    order by i.customer_id
    returning id, customer_id, amount
  ), applied as (
    insert into receivable_applications (kind, invoice_id, payment_id, amount, applied_on)
    select 'payment', i.id, p.id, i.total, current_date
    from bulk_orders o
    join invoices i on i.sales_order_id = o.id
    join paid p on p.customer_id = i.customer_id
    where o.status = 'delivered' and i.total > 0
    order by i.id
  ), entries as (
    insert into journal_entries (source, source_id, posted_on, period_id, memo)
    select 'customer_payment', id, current_date, to_char(current_date, 'YYYYMM')::int, 'Bulk'
    from paid
    returning id, source_id
  )
  insert into journal_lines (entry_id, account, customer_id, debit, credit)
  select e.id, v.*
  from entries e
  join paid p on p.id = e.source_id
  cross join lateral (values
    ('1000', null::int, p.amount, 0::numeric), ('1100', p.customer_id, 0, p.amount)
  ) as v
  order by e.id`

const acts = `
  insert into audit_log (entity, entity_id, action, to_status, channel)
  select 'customer_payment', id, 'create', 'posted', 'bulk'
  from customer_payments where reference = 'Bulk'
  order by id`

const postings = `
  with entries as (
    insert into journal_entries (source, source_id, posted_on, period_id, memo)
    select 'invoice', i.id, i.doc_date, to_char(i.doc_date, 'YYYYMM')::int,
           'Invoice ' || i.invoice_number
    from bulk_orders o join invoices i on i.sales_order_id = o.id
    where i.total > 0
    order by i.id
    returning id, source_id
  )
  insert into journal_lines (entry_id, account, customer_id, debit, credit)
  select e.id, v.account, v.customer, v.debit, v.credit
  from entries e
  join invoices i on i.id = e.source_id
  cross join lateral (values
    (1, '1100', i.customer_id, i.total, 0::numeric), (2, '4000', null, 0, i.goods),
    (3, '2100', null, 0, i.tax), (4, '4100', null, 0, i.freight)
  ) as v (place, account, customer, debit, credit)
  where v.debit > 0 or v.credit > 0
  order by e.id, v.place`

const balances = `
  update customers c
  set current_balance = c.current_balance + b.amount
  from (
    select i.customer_id, sum(i.open_amount) as amount
    from bulk_orders o join invoices i on i.sales_order_id = o.id
    group by i.customer_id
  ) as b
  where b.customer_id = c.id`

/** Statements to run, in this order, after the shipments of a block exist. */
export const invoicing = [invoices, payments, acts, postings, balances] as const
