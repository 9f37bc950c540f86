import { end } from '#features/audit/history-sql.ts'
import type { ListSpec } from '#platform/server/list.ts'
import { list } from './store.ts'

const wasPosted = 'v.posted_on <= $1::date'

/**
 * Payments as they were at the end of an earlier day `$1`, which ends by the business time zone
 * `$2`: later ones are left out, what was posted or taken back later is not yet.
 */
export const listThen: ListSpec = {
  ...list,
  from: `(
    select v.id, v.payment_number, v.vendor_id, v.method, v.reference, v.paid_on, v.amount,
           v.discount, v.notes, v.created_by, v.created_at, v.version,
           case when v.voided_on <= $1::date then 'void' when ${wasPosted} then 'posted'
             else 'draft' end as status,
           case when ${wasPosted} then v.posted_on end as posted_on,
           case when ${wasPosted} then v.released_by end as released_by
    from vendor_payments v where v.created_at < ${end} or ${wasPosted}
  ) p`,
}
