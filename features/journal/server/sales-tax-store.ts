import { listSpec } from '#platform/server/lists/list-sql.ts'
import { taxPaymentList } from '../contract.ts'

/** The list of sales tax payments, newest first. */
export const taxPaymentListSpec = listSpec(taxPaymentList, {
  columns: `p.id, p.payment_number as "paymentNumber", p.country, p.state,
    p.period_from as "periodFrom", p.period_to as "periodTo", p.amount, p.paid_on as "paidOn",
    p.reference, p.status, p.voided_on as "voidedOn", u.username as "createdByName",
    p.created_at as "createdAt", p.version`,
  from: 'sales_tax_payments p',
  joins: 'join users u on u.id = p.created_by',
  where: 'true',
  id: 'p.id',
  fields: {
    id: 'p.id',
    paymentNumber: 'p.payment_number',
    status: { sql: 'p.status', orderedBy: 'p.id' },
    paidOn: 'p.paid_on',
    periodTo: 'p.period_to',
    amount: 'p.amount',
    country: 'p.country',
    state: 'p.state',
  },
  search: [{ startOf: 'p.payment_number' }, { endOf: 'p.payment_number' }],
  countUpTo: 10_000,
})

/**
 * The report from `$1` to `$2` as one statement, so all figures are from one snapshot: the sums per
 * jurisdiction and rate, the payments per jurisdiction, and the reconciliation to account 2100.
 */
export const readTaxReport = {
  name: 'read_sales_tax_report',
  text: `select 'taxed' as part, country, state, rate::text,
                coalesce(sum(charged - credited) filter (where posted_on < $1), 0)::text as before,
                coalesce(sum(taxable_sales) filter (where posted_on >= $1), 0)::text as a,
                coalesce(sum(exempt_sales) filter (where posted_on >= $1), 0)::text as b,
                coalesce(sum(credited_sales) filter (where posted_on >= $1), 0)::text as c,
                coalesce(sum(charged) filter (where posted_on >= $1), 0)::text as d,
                coalesce(sum(credited) filter (where posted_on >= $1), 0)::text as e
         from sales_tax_changes where posted_on <= $2
         group by country, state, rate
         union all
         select 'paid', country, state, null,
                coalesce(sum(amount) filter (where period_to < $1), 0)::text,
                coalesce(sum(amount) filter (where period_to >= $1), 0)::text,
                '0', '0', '0', '0'
         from sales_tax_payments where status = 'posted' and period_to <= $2
         group by country, state
         union all
         select 'tie', '', '', null,
                (select coalesce(sum(case when paid_on <= $2 then amount else 0 end
                                     - case when voided_on <= $2 then amount else 0 end), 0)
                 from sales_tax_payments)::text,
                (select coalesce(sum(l.credit - l.debit), 0)
                 from manual_entries m join manual_entry_lines l on l.manual_entry_id = m.id
                 where m.status = 'posted' and l.account = '2100' and m.posted_on <= $2)::text,
                (select coalesce(sum(credit - debit), 0) from journal_totals
                 where account = '2100' and posted_on <= $2)::text,
                '0', '0', '0'
         order by 1, 2, 3, 4`,
}

/**
 * The tax that can still be paid for a jurisdiction up to a day: the minimum of the balance on that
 * day and on the last day of each later period that has a payment. So tax that such a payment
 * covered is not paid again.
 */
export const readUnpaidTax = {
  name: 'read_sales_tax_left',
  text: `with days as (
           select $3::date as day
           union
           select period_to from sales_tax_payments
           where country = $1 and state = $2 and status = 'posted' and period_to > $3::date
         ), due as materialized (
           select posted_on, sum(charged - credited) as amount from sales_tax_changes
           where country = $1 and state = $2 group by posted_on
         )
         select min(
           coalesce((select sum(d.amount) from due d where d.posted_on <= days.day), 0)
           - coalesce((select sum(p.amount) from sales_tax_payments p
                       where p.country = $1 and p.state = $2 and p.status = 'posted'
                         and p.period_to <= days.day), 0))::text as left
         from days`,
}

/**
 * Advisory lock: sales tax payments are created one at a time, so that two never pay the same tax.
 */
export const lockSalesTaxPayments = {
  name: 'sales_tax_take_turn',
  text: 'select pg_advisory_xact_lock(727282)',
}

export const insertPayment = {
  name: 'insert_sales_tax_payment',
  text: `insert into sales_tax_payments
           (payment_number, country, state, period_from, period_to, amount, paid_on, reference,
            created_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         returning id`,
}

export const lockPayment = {
  name: 'lock_sales_tax_payment',
  text: `select id, payment_number as "paymentNumber", country, state, amount, status, version
         from sales_tax_payments where id = $1 for no key update`,
}

export const voidPayment = {
  name: 'void_sales_tax_payment',
  text: `update sales_tax_payments
         set status = $2, voided_on = $3, version = version + 1, updated_at = now()
         where id = $1`,
}
