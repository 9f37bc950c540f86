import { asOfDay } from '#features/settings/server/service.ts'
import type { Context } from '#platform/server/database/db.ts'
import { readList } from '#platform/server/lists/list.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { type VendorDelivery, vendorDeliveryList, type VendorDeliveryQuery } from '../contract.ts'
import { orderThen } from './store.ts'

type OrderColumns = { status: string; expected: string }

// Each order with receipts in the year up to `$1`, by its receipts and posted bills until then:
// when it was complete, how much was received, and the price variance. `offset 0` keeps the planner
// from evaluating the history once for every use.
const deliveriesOf = ({ status, expected }: OrderColumns) => `(
    select p.id, p.order_number, p.vendor_id, p.order_date, s.expected_date,
           r.receipts, r.first_on, r.last_on, coalesce(i.ordered, 0)::int as ordered,
           r.received::int as received, s.is_over,
           case when s.expected_date is not null
             then greatest(0, (case when s.is_over then r.last_on else $1::date end)
                              - s.expected_date) end as days_late,
           coalesce(r.received >= i.ordered, s.is_over) as is_in_full,
           b.numbers, coalesce(b.billed, 0)::numeric(14, 2) as billed,
           coalesce(b.variance, 0)::numeric(14, 2) as variance
    from purchase_orders p
    join lateral (
      select count(*)::int as receipts, min(c.received_on) as first_on,
             max(c.received_on) as last_on, coalesce(sum(t.units), 0) as received
      from receipts c
      left join lateral (
        select sum(quantity) as units from receipt_items where receipt_id = c.id
      ) t on true
      where c.purchase_order_id = p.id and c.received_on <= $1::date
        and c.id not in (select receipt_id from receipt_reversals where reversed_on <= $1::date)
    ) r on r.receipts > 0
    cross join lateral (
      select coalesce(${status} = 'received', false) as is_over, ${expected} as expected_date
      offset 0
    ) s
    left join lateral (
      select sum(quantity) as ordered from purchase_order_items where purchase_order_id = p.id
    ) i on true
    left join lateral (
      select string_agg(distinct v.bill_number, ', ') as numbers, sum(l.total_price) as billed,
             sum(l.quantity * (l.unit_price - o.unit_price)) as variance
      from vendor_bill_lines l
      join vendor_bills v on v.id = l.vendor_bill_id
      left join purchase_order_items o on o.id = l.purchase_order_item_id
      where l.purchase_order_id = p.id and v.posted_on <= $1::date
        and (v.voided_on is null or v.voided_on > $1::date)
    ) b on true
    where r.last_on > $1::date - 365
  ) d`

const deliveriesNow = deliveriesOf({ status: 'p.status', expected: 'p.expected_date' })
const deliveriesThen = deliveriesOf(orderThen)

const list = listSpec(vendorDeliveryList, {
  columns: `d.id, d.order_number as "orderNumber", d.vendor_id as "vendorId",
    d.order_date as "orderDate", d.expected_date as "expectedDate", d.receipts,
    d.first_on as "firstOn", d.last_on as "lastOn", d.ordered, d.received, d.is_over as "isOver",
    d.days_late as "daysLate", d.is_in_full as "isInFull", d.numbers as "billNumbers",
    d.billed::text as billed, d.variance::text as "priceVariance"`,
  from: deliveriesNow,
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

/**
 * A vendor's deliveries in the year up to a date, each with its receipts and bills. A past day has
 * the status and expected date of its end, and what was received and billed by then.
 */
export async function listVendorDeliveries(ctx: Context, { asOf, ...query }: VendorDeliveryQuery) {
  const { day, zone, isPast } = await asOfDay(ctx, asOf)
  const then = isPast ? { from: deliveriesThen, values: [day, zone] } : { values: [day] }
  return readList<VendorDelivery>(ctx.db, { ...list, ...then }, query)
}
