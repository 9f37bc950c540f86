import { endOfDay } from '#features/audit/server/service.ts'
import { openOfPrepayment } from '#features/payables/server/service.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import { list, openWith } from './store.ts'

const openAmountAsOf = openWith(
  openOfPrepayment(
    `a.applied_on <= $1::date and (a.reversed_on is null or a.reversed_on > $1::date)`,
    'f.received_on <= $1::date',
  ),
)
const wasPosted = 'v.posted_on <= $1::date'

/**
 * Payments as of the end of day `$1` in business time zone `$2`: later payments are left out, and
 * later postings and voids are not yet in effect.
 */
export const paymentListAsOf: ListSpec = {
  ...list,
  columns: list.columns.replace(openWith(openOfPrepayment()), openAmountAsOf),
  filters: {
    ...list.filters,
    left: { when: 'true', holds: `p.kind = 'prepayment' and ${openAmountAsOf} > 0` },
  },
  from: `(
    select v.id, v.payment_number, v.vendor_id, v.method, v.reference, v.paid_on, v.amount,
           v.kind, v.purchase_order_id, v.discount, v.notes, v.created_by, v.created_at, v.version,
           case when v.voided_on <= $1::date then 'void' when ${wasPosted} then 'posted'
             else 'draft' end as status,
           case when ${wasPosted} then v.posted_on end as posted_on,
           case when ${wasPosted} then v.released_by end as released_by
    from vendor_payments v where v.created_at < ${endOfDay} or ${wasPosted}
  ) p`,
}
