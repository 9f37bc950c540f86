import type { Day } from '#platform/kernel/days.ts'
import type { Filter } from '#platform/server/lists/list-filter.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import { agingBuckets } from '#features/receivables/rules.ts'
import { openOfPrepayment } from '#features/payables/server/service.ts'
import { apBillList } from '../contract.ts'
import { vendor } from './vendor-of-row-sql.ts'

// Bills as of the end of day `$1`: posted and not void by then, less applications made and not
// reversed by then. `$2` says which date their age counts from.

const applied = `select coalesce(sum(a.amount + a.discount), 0) from payable_applications a
      where a.applied_on <= $1::date and (a.reversed_on is null or a.reversed_on > $1::date)`
const appliedToBill = `(${applied} and a.bill_id = b.id)`
export const appliedOfCredit = `(${applied} and a.source = 'credit' and a.source_id = c.id)`
const billWasPosted = 'b.posted_on <= $1::date and (b.voided_on is null or b.voided_on > $1::date)'
export const creditWasPosted =
  'c.posted_on <= $1::date and (c.voided_on is null or c.voided_on > $1::date)'
export const paymentWasPosted =
  'p.posted_on <= $1::date and (p.voided_on is null or p.voided_on > $1::date)'

/**
 * Bills that may have been open at the end of the day: those open now, and those with applications
 * or a void later. Written so that indexes apply.
 */
export const billMayBeOpenOn = (day: string) => `b.id in (
        select n.id from vendor_bills n
        where n.status = 'posted' and n.settled_amount < n.total_amount
        union all
        select a.bill_id from payable_applications a where a.applied_on > ${day}
        union all
        select n.id from vendor_bills n where n.voided_on > ${day})`
const billMayBeOpen = billMayBeOpenOn('$1::date')

/** Those bills with their open amount. */
export const billAmountsAsOf = `
      select b.id, b.bill_number, b.vendor_id, b.doc_date, b.due_date, b.discount_date,
             b.total_amount, (b.total_amount - ${appliedToBill})::numeric(12, 2)
               as open_amount
      from vendor_bills b
      where b.posted_on is not null and ${billWasPosted} and ${billMayBeOpen}`

const openBillsAsOf = `(
    select d.*, $1::date - (case $2::text when 'invoice' then d.doc_date else d.due_date end)
             as days,
           d.due_date < $1::date as is_overdue
    from (${billAmountsAsOf}
    ) d
    where d.open_amount > 0
  ) o`

const bucketStarts = agingBuckets.flatMap(({ from }) => from ?? []).join(', ')

/** Open bills on a date, for the figures: by vendor, bucket and whether overdue. */
export const openBills = {
  name: '',
  text: `select o.vendor_id as "vendorId", v.vendor_code as "vendorCode", v.name as "vendorName",
                o.open, o.days, o.bills, o.is_overdue as "isOverdue"
         from (
           select o.vendor_id, o.is_overdue, min(o.days) as days, count(*)::int as bills,
                  sum(o.open_amount)::text as open
           from ${openBillsAsOf}
           group by o.vendor_id, o.is_overdue, width_bucket(o.days, array[${bucketStarts}])
         ) o join vendors v on v.id = o.vendor_id`,
}

/** Unapplied vendor credits. */
export const openCredits = {
  name: '',
  text: `select c.vendor_id as "vendorId", v.vendor_code as "vendorCode", v.name as "vendorName",
                (c.amount - ${appliedOfCredit})
                  ::numeric(12, 2) as open
         from vendor_credits c join vendors v on v.id = c.vendor_id
         where ${creditWasPosted}`,
}

const prepaidAsOf = openOfPrepayment(
  'a.applied_on <= $1::date and (a.reversed_on is null or a.reversed_on > $1::date)',
  'f.received_on <= $1::date',
)

/** Unapplied prepayments to vendors: an asset, not part of the payables figures. */
export const prepaidOn = {
  name: '',
  text: `select coalesce(sum(${prepaidAsOf}), 0)::numeric(14, 2) as amount
         from vendor_payments p where p.kind = 'prepayment' and ${paymentWasPosted}`,
}

/** The balance of account 2050 at the end of day `$1`: goods received and not billed. */
export const notBilledOn = {
  name: '',
  text: `select coalesce(sum(t.credit - t.debit), 0)::numeric(18, 2)::text as amount
         from journal_totals t where t.account = '2050' and t.posted_on <= $1::date`,
}

/** The payment speed and billed amount of the last 90 days, and the amount paid in the month. */
export const readPaymentStats = {
  name: '',
  text: `select (
             select round(sum((a.applied_on - b.doc_date) * a.amount) / sum(a.amount), 2)::float8
             from payable_applications a join vendor_bills b on b.id = a.bill_id
             where a.source = 'payment' and a.applied_on > $1::date - 90
               and a.applied_on <= $1::date
               and (a.reversed_on is null or a.reversed_on > $1::date)
           ) as "daysToPay",
           (
             select coalesce(sum(b.total_amount), 0)::numeric(14, 2) from vendor_bills b
             where b.doc_date > $1::date - 90 and b.doc_date <= $1::date and ${billWasPosted}
           ) as billed,
           (
             select coalesce(sum(p.amount), 0)::numeric(14, 2) from vendor_payments p
             where p.posted_on >= date_trunc('month', $1::date)::date and ${paymentWasPosted}
           ) as paid`,
}

/** The filters for an aging bucket, which the service sets. */
export const daysInBucket: Record<'fromDays' | 'toDays', Filter> = {
  fromDays: { sql: 'o.days', type: 'int', compare: '>=' },
  toDays: { sql: 'o.days', type: 'int', compare: '<=' },
}

const declaredList = listSpec(apBillList, {
  columns: `o.id, o.bill_number as "billNumber", ${vendor.columns}, o.doc_date as "docDate",
    o.due_date as "dueDate", $1::date - o.due_date as "daysPastDue",
    o.is_overdue as "isOverdue", o.discount_date as "discountDate",
    o.total_amount as "totalAmount", o.open_amount as "openAmount"`,
  from: openBillsAsOf,
  isComputed: true,
  joins: vendor.joins,
  where: 'true',
  id: 'o.id',
  fields: {
    id: 'o.id',
    billNumber: 'lower(o.bill_number)',
    vendorId: vendor.id,
    docDate: 'o.doc_date',
    dueDate: 'o.due_date',
    totalAmount: 'o.total_amount',
    openAmount: 'o.open_amount',
    vendorCode: vendor.code,
    overdue: { when: 'true', holds: 'o.is_overdue' },
  },
  search: [vendor.search, 'o.bill_number'],
  countUpTo: 10_000,
})

const billList: ListSpec = {
  ...declaredList,
  filters: { ...declaredList.filters, ...daysInBucket },
}

/** Bills that were open on a date, earliest due first. */
export function openBillsOn(date: Day, basis: 'due' | 'invoice'): ListSpec {
  return { ...billList, values: [date, basis] }
}

/** The days of these months; postings after `$1` are excluded separately. */
const daysOfMonths = `$2::date and ($3::timestamp + interval '1 month')::date - 1`

/** Amounts billed and paid in the months from `$2` to `$3`, up to day `$1`. */
export const readMonths = {
  name: '',
  text: `select to_char(m.starts, 'YYYY-MM') as month, extract(year from m.starts)::int * 100
                  + extract(month from m.starts)::int as id,
                coalesce(b.amount, 0)::numeric(14, 2) as billed,
                coalesce(p.payments, 0) as payments,
                coalesce(p.amount, 0)::numeric(14, 2) as paid,
                coalesce(p.discount, 0)::numeric(14, 2) as discounts,
                coalesce(p.largest, 0)::numeric(14, 2) as largest
         from generate_series($2::timestamp, $3::timestamp, interval '1 month') as m (starts)
         left join (
           select date_trunc('month', b.posted_on)::date as starts, sum(b.total_amount) as amount
           from vendor_bills b where b.posted_on between ${daysOfMonths} and ${billWasPosted}
           group by 1
         ) b on b.starts = m.starts::date
         left join (
           select date_trunc('month', p.posted_on)::date as starts, count(*) as payments,
                  sum(p.amount) as amount, sum(p.discount) as discount, max(p.amount) as largest
           from vendor_payments p where p.posted_on between ${daysOfMonths} and ${paymentWasPosted}
           group by 1
         ) p on p.starts = m.starts::date
         order by m.starts desc`,
}
