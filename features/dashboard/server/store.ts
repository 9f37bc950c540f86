/** All figures in one statement. Orders are counted from totals that triggers maintain. */
export const readStats = {
  name: 'read_dashboard_stats',
  text: `select o."totalOrders", o."totalRevenue", o."pendingOrders", s."totalSkus",
                s."activeSkus", s."newSkus", s."deletedSkus", s."lowStockSkus",
                c."totalCustomers", c."activeCustomers", v."totalVendors", v."activeVendors",
                p."pendingApprovals"
         from (select coalesce(sum(orders), 0)::int as "totalOrders",
                      coalesce(sum(amount) filter (where status <> 'cancelled'), 0.00)
                        as "totalRevenue",
                      coalesce(sum(orders) filter (where status = 'pending'), 0)::int
                        as "pendingOrders"
               from sales_order_totals) o,
              (select count(*) filter (where is_there) as "totalSkus",
                      count(*) filter (where is_there and is_active) as "activeSkus",
                      count(*) filter (where created_at > since) as "newSkus",
                      count(*) filter (where deleted_at > since) as "deletedSkus",
                      count(*) filter (
                        where is_there and is_active and current_stock <= minimum_stock)
                        as "lowStockSkus"
               from skus, lateral (select deleted_at is null as is_there,
                                     $1::timestamptz - interval '30 days' as since) t) s,
              (select count(*) as "totalCustomers",
                      count(*) filter (where is_active) as "activeCustomers"
               from customers where deleted_at is null) c,
              (select count(*) as "totalVendors",
                      count(*) filter (where is_active) as "activeVendors"
               from vendors where deleted_at is null) v,
              (select count(*) as "pendingApprovals"
               from purchase_orders where status = 'submitted') p`,
}

/**
 * Orders and revenue from $1 to $4 by week, from $3 on also by day, and the sums of the current and
 * the previous ($2) period. Unnamed, so PostgreSQL plans it anew for each date range; one
 * index-only scan reads all the columns it needs.
 */
export const readSpans = {
  name: '',
  text: `with days as materialized (
           select order_date as day, count(*) as orders,
                  coalesce(sum(total_amount) filter (where status <> 'cancelled'), 0.00) as revenue
           from sales_orders
           where order_date between $1 and $4
           group by order_date)
         select 'day' as span, day as "from", orders::int, revenue from days where day >= $3
         union all
         select 'week', date_trunc('week', day)::date, sum(orders)::int, sum(revenue)
         from days group by 2
         union all
         select case when day >= $3 then 'current' else 'previous' end, null, sum(orders)::int,
                sum(revenue)
         from days where day >= $2 group by 1`,
}

/** Orders and revenue by week. Unnamed for the same reason. */
export const readWeeks = {
  name: '',
  text: `select date_trunc('week', order_date)::date as "from", count(*)::int as orders,
                coalesce(sum(total_amount) filter (where status <> 'cancelled'), 0.00) as revenue
         from sales_orders
         where order_date between $1 and $2
         group by 1`,
}

export const readPipeline = {
  name: 'read_order_pipeline',
  text: `select status, sum(orders)::int as orders, sum(amount) as amount
         from sales_order_totals
         group by status`,
}

/** Unnamed, so it is planned for the actual dates. */
export const readSalesByCustomer = {
  name: '',
  text: `select c.id, c.customer_code as "customerCode", c.name as "customerName",
                c.price_level as "priceLevel", nullif(c.state, '') as state,
                o.orders, o.subtotal, o."taxAmount", o."shippingAmount", o."totalAmount"
         from (select customer_id, count(*) as orders, sum(subtotal) as subtotal,
                      sum(tax_amount) as "taxAmount", sum(shipping_amount) as "shippingAmount",
                      sum(total_amount) as "totalAmount"
               from sales_orders
               where order_date between $1 and $2 and status <> 'cancelled'
               group by customer_id) o
         join customers c on c.id = o.customer_id
         order by o."totalAmount" desc, c.id`,
}

export const readStockValues = {
  name: 'read_stock_values',
  text: `select coalesce(s.id, 0) as id, coalesce(s.sku, '') as sku,
                coalesce(s.name, 'Before stock was valued by SKU') as name, s.category,
                coalesce(s.unit_of_measure, '') as "unitOfMeasure", v.units as "onHand",
                coalesce(round(v.amount / nullif(v.units, 0), 2), 0)::numeric(16, 2) as cost,
                v.amount as value
         from (
           select sku_id, sum(units)::int as units, sum(amount) as amount
           from stock_values where posted_on <= $1
           group by sku_id having sum(units) <> 0 or sum(amount) <> 0
         ) v
         left join skus s on s.id = v.sku_id
         order by value desc, id`,
}

/** Unnamed, so it is planned for the actual dates; a partial index covers waivers only. */
export const readWaivers = {
  name: '',
  text: `select a.id, a.at, coalesce(u.username, 'system') as by, a.entity,
                a.entity_id as "entityId", a.action,
                coalesce(case a.entity
                  when 'sales_order' then
                    (select order_number from sales_orders where id = a.entity_id)
                  when 'purchase_order' then
                    (select order_number from purchase_orders where id = a.entity_id)
                  when 'return' then (select return_number from returns where id = a.entity_id)
                  when 'vendor_bill' then
                    (select bill_number from vendor_bills where id = a.entity_id)
                  when 'vendor_payment' then
                    (select payment_number from vendor_payments where id = a.entity_id)
                  when 'customer_payment' then
                    (select payment_number from customer_payments where id = a.entity_id)
                  when 'credit_memo' then
                    (select credit_memo_number from credit_memos where id = a.entity_id)
                  when 'sku' then (select sku from skus where id = a.entity_id)
                  when 'period' then
                    concat_ws('-', a.entity_id / 100, to_char(a.entity_id % 100, 'FM00'))
                end, a.entity_id::text) as code,
                coalesce(string_to_array(a.control, ', '), '{}') as controls, a.reason, a.amount
         from approvals a left join users u on u.id = a.approver_id
         where a.is_waiver and a.at >= ($1::date)::timestamp at time zone $3
           and a.at < ($2::date + 1)::timestamp at time zone $3
         order by a.at desc, a.id desc`,
}
