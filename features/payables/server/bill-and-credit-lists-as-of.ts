import { endOfDay, statusAsOf } from '#features/audit/server/service.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import { billList, columnsWith, creditList, joinsWith, billStateSql } from './store.ts'

// Lists as of the end of an earlier day `$1` in the business time zone `$2`: later records are
// omitted, and later changes are ignored.

const inHistory = statusAsOf({ entity: 'vendor_bill', id: 'v.id' })
const wasApplied = `a.applied_on <= $1::date
      and (a.reversed_on is null or a.reversed_on > $1::date)`
const applied = `select coalesce(sum(a.amount + a.discount), 0) from payable_applications a
      where ${wasApplied}`
const wasDraft = `p.created_at < ${endOfDay} and coalesce(p.posted_on > $1::date, true)
      and coalesce(p.voided_on > $1::date, true)`

/** Bills with the amount settled by then. Edits to a draft are not undone. */
const bills = `(
    select v.id, v.bill_number, v.vendor_id, v.doc_date, v.due_date, v.terms, v.discount_date,
           v.discount_amount, v.discount_percent, v.subtotal, v.tax_amount, v.total_amount,
           v.notes, v.created_by, v.created_at, v.version, v.posting_date,
           case when v.voided_on <= $1::date then 'void' when v.posted_on <= $1::date then 'posted'
             else coalesce(${inHistory}, 'draft') end as status,
           case when v.posted_on <= $1::date then v.posted_on end as posted_on,
           (${applied} and a.bill_id = v.id)::numeric(12, 2) as settled_amount
    from vendor_bills v
    where v.created_at < ${endOfDay} or v.posted_on <= $1::date
  )`

export const billListAsOf: ListSpec = {
  ...billList,
  columns: columnsWith(wasApplied),
  from: billStateSql(bills),
  joins: joinsWith(wasDraft),
}

/** Credits with the amount applied to bills by then. */
export const creditListAsOf: ListSpec = {
  ...creditList,
  from: `(
    select v.id, v.credit_number, v.vendor_id, v.return_id, v.reason, v.posted_on, v.amount,
           v.version, v.account,
           case when v.voided_on <= $1::date then v.voided_on end as voided_on,
           (${applied} and a.source = 'credit' and a.source_id = v.id)::numeric(12, 2)
             as applied_amount
    from vendor_credits v where v.posted_on <= $1::date and $2::text is not null
  ) c`,
}
