import type { Statement } from '#platform/server/database/db.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { sumSpecOf } from '#platform/server/lists/list-sums.ts'
import * as contract from '../contract.ts'

// What customers owe as of a day, computed from the documents, so a past day always reports the
// same figures. `$1` is the day; `$2` is the date that ages count from, `due` or `invoice`.

/** The unsettled amount of an invoice at the end of the day. */
export const openAmountAsOf = `(i.total - coalesce((
    select sum(a.amount + a.discount) from receivable_applications a
    where a.invoice_id = i.id and a.applied_on <= $1::date
      and (a.reversed_on is null or a.reversed_on > $1::date)), 0))`

/**
 * Invoices that may have been open at the end of the day: those open now, and those with an
 * application made or reversed later. Each branch uses an index, so the cost does not grow with the
 * number of settled invoices.
 */
export const invoiceMayBeOpenOn = (day: string) => `i.id in (
    select n.id from invoices n where n.open_amount > 0
    union all
    select a.invoice_id from receivable_applications a where a.applied_on > ${day}
    union all
    select a.invoice_id from receivable_applications a where a.reversed_on > ${day})`
export const invoiceMayBeOpen = invoiceMayBeOpenOn('$1::date')

const invoicesAsOf = `
  select i.customer_id, i.doc_date, i.due_date, ${openAmountAsOf} as amount
  from invoices i where i.doc_date <= $1::date and ${invoiceMayBeOpen}`
const invoicesNow = `
  select i.customer_id, i.doc_date, i.due_date, i.open_amount as amount
  from invoices i where i.open_amount > 0`
const invoicesOfCustomer = `${invoicesNow} and i.customer_id = $3`

/** The same for payments and credit memos, which refunds also reduce. */
const sourceMayBeOpen = (source: string, table: string) => `(
    select n.id from ${table} n where n.open_amount > 0
    union all
    select a.${source} from receivable_applications a
    where a.applied_on > $1::date and a.${source} is not null
    union all
    select f.${source} from refunds f where f.status = 'prepared' and f.${source} is not null
    union all
    select f.${source} from refunds f where f.released_on > $1::date and f.${source} is not null
    union all
    select f.${source} from refunds f where f.reversed_on > $1::date and f.${source} is not null`
const paymentMayBeOpen = `p.id in ${sourceMayBeOpen('payment_id', 'customer_payments')}
    union all
    select n.id from customer_payments n where n.voided_on > $1::date)`
const memoMayBeOpen = `m.id in ${sourceMayBeOpen('credit_memo_id', 'credit_memos')}
    union all
    select n.id from credit_memos n where n.voided_on > $1::date)`

/** True if a refund was paid by the end of the day and not reversed by then. */
const isRefunded = `f.released_on <= $1::date
                  and (f.reversed_on is null or f.reversed_on > $1::date)`

/** Payments and credit memos neither applied nor refunded by the end of the day. */
export const creditDocumentsAsOf = `
  select 'payment' as kind, p.id, p.payment_number as number, p.customer_id,
    p.received_on as day, p.amount
    - coalesce((select sum(a.amount) from receivable_applications a
                where a.payment_id = p.id and a.applied_on <= $1::date
                  and (a.reversed_on is null or a.reversed_on > $1::date)), 0)
    - coalesce((select sum(f.amount) from refunds f
                where f.payment_id = p.id and ${isRefunded}), 0) as amount
  from customer_payments p
  where p.received_on <= $1::date and (p.voided_on is null or p.voided_on > $1::date)
    and ${paymentMayBeOpen}
  union all
  select 'memo', m.id, m.credit_memo_number, m.customer_id, m.doc_date, m.total
    - coalesce((select sum(a.amount) from receivable_applications a
                where a.credit_memo_id = m.id and a.applied_on <= $1::date
                  and (a.reversed_on is null or a.reversed_on > $1::date)), 0)
    - coalesce((select sum(f.amount) from refunds f
                where f.credit_memo_id = m.id and ${isRefunded}), 0)
  from credit_memos m
  where m.doc_date <= $1::date and (m.voided_on is null or m.voided_on > $1::date)
    and ${memoMayBeOpen}`
const creditsAsOf = `select customer_id, amount from (${creditDocumentsAsOf}) d`
const creditsNow = `
  select p.customer_id, p.open_amount as amount from customer_payments p where p.open_amount > 0
  union all
  select m.customer_id, m.open_amount from credit_memos m where m.open_amount > 0
  union all
  select f.customer_id, f.amount from refunds f where f.status = 'prepared'`
const creditsOfCustomer = `select customer_id, amount from (${creditsNow}) n where customer_id = $3`

/**
 * The figures of each customer. An invoice that was settled twice by the end of the day, such as by
 * a check that bounced later and by a wire, has a negative amount: it counts in the balance and in
 * the aging, but not as open or past due.
 */
const figuresOf = (invoices: string, credits: string) => `(
  with open_invoices as (
    select customer_id, due_date, amount,
           $1::date - case when $2::text = 'invoice' then doc_date else due_date end as age
    from (${invoices}) i where amount <> 0
  ), owed as (
    select customer_id,
           sum(amount) filter (where age < 0) as not_due,
           sum(amount) filter (where age between 0 and 30) as days_0_to_30,
           sum(amount) filter (where age between 31 and 60) as days_31_to_60,
           sum(amount) filter (where age between 61 and 90) as days_61_to_90,
           sum(amount) filter (where age > 90) as over_90,
           sum(amount) filter (where due_date < $1::date and amount > 0) as past_due,
           count(*) filter (where amount > 0) as invoices,
           count(*) filter (where due_date < $1::date and amount > 0) as overdue
    from open_invoices group by customer_id
  ), unapplied as (
    select customer_id, sum(amount) as amount from (${credits}) c
    where amount <> 0 group by customer_id
  )
  select c.id, c.customer_code as "customerCode", c.name as "customerName",
         coalesce(o.not_due, 0)::text as "notDue",
         coalesce(o.days_0_to_30, 0)::text as "days0to30",
         coalesce(o.days_31_to_60, 0)::text as "days31to60",
         coalesce(o.days_61_to_90, 0)::text as "days61to90",
         coalesce(o.over_90, 0)::text as "over90",
         coalesce(o.past_due, 0)::text as "pastDue",
         (0 - coalesce(u.amount, 0))::text as unapplied,
         coalesce(o.invoices, 0)::int as "openInvoices",
         coalesce(o.overdue, 0)::int as "overdueInvoices"
  from owed o
  full join unapplied u on u.customer_id = o.customer_id
  join customers c on c.id = coalesce(o.customer_id, u.customer_id)
  ) f`

const figuresNow = figuresOf(invoicesNow, creditsNow)
const figuresOfCustomer = figuresOf(invoicesOfCustomer, creditsOfCustomer)
const figuresAsOf = figuresOf(invoicesAsOf, creditsAsOf)

/** What each customer owes by age, today and at the end of a past day. */
export const receivablesNow: Statement = { name: '', text: `select * from ${figuresNow}` }
export const receivablesAsOf: Statement = { name: '', text: `select * from ${figuresAsOf}` }

/** What one customer `$3` owes by age today; returns no row if all amounts are 0. */
export const receivablesByCustomer: Statement = {
  name: '',
  text: `select * from ${figuresOfCustomer}`,
}

/**
 * Sales by payment terms in the 90 days and in the month up to a day `$1`; the month begins on
 * `$2`.
 */
export const readSales: Statement = {
  name: 'ar_sales_by_terms',
  text: `select payment_terms as terms,
                coalesce(sum(total) filter (where doc_date > $1::date - 90), 0)::text as quarter,
                coalesce(sum(total) filter (where doc_date >= $2::date), 0)::text as month
         from invoices
         where doc_date > least($1::date - 90, $2::date - 1) and doc_date <= $1::date
         group by payment_terms`,
}

/** Credit memos in the same periods, and the cash received in the month. */
export const readCreditsAndCash: Statement = {
  name: 'ar_credits_and_cash',
  text: `select
           (select coalesce(sum(total) filter (where doc_date > $1::date - 90), 0)
            from credit_memos where doc_date <= $1::date
              and (voided_on is null or voided_on > $1::date))::text as quarter,
           (select coalesce(sum(total), 0) from credit_memos
            where doc_date between $2::date and $1::date
              and (voided_on is null or voided_on > $1::date))::text as month,
           (select coalesce(sum(amount), 0) from customer_payments
            where received_on between $2::date and $1::date
              and (voided_on is null or voided_on > $1::date))::text as cash,
           (select coalesce(sum(debit - credit), 0) from journal_totals
            where account = '1100' and posted_on between $2::date and $1::date)::text as moved`,
}

const pastDue = `(
    select i.customer_id as id, sum(i.open_amount) as past_due, count(*)::int as invoices,
           ($1::date - min(i.due_date))::int as days_late,
           bool_and(i.is_disputed) as is_disputed, max(i.dunning_level) as dunning_level
    from invoices i
    where i.open_amount > 0 and i.due_date < $1::date
    group by i.customer_id
  ) o`

/** Customers past due on `$1`, highest priority first: amount times days late. */
export const collectionList = listSpec(contract.collectionList, {
  columns: `o.id, c.customer_code as "customerCode", c.name as "customerName", c.phone, c.email,
    o.past_due::text as "pastDue", o.invoices, o.days_late as "daysLate",
    o.is_disputed as "isDisputed", o.dunning_level as "dunningLevel",
    (select max(l.letter_on) from dunning_letters l
     where l.customer_id = o.id and l.letter_on <= $1::date) as "lastLetterOn"`,
  from: pastDue,
  isComputed: true,
  joins: 'join customers c on c.id = o.id',
  where: 'true',
  id: 'o.id',
  fields: {
    id: 'o.id',
    pastDue: 'o.past_due',
    daysLate: 'o.days_late',
    invoices: 'o.invoices',
    priority: '(o.past_due * o.days_late)',
    dunningLevel: 'o.dunning_level',
  },
  search: [
    { key: 'o.id', id: 'c.id', from: 'customers c', columns: ['c.customer_code', 'c.name'] },
  ],
})

export const summedCollections = sumSpecOf(contract.collectionList, collectionList, {
  amount: 'o.past_due',
})
