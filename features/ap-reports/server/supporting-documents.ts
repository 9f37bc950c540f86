import type { AsOf } from '#features/settings/server/service.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { sumSpecOf } from '#platform/server/lists/list-sums.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import { apDocumentList } from '../contract.ts'
import {
  appliedOfCredit,
  billAmountsAsOf,
  creditWasPosted,
  paymentWasPosted,
} from './payables-as-of.ts'
import type { DeliveryFigure, Figure } from '../rules.ts'
import { committedNow, committedAsOf, type DeliveryDays, ordersByFigure } from './store.ts'
import { vendor } from './vendor-of-row-sql.ts'

// The documents behind each figure as of day `$1`, with the amount each contributes. One list mixes
// several kinds of documents, so row ids are made unique per kind.

const vendorCredits = `
    select c.id::bigint * 4 + 1, 'credit', c.id, c.credit_number, null, c.vendor_id, c.posted_on,
           null, null, -(c.amount - ${appliedOfCredit})::numeric(12, 2)
    from vendor_credits c where ${creditWasPosted} and c.amount > ${appliedOfCredit}`

/** Open bills, open vendor credits, and the unbilled part of orders. */
const outstanding = (committed: string) => `(
    select d.id::bigint * 4 as id, 'bill' as kind, d.id as document_id, d.bill_number as number,
           null as for_bill, d.vendor_id, d.doc_date as day, d.due_date, null::int as days,
           d.open_amount as amount
    from (${billAmountsAsOf}) d where d.open_amount > 0
    union all ${vendorCredits}
    union all
    select r.id::bigint * 4 + 2, 'order', r.id, r.order_number, null, r.vendor_id, r.order_date,
           r.expected_date, null, r.rest::numeric(12, 2)
    from (${committed}) r where r.rest > 0
  ) o`

/** Bills settled by payments of the last 90 days. */
const daysToPay = `(
    select a.id::bigint as id, 'payment' as kind, p.id as document_id,
           p.payment_number as number, b.bill_number as for_bill, p.vendor_id,
           a.applied_on as day, b.due_date, a.applied_on - b.doc_date as days, a.amount
    from payable_applications a
    join vendor_bills b on b.id = a.bill_id
    join vendor_payments p on p.id = a.source_id
    where a.source = 'payment' and a.applied_on > $1::date - 90 and a.applied_on <= $1::date
      and (a.reversed_on is null or a.reversed_on > $1::date)
  ) o`

/** The payments released in the month. */
const volume = `(
    select p.id::bigint as id, 'payment' as kind, p.id as document_id,
           p.payment_number as number, null as for_bill, p.vendor_id, p.posted_on as day,
           null::date as due_date, null::int as days, p.amount
    from vendor_payments p
    where p.posted_on >= date_trunc('month', $1::date)::date and ${paymentWasPosted}
  ) o`

/** The received orders of a figure as of `$1`, from the day `$3` to `$4` in the time zone `$2`. */
const receivedOrders = (figure: DeliveryFigure) => `(
    select r.id::bigint as id, 'order' as kind, r.id as document_id, r.order_number as number,
           null as for_bill, r.vendor_id, r.day, r.expected_date as due_date, r.days,
           r.total_amount as amount
    from (${ordersByFigure[figure]}) r
  ) o`

const documents = listSpec(apDocumentList, {
  columns: `o.id, o.kind, o.document_id as "documentId", o.number, o.for_bill as "billNumber",
    ${vendor.columns},
    o.day, o.due_date as "dueDate", o.days, o.amount`,
  from: volume,
  joins: vendor.joins,
  isComputed: true,
  where: 'true',
  id: 'o.id',
  fields: {
    id: 'o.id',
    number: 'o.number',
    kind: 'o.kind',
    vendorId: vendor.id,
    day: 'o.day',
    dueDate: { sql: 'o.due_date', isNullable: true },
    days: { sql: 'o.days', isNullable: true },
    amount: 'o.amount',
    vendorCode: vendor.code,
  },
  search: [vendor.search, 'o.number'],
  countUpTo: 10_000,
})

/** The sums and groupings available for the documents. */
export const summedAmounts = sumSpecOf(apDocumentList, documents, { amount: 'o.amount' })

/** The documents behind a figure, as of a date; the days limit those of received orders. */
export function documentsOf(figure: Figure, at: AsOf, { first, last }: DeliveryDays): ListSpec {
  if (isOfDeliveries(figure)) {
    return { ...documents, from: receivedOrders(figure), values: [at.day, at.zone, first, last] }
  }
  if (figure === 'daysToPay') return { ...documents, from: daysToPay, values: [at.day] }
  if (figure === 'volume') return { ...documents, from: volume, values: [at.day] }
  const from = outstanding(at.isPast ? committedAsOf : committedNow)
  return { ...documents, from, values: [at.day, at.zone] }
}

function isOfDeliveries(figure: Figure): figure is DeliveryFigure {
  return Object.hasOwn(ordersByFigure, figure)
}
