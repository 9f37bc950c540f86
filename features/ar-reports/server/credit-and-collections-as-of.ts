import { endOfDay, fieldAsOf, statusAsOf } from '#features/audit/server/service.ts'
import { dunningAsOf } from '#features/receivables/server/service.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import { collectionList, invoiceMayBeOpen, openAmountAsOf } from './balances-as-of.ts'
import { creditList } from './store.ts'

// Credit and collections as of the end of a past day `$1` in the business time zone `$2`. They come
// from documents, journal and history, so a past day always reports the same figures.

const creditLimitAsOf = fieldAsOf({
  entity: 'customer',
  id: 'k.id',
  field: 'creditLimit',
  current: 'k.credit_limit',
})
const holdReasonAsOf = fieldAsOf({
  entity: 'sales_order',
  id: 'o.id',
  field: 'holdReason',
  current: 'o.hold_reason',
})
const totalAmountAsOf = fieldAsOf({
  entity: 'sales_order',
  id: 'o.id',
  field: 'totalAmount',
  current: 'o.total_amount',
})
const orderStatusAsOf = statusAsOf({ entity: 'sales_order', id: 'o.id' })
const { isDisputed, dunningLevel } = dunningAsOf('i')

/** The uninvoiced amount of an order `o`. */
const uninvoicedAsOf = `greatest(${totalAmountAsOf}::numeric - coalesce((
      select sum(i.total) from invoices i
      where i.sales_order_id = o.id and i.doc_date <= $1::date), 0), 0)`

/** True if an order `o` was open, and neither on credit hold nor parked. */
const usedCredit = `(o.updated_at >= ${endOfDay} or o.status in ('pending', 'processing'))
      and ${orderStatusAsOf} in ('pending', 'processing')
      and coalesce(${holdReasonAsOf}, '') not in ('credit', 'parked')`

const openOrderAmountAsOf = `coalesce((
    select sum(${uninvoicedAsOf}) from sales_orders o
    where o.customer_id = k.id and ${usedCredit}), 0)`

/** The orders that used credit, each with its uninvoiced amount. */
export const openOrdersAsOf = `
    select o.id, o.order_number, o.customer_id, o.order_date, ${uninvoicedAsOf} as amount
    from sales_orders o where ${usedCredit}`

const balanceAsOf = `coalesce((
    select sum(l.debit - l.credit)
    from journal_lines l join journal_entries e on e.id = l.entry_id
    where l.customer_id = k.id and l.account = '1100' and e.posted_on <= $1::date), 0)`

/**
 * Customers with their credit limit, balance and open orders at the end of the day. Approvals hold
 * credit for minutes, so that a past day has none.
 */
export const creditUseListAsOf: ListSpec = {
  ...creditList,
  from: `(
    select k.id, k.customer_code, k.name, k.payment_terms, null::timestamptz as deleted_at,
           coalesce(${creditLimitAsOf}::numeric, 0)::numeric(12, 2) as credit_limit,
           ${balanceAsOf}::numeric(14, 2) as current_balance,
           ${openOrderAmountAsOf}::numeric(14, 2) as open_order_amount,
           0::numeric(12, 2) as soft_reserved_amount
    from customers k
    where k.created_at < ${endOfDay} and (k.deleted_at is null or k.deleted_at >= ${endOfDay})
  ) c`,
}

/** Customers with past-due invoices at the end of the day, and their reminder level then. */
export const collectionListAsOf: ListSpec = {
  ...collectionList,
  from: `(
    select t.customer_id as id, sum(t.amount) as past_due, count(*)::int as invoices,
           ($1::date - min(t.due_date))::int as days_late,
           bool_and(t.is_disputed) as is_disputed, max(t.level) as dunning_level
    from (
      select i.customer_id, i.due_date, ${openAmountAsOf} as amount,
             ${isDisputed} as is_disputed, ${dunningLevel} as level
      from invoices i
      where i.doc_date <= $1::date and i.due_date < $1::date and ${invoiceMayBeOpen}
    ) t
    where t.amount > 0
    group by t.customer_id
  ) o`,
}
