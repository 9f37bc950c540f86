import { asOfDay } from '#features/settings/server/service.ts'
import type { Context } from '#platform/server/database/db.ts'
import { readList } from '#platform/server/lists/list.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { type VendorDelivery, vendorDeliveryList, type VendorDeliveryQuery } from '../contract.ts'

// Each order with receipts in the year up to `$1`, by its receipts and posted bills: when it was
// complete, how much was received, and the price variance.
const deliveries = `(
    select p.id, p.order_number, p.vendor_id, p.order_date, p.expected_date, p.status,
           r.receipts, r.first_on, r.last_on, coalesce(i.ordered, 0)::int as ordered,
           coalesce(i.received, 0)::int as received,
           p.status = 'received' as is_over,
           case when p.expected_date is not null
             then greatest(0, (case when p.status = 'received' then r.last_on else $1::date end)
                              - p.expected_date) end as days_late,
           coalesce(i.received >= i.ordered, p.status = 'received') as is_in_full,
           b.numbers, coalesce(b.billed, 0)::numeric(14, 2) as billed,
           coalesce(b.variance, 0)::numeric(14, 2) as variance
    from purchase_orders p
    join lateral (
      select count(*)::int as receipts, min(received_on) as first_on, max(received_on) as last_on
      from receipts where purchase_order_id = p.id and received_on <= $1::date
        and id not in (select receipt_id from receipt_reversals where reversed_on <= $1::date)
    ) r on r.receipts > 0
    left join lateral (
      select sum(quantity) as ordered, sum(qty_received) as received
      from purchase_order_items where purchase_order_id = p.id
    ) i on true
    left join lateral (
      select string_agg(distinct v.bill_number, ', ') as numbers, sum(l.total_price) as billed,
             sum(l.quantity * (l.unit_price - o.unit_price)) as variance
      from vendor_bill_lines l
      join vendor_bills v on v.id = l.vendor_bill_id and v.status = 'posted'
      left join purchase_order_items o on o.id = l.purchase_order_item_id
      where l.purchase_order_id = p.id
    ) b on true
    where r.last_on > $1::date - 365
  ) d`

const list = listSpec(vendorDeliveryList, {
  columns: `d.id, d.order_number as "orderNumber", d.vendor_id as "vendorId",
    d.order_date as "orderDate", d.expected_date as "expectedDate", d.receipts,
    d.first_on as "firstOn", d.last_on as "lastOn", d.ordered, d.received, d.is_over as "isOver",
    d.days_late as "daysLate", d.is_in_full as "isInFull", d.numbers as "billNumbers",
    d.billed::text as billed, d.variance::text as "priceVariance"`,
  from: deliveries,
  where: 'true',
  id: 'd.id',
  fields: {
    id: 'd.id',
    orderNumber: 'd.order_number',
    expectedDate: { sql: 'd.expected_date', isNullable: true },
    lastOn: 'd.last_on',
    daysLate: { sql: 'd.days_late', isNullable: true },
    priceVariance: 'd.variance',
    vendorId: 'd.vendor_id',
    late: { when: 'true', holds: 'd.days_late > 0' },
    short: { when: 'true', holds: 'd.is_over and not d.is_in_full' },
  },
  search: [{ startOf: 'd.order_number' }],
  countUpTo: 10_000,
})

/** A vendor's deliveries in the year up to a date, each with its receipts and bills. */
export async function listVendorDeliveries(ctx: Context, { asOf, ...query }: VendorDeliveryQuery) {
  const { day } = await asOfDay(ctx, asOf)
  return readList<VendorDelivery>(ctx.db, { ...list, values: [day] }, query)
}
