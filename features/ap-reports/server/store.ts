import { endOfDay, fieldAsOf, statusAsOf } from '#features/audit/server/service.ts'
import type { AsOf } from '#features/settings/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { sumSpecOf } from '#platform/server/lists/list-sums.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import { apOrderList, vendorPerformanceList } from '../contract.ts'
import type { DeliveryFigure } from '../rules.ts'
import { daysInBucket } from './payables-as-of.ts'
import { vendor } from './vendor-of-row-sql.ts'

// `$1` is the day, `$2` the business time zone. An order's past status comes from its audit log; an
// order unchanged since that day has its current status.
// `offset 0` keeps the planner from evaluating the history once for every use of the status.
const order = { entity: 'purchase_order', id: 'p.id' }
const wasChangedSince = `p.updated_at >= ${endOfDay}`
const totalAsOf = fieldAsOf({ ...order, field: 'totalAmount', current: 'p.total_amount' })
const expectedDateAsOf = fieldAsOf({ ...order, field: 'expectedDate', current: 'p.expected_date' })

/** The status and the expected date of the order `p` at the end of the day `$1`. */
export const orderThen = {
  status: `(case when ${wasChangedSince} then ${statusAsOf(order)} else p.status end)`,
  expected: `(case when ${wasChangedSince} then ${expectedDateAsOf}::date
    else p.expected_date end)`,
}

type OrderColumns = { status: string; total: string; expected: string }

const ordersSql = ({ status, total, expected }: OrderColumns) => `(
    select p.id, p.order_number, p.vendor_id, ${total} as total_amount, p.order_date,
           ${expected} as expected_date, s.status,
           s.status in ('submitted', 'approved') as is_open,
           s.status in ('submitted', 'approved')
             and coalesce(${expected} < $1::date, false) as is_overdue,
           coalesce($1::date - ${expected}, -1) as days
    from purchase_orders p cross join lateral (select ${status}) s
    where s.status is not null and $2::text is not null
  ) o`

const ordersNow = ordersSql({
  status: 'p.status as status',
  total: 'p.total_amount',
  expected: 'p.expected_date',
})
const ordersAsOf = ordersSql({
  status: `${orderThen.status} as status offset 0`,
  total: `(case when ${wasChangedSince} then ${totalAsOf}::numeric(12, 2) else p.total_amount end)`,
  expected: orderThen.expected,
})

const declaredList = listSpec(apOrderList, {
  columns: `o.id, o.order_number as "orderNumber", ${vendor.columns},
    o.total_amount as "totalAmount",
    o.status, o.order_date as "orderDate", o.expected_date as "expectedDate",
    o.is_overdue as "isOverdue"`,
  from: ordersNow,
  joins: vendor.joins,
  where: 'true',
  id: 'o.id',
  fields: {
    id: 'o.id',
    orderNumber: 'o.order_number',
    vendorId: vendor.id,
    totalAmount: 'o.total_amount',
    status: 'o.status',
    orderDate: 'o.order_date',
    expectedDate: { sql: 'o.expected_date', isNullable: true },
    vendorCode: vendor.code,
    overdue: { when: 'true', holds: 'o.is_overdue' },
  },
  search: [vendor.search, { startOf: 'o.order_number' }, { endOf: 'o.order_number' }],
  countUpTo: 10_000,
})

/** `open` and the days are for orders in an aging bucket. */
const orderList: ListSpec = {
  ...declaredList,
  filters: {
    ...declaredList.filters,
    open: { when: 'true', holds: 'o.is_open' },
    ...daysInBucket,
  },
}

export const summedOrders = sumSpecOf(apOrderList, declaredList, { amount: 'o.total_amount' })

/** Purchase orders as of a date; for today the current status is used. */
export function ordersOn({ day, zone, isPast }: AsOf): ListSpec {
  return { ...orderList, from: isPast ? ordersAsOf : ordersNow, values: [day, zone] }
}

const openColumns = `o.vendor_id as "vendorId", v.vendor_code as "vendorCode",
  v.name as "vendorName", o.status, o.total_amount as "totalAmount",
  o.expected_date as "expectedDate", coalesce(b.amount, 0)::numeric(14, 2)::text as billed`
// Adds the amount of each order that was billed by the date.
const withBilled = `left join lateral (
    select least(coalesce(sum(l.total_price), 0), 9999999999.99) as amount
    from vendor_bill_lines l join vendor_bills b on b.id = l.vendor_bill_id
    where l.purchase_order_id = o.id and b.posted_on <= $1::date
      and (b.voided_on is null or b.voided_on > $1::date)
  ) b on true`
const outstandingOnly = `join vendors v on v.id = o.vendor_id ${withBilled} where o.is_open`

/** Outstanding orders now, and at the end of an earlier day. */
export const openNow = {
  name: 'ap_open_orders',
  text: `select ${openColumns} from ${ordersNow} ${outstandingOnly}`,
}
export const openAmountAsOf = {
  name: 'ap_open_orders_then',
  text: `select ${openColumns} from ${ordersAsOf} ${outstandingOnly}`,
}

const committedColumns = `o.id, o.order_number, o.vendor_id, o.order_date, o.expected_date,
  o.total_amount - coalesce(b.amount, 0) as rest`

/** Orders with their commitment: outstanding and not billed. */
export const committedNow = `
  select ${committedColumns} from ${ordersNow} ${withBilled} where o.is_open`
export const committedAsOf = `
  select ${committedColumns} from ${ordersAsOf} ${withBilled} where o.is_open`

/**
 * Purchase orders that were received at the end of the day `$1`, in the business time zone `$2`,
 * and became so from the day `$3` to `$4`: reversals after `$1` do not count. Whether on time is
 * null without an expected date, and for an order that was closed short.
 */
const receivedOrders = `purchase_orders p
    cross join lateral (
      select a.action, a.to_status, (a.at at time zone $2::text)::date as day
      from audit_log a
      where a.entity = 'purchase_order' and a.entity_id = p.id and a.to_status is not null
        and a.at < ${endOfDay}
      order by a.id desc limit 1
    ) h
    cross join lateral (
      select h.action, h.day, e.expected_date,
             case when h.action = 'receive' then h.day <= e.expected_date end as is_on_time
      from (select ${orderThen.expected} as expected_date offset 0) e
    ) d`
// An order that was received then and is not now has changed since.
const wasReceived = `(p.status = 'received' or ${wasChangedSince}) and h.to_status = 'received'
      and d.day between $3::date and $4::date`
const onTimePercent = `round(100.0 * count(*) filter (where d.is_on_time)
                 / nullif(count(d.is_on_time), 0), 1)::text`

const receivedOrder = `
    select p.id, p.order_number, p.vendor_id, d.day, d.expected_date,
           d.day - d.expected_date as days, p.total_amount
    from ${receivedOrders} where ${wasReceived}`

/** These orders one by one, by the figure of the vendor performance that they are counted in. */
export const ordersByFigure: Readonly<Record<DeliveryFigure, string>> = {
  received: receivedOrder,
  receivedLate: `${receivedOrder} and not d.is_on_time`,
  closedShort: `${receivedOrder} and d.action = 'close'`,
}

const deliveries = `(
    select v.id, v.vendor_code, v.name, count(*) as orders,
           count(*) filter (where d.is_on_time) as on_time,
           count(*) filter (where not d.is_on_time) as late,
           count(*) filter (where d.action = 'close') as closed_short,
           ${onTimePercent} as on_time_percent,
           round(avg(d.day - d.expected_date) filter (where not d.is_on_time), 1)::text
             as average_days_late,
           round(avg(d.day - p.order_date), 1)::text as average_lead_days,
           sum(p.total_amount)::text as amount
    from ${receivedOrders}
    join vendors v on v.id = p.vendor_id
    where ${wasReceived}
    group by v.id
  ) o`

/** The same orders by month, newest first: months without one have zeros. */
export const readDeliveryMonths = {
  name: '',
  text: `select extract(year from m.starts)::int * 100 + extract(month from m.starts)::int as id,
                m.starts as "from",
                least((m.starts + interval '1 month')::date - 1, $4::date) as "to",
                coalesce(d.on_time, 0)::int as "onTime", coalesce(d.late, 0)::int as late,
                coalesce(d.other, 0)::int as other, d.on_time_percent as "onTimePercent"
         from (
           select starts::date as starts
           from generate_series($3::timestamp, $4::timestamp, interval '1 month') as starts
         ) m
         left join (
           select date_trunc('month', d.day)::date as starts,
                  count(*) filter (where d.is_on_time) as on_time,
                  count(*) filter (where not d.is_on_time) as late,
                  count(*) filter (where d.is_on_time is null) as other,
                  ${onTimePercent} as on_time_percent
           from ${receivedOrders}
           where ${wasReceived}
           group by 1
         ) d on d.starts = m.starts
         order by m.starts desc`,
}

const performance = listSpec(vendorPerformanceList, {
  columns: `o.id, o.vendor_code as "vendorCode", o.name as "vendorName", o.orders,
    o.on_time as "onTime", o.late, o.closed_short as "closedShort",
    o.on_time_percent as "onTimePercent", o.average_days_late as "averageDaysLate",
    o.average_lead_days as "averageLeadDays", o.amount`,
  from: deliveries,
  isComputed: true,
  where: 'true',
  id: 'o.id',
  fields: {
    id: 'o.id',
    vendorCode: 'o.vendor_code collate "und-x-icu"',
    vendorName: 'o.name collate "und-x-icu"',
    orders: 'o.orders',
    onTime: 'o.on_time',
    late: 'o.late',
    closedShort: 'o.closed_short',
    onTimePercent: { sql: 'o.on_time_percent::numeric', isNullable: true },
    averageDaysLate: { sql: 'o.average_days_late::numeric', isNullable: true },
    averageLeadDays: { sql: 'o.average_lead_days::numeric', isNullable: true },
    amount: 'o.amount::numeric',
  },
  search: ['o.vendor_code', 'o.name'],
})

/** The first and last day of deliveries, both inclusive. */
export type DeliveryDays = { first: Day; last: Day }

/** Vendor delivery performance over a range of days, as it was known on the day. */
export function performanceOn({ day, zone }: AsOf, { first, last }: DeliveryDays): ListSpec {
  return { ...performance, values: [day, zone, first, last] }
}
