import { endOfDay } from '#features/audit/server/service.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import {
  buckets,
  bucketsByInvoiceDate,
  creditMemoList,
  invoiceList,
  paymentList,
  refundList,
  states,
} from './store.ts'

// Lists as of the end of a past day `$1` in the business time zone `$2`: later documents and later
// changes are excluded.

const isReleased = 'f.released_on <= $1::date'
const isReversed = 'f.reversed_on <= $1::date'
/** A cancelled refund never changes again, so `updated_at` is its cancellation. */
const isCancelled = `(f.status = 'cancelled' and f.updated_at < ${endOfDay})`
const existedThen = `(coalesce(${isReleased}, false) or f.created_at < ${endOfDay})`

/** The amount of a payment or credit memo that was applied or in refunds. */
const appliedSql = (source: string) => `coalesce((
      select sum(a.amount) from receivable_applications a
      where a.${source} = v.id and a.applied_on <= $1::date
        and (a.reversed_on is null or a.reversed_on > $1::date)), 0)
    + coalesce((
      select sum(f.amount) from refunds f
      where f.${source} = v.id and ${existedThen} and not ${isCancelled}
        and not coalesce(${isReversed}, false)), 0)`

/** SQL for whether an invoice of a table was disputed, and its reminder level. */
export const dunningAsOf = (table: string) => ({
  isDisputed: `(case when ${table}.updated_at < ${endOfDay} then ${table}.is_disputed
      else coalesce((
      select a.action = 'dispute' from audit_log a
      where a.entity = 'invoice' and a.entity_id = ${table}.id and a.at < ${endOfDay}
        and a.action in ('dispute', 'settle-dispute')
      order by a.id desc limit 1), false) end)`,
  dunningLevel: `coalesce((
      select max(n.level) from dunning_lines n
      join dunning_letters w on w.id = n.letter_id
      where n.invoice_id = ${table}.id and w.letter_on <= $1::date), 0)`,
})
const { isDisputed, dunningLevel } = dunningAsOf('v')

/** Invoices with their open amounts, disputes and reminders. */
export const invoiceListAsOf: ListSpec = {
  ...invoiceList,
  from: `(
    select v.id, v.invoice_number, v.customer_id, v.sales_order_id, v.doc_date, v.payment_terms,
           v.due_date, v.discount_date, v.discount_amount, v.goods, v.tax, v.freight, v.charge,
           v.total, v.refund_id, v.version, ${isDisputed} as is_disputed,
           ${dunningLevel} as dunning_level,
           v.total - coalesce((
             select sum(a.amount + a.discount) from receivable_applications a
             where a.invoice_id = v.id and a.applied_on <= $1::date
               and (a.reversed_on is null or a.reversed_on > $1::date)), 0) as open_amount
    from invoices v
  ) i`,
  filters: {
    ...invoiceList.filters,
    state: { each: { ...states, paid: 'i.open_amount <= 0' } },
    bucket: { each: settledTwiceToo(buckets) },
  },
}

/** The buckets by invoice date. */
export const bucketsByInvoiceDateAsOf = settledTwiceToo(bucketsByInvoiceDate)

/** Adds invoices settled twice by that day (negative amounts) to the buckets, as in the aging. */
function settledTwiceToo<Id extends string>(each: Record<Id, string>): Record<Id, string> {
  const entries = Object.entries<string>(each)
  const widened = entries.map(([id, sql]) => [
    id,
    sql.replace('open_amount > 0', 'open_amount <> 0'),
  ])
  return Object.fromEntries(widened) as Record<Id, string>
}

/** Payments with their open amounts. */
export const paymentListAsOf: ListSpec = {
  ...paymentList,
  from: `(
    select v.id, v.payment_number, v.customer_id, v.received_on, v.method, v.reference, v.amount,
           v.notes, v.created_by, v.version,
           case when v.voided_on <= $1::date then 'void' else 'posted' end as status,
           (case when v.voided_on <= $1::date then 0
              else v.amount - (${appliedSql('payment_id')}) end)::numeric(12, 2) as open_amount
    from customer_payments v where v.received_on <= $1::date
  ) p`,
}

/** Credit memos with their open amounts. */
export const creditMemoListAsOf: ListSpec = {
  ...creditMemoList,
  from: `(
    select v.id, v.credit_memo_number, v.customer_id, v.invoice_id, v.return_id, v.doc_date,
           v.goods, v.tax, v.restocking_fee, v.total, v.reason, v.version,
           case when v.voided_on <= $1::date then v.voided_on end as voided_on,
           (case when v.voided_on <= $1::date then 0
              else v.total - (${appliedSql('credit_memo_id')}) end)::numeric(12, 2) as open_amount
    from credit_memos v where v.doc_date <= $1::date
  ) m`,
}

/** Refunds with their status. */
export const refundListAsOf: ListSpec = {
  ...refundList,
  from: `(
    select f.id, f.refund_number, f.customer_id, f.payment_id, f.credit_memo_id, f.amount,
           f.reason, f.prepared_by, f.version,
           case when ${isReversed} then 'reversed' when ${isReleased} then 'released'
             when ${isCancelled} then 'cancelled' else 'prepared' end as status,
           case when ${isReversed} then f.reversed_on end as reversed_on,
           case when ${isReleased} then f.released_on end as released_on,
           case when ${isReleased} then f.released_by end as released_by
    from refunds f where ${existedThen}
  ) f`,
}
