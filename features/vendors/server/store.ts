import { businessZone } from '#features/settings/server/service.ts'
import { activeKeywords, normalizedSql } from '#platform/server/lists/list-filter.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import type { Reference } from '#platform/server/records/references.ts'
import { vendorList as declaredList } from '../contract.ts'

// Uses a partial index of open orders, so past orders do not slow it down.
const openOrders = `(select count(*)::int from purchase_orders o
  where o.vendor_id = v.id and o.status in ('submitted', 'approved'))`

// On-time percentage as in the vendor report: orders of the last year with an expected date. Rows
// hold running totals: the latest row's less those of a year ago give the year.
const onTime = `(select round(100.0 * (l.on_time - coalesce(f.on_time, 0))
    / nullif(l.orders - coalesce(f.orders, 0), 0), 1)
  from (select orders_before + orders as orders, on_time_before + on_time as on_time
        from vendor_deliveries where vendor_id = v.id order by day desc limit 1) l
  left join lateral (
    select orders_before + orders as orders, on_time_before + on_time as on_time
    from vendor_deliveries where vendor_id = v.id and day <= business_day(now()) - 365
    order by day desc limit 1
  ) f on true)`

/** The list of vendors, without deleted ones. */
export const vendorList = listSpec(declaredList, {
  columns: `v.id, v.vendor_code as "vendorCode", v.name, v.email, v.phone, v.address, v.city,
    v.state, v.zip_code as "zipCode", v.country, v.website, v.contact_name as "contactName",
    v.notes, v.payment_terms as "paymentTerms", v.tax_id as "taxId",
    v.lead_time_days as "leadTimeDays", v.minimum_order_quantity as "minimumOrderQuantity",
    v.preferred_rank as "preferredRank", v.is_active as "isActive", v.created_at as "createdAt",
    v.updated_at as "updatedAt", v.version,
    ${openOrders} as "openOrders", ${onTime}::text as "onTimePercent"`,
  from: 'vendors v',
  where: 'v.deleted_at is null',
  id: 'v.id',
  kind: 'vendor',
  zone: businessZone,
  fields: {
    id: 'v.id',
    vendorCode: {
      sort: 'v.vendor_code collate "und-x-icu"',
      filter: { sql: 'lower(v.vendor_code)', isFolded: true },
    },
    name: { sort: 'v.name collate "und-x-icu"', filter: 'v.name' },
    email: { sort: 'v.email collate "und-x-icu"', filter: 'v.email' },
    phone: { sql: 'v.phone', isNullable: true },
    city: {
      sort: { sql: 'v.city collate "und-x-icu"', isNullable: true },
      filter: { sql: normalizedSql('v.city'), isPlain: true },
    },
    state: {
      sort: { sql: 'v.state collate "und-x-icu"', isNullable: true },
      filter: { sql: normalizedSql('v.state'), isPlain: true },
    },
    paymentTerms: {
      sort: { sql: 'v.payment_terms', isNullable: true },
      filter: { sql: 'lower(v.payment_terms)', isFolded: true },
    },
    openOrders,
    onTimePercent: { sql: onTime, isNullable: true },
    leadTimeDays: { sql: 'v.lead_time_days', isNullable: true },
    preferredRank: { sql: 'v.preferred_rank', isNullable: true },
    isActive: 'v.is_active',
    createdAt: 'v.created_at',
    updatedAt: 'v.updated_at',
    address: 'v.address',
    zipCode: 'v.zip_code',
    country: { sql: normalizedSql('v.country'), isPlain: true },
  },
  search: [{ partOf: 'v.search_text' }, { shortCodeOf: 'v.vendor_code', within: 'v.search_text' }],
  words: activeKeywords,
})

/** The columns that `sort=relevance` ranks by. */
export const ranked = { codes: ['v.vendor_code'], name: 'v.name' } as const

/** References that prevent a vendor from being deleted. */
export const references: Reference[] = [
  { noun: 'purchase order', table: 'purchase_orders', column: 'vendor_id' },
  { noun: 'bill', table: 'vendor_bills', column: 'vendor_id' },
  { noun: 'payment', table: 'vendor_payments', column: 'vendor_id' },
  { noun: 'credit', table: 'vendor_credits', column: 'vendor_id' },
  { noun: 'return', table: 'returns', column: 'vendor_id' },
  {
    noun: 'requisition',
    table: 'requisition_items',
    column: 'vendor_id',
    counts: 'distinct requisition_id',
  },
]
