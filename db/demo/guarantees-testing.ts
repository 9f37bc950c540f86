// Properties that the demo business guarantees, each as one row of numbers.

/** Opening stock and counts post no gain, and goods are sold at a usual margin. */
export const bookFacts = `
  select coalesce(sum(debit - credit) filter (where account = '5200'), 0) as "stockGain",
         sum(credit - debit) filter (where account = '3000') > 0 as "hasOpening",
         1 - sum(debit - credit) filter (where account = '5000')
             / sum(credit - debit) filter (where account = '4000') between 0.25 and 0.4
           as "hasMargin"
  from journal_lines`

export const returnFacts = `
  select count(*) as all, count(*) filter (where type = 'rma') as rma,
         count(distinct status) as statuses,
         (select count(distinct kind) from stock_moves where kind = 'return') as restocked
  from returns`

export const customerFacts = `
  select count(*) as all, count(distinct state) as states, count(distinct notes) as industries,
         count(*) filter (where price_level = 'standard') as standard,
         count(*) filter (where price_level = 'tier1') as tier1,
         count(*) filter (where price_level = 'tier2') as tier2,
         count(*) filter (where price_level = 'tier3') as tier3,
         count(*) filter (where tax_exempt and tax_exempt_number is not null) as exempt,
         count(*) filter (where not is_active) as inactive,
         count(*) filter (where open_order_amount + current_balance > credit_limit * 0.9
                            and open_order_amount + current_balance <= credit_limit) as near,
         count(*) filter (where open_order_amount + current_balance > credit_limit) as over,
         count(*) filter (where current_balance <> 0) > 150 as balances,
         (select count(distinct entity_id) from audit_log a join customers c on c.id = a.entity_id
          where a.entity = 'customer' and a.action = 'credit_limit_lowered'
            and c.open_order_amount + c.current_balance > c.credit_limit) as lowered
  from customers`

export const receivableFacts = `
  select count(distinct date_trunc('month', doc_date)) as months,
         count(distinct case when due_date > '2026-03-02' then 0
                             when due_date > '2026-03-02'::date - 31 then 1
                             when due_date > '2026-03-02'::date - 61 then 2
                             when due_date > '2026-03-02'::date - 91 then 3 else 4 end)
           filter (where open_amount > 0) as buckets,
         (select count(*) from customer_payments) > 2000 as payments,
         (select count(*) from credit_memos) > 150 as credits,
         (select count(*) from receivable_applications where discount > 0) > 100 as discounts,
         (select count(*) from customer_payments where open_amount > 0) > 5 as unapplied,
         (select count(*) from receivable_applications where kind = 'write-off') > 3
           as small_rests
  from invoices`

export const masterFacts = `
  select (select count(*) from vendors) as vendors,
         count(*) as skus, count(distinct name) as names, count(distinct category) as categories,
         count(distinct barcode) as barcodes,
         count(*) filter (where current_stock <= minimum_stock) as low,
         count(*) filter (where wms_location is null) as unlocated,
         count(*) filter (where price <= cost) as unprofitable,
         count(*) filter (where not (1 - tier1_price / price between 0.05 and 0.10
                                 and 1 - tier2_price / price between 0.10 and 0.15
                                 and 1 - tier3_price / price between 0.15 and 0.20)) as odd_tiers,
         (select count(*) from contract_pricing) as prices,
         (select count(*) from contract_pricing where expiration_date < '2026-03-02') as expired,
         (select count(*) from contract_pricing
          where expiration_date between '2026-03-02' and '2026-04-01') >= 5 as has_expiring
  from skus`

export type OrderFacts = Record<'all' | 'pending' | 'web' | 'phone' | 'edi' | 'csv' | 'api', number>

export const orderFacts = `
  select count(*) as all, count(*) filter (where status = 'pending') as pending,
         count(distinct status) as statuses,
         count(*) filter (where extract(isodow from order_date) > 5) as at_weekends,
         count(*) filter (where status = 'pending' and order_date < '2026-02-25') as old_pending,
         (select case when max(n) between 40 and 45 then 45 else max(n) end
          from (select count(*) as n from sales_orders group by order_date) as days) as most_a_day,
         (100.0 * count(*) filter (where order_source = 'web') / count(*))::float8 as web,
         (100.0 * count(*) filter (where order_source = 'phone') / count(*))::float8 as phone,
         (100.0 * count(*) filter (where order_source = 'edi') / count(*))::float8 as edi,
         (100.0 * count(*) filter (where order_source = 'csv') / count(*))::float8 as csv,
         (100.0 * count(*) filter (where order_source = 'api') / count(*))::float8 as api
  from sales_orders`

export const ordersADay = `
  select min(n) as fewest
  from (select count(*) as n from sales_orders where order_date < '2026-03-02'
        group by order_date) as days`

export const purchaseFacts = `
  select count(*) as all, count(*) filter (where status = 'submitted') as submitted,
         count(*) filter (where status = 'draft') as drafts,
         least(12, count(distinct date_trunc('month', order_date))) as months,
         count(*) filter (where status = 'approved' and expected_date < '2026-03-02') > 3
           as has_late,
         count(distinct case when '2026-03-02' - expected_date > 90 then 3
                             when '2026-03-02' - expected_date > 60 then 2
                             when '2026-03-02' - expected_date > 30 then 1 end)
           filter (where status = 'approved') as late_by_months,
         count(*) filter (where status = 'approved') > 10 as has_open,
         (select count(*) from purchase_order_items i join purchase_orders p
            on p.id = i.purchase_order_id
          where p.status = 'approved' and i.qty_received > 0) > 0 as has_partial,
         (select count(*) from audit_log
          where entity = 'purchase_order' and action = 'close') > 5 as has_short,
         count(*) filter (where status = 'received') > 500 as mostly_received,
         (select count(*) from approvals where is_waiver) as waivers
  from purchase_orders`

export const warehouseFacts = `
  select (select array_agg(processed order by id) from wms_run_steps
          where run_id = (select max(id) from wms_runs)) as last,
         (select count(*) from wms_runs) as runs,
         (select count(*) from wms_runs where state = 'failed') as failed,
         (select round(extract(epoch from max(started_at) - min(started_at)) / 86400)
          from wms_runs)::int as days,
         (select count(*) from sales_orders
          where status = 'processing' and not header_only) as in_warehouse,
         (select count(*) from purchase_orders where status = 'approved') as awaited,
         (select count(*) from wms_problems where state = 'open') as problems`

/**
 * Inventory in the books compared with stock at cost; they differ by purchase prices other than the
 * cost.
 */
export const stockFacts = `
  select (select sum(debit - credit) from journal_lines where account = '1200')
           between 0.98 * s.worth and 1.02 * s.worth as follows,
         (select count(*) > 100 from journal_entries where source = 'stock_adjustment') as counts
  from (select sum(current_stock * cost) as worth from skus) as s`
