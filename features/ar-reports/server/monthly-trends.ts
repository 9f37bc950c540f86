import { asOfDay } from '#features/settings/server/service.ts'
import { monthSpan, type Day } from '#platform/kernel/days.ts'
import type { QueryOf } from '#platform/kernel/endpoint.ts'
import { type Cents, centsOfSum, decimal, sum } from '#platform/kernel/money.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import type * as contract from '../contract.ts'
import { isOnCredit, periodOf, percentOf } from '../rules.ts'

// The months from `$2` to `$3`, up to a day `$1`. A reversal after that day does not count. The
// collection period compares a balance with the credit memos at the end of its month, so there a
// void of a later month does not count either.

const months = `(
    select starts::date as starts, least((starts + interval '1 month')::date - 1, $1::date) as ends
    from generate_series($2::timestamp, $3::timestamp, interval '1 month') as starts
  )`

/** All days of these months, up to `$1`. */
const daysOfMonths = `$2::date and least(($3::timestamp + interval '1 month')::date - 1, $1::date)`

/** The posted balance of the receivables account, from the daily journal totals. */
const receivable = `select coalesce(sum(t.debit - t.credit), 0) as amount
           from journal_totals t where t.account = '1100' and t.posted_on <= $1::date`

/**
 * What was invoiced, received and settled in each month, and the balance at its end. Reads each
 * table once, sums it by month, and computes the balance as a running total.
 */
export const readMonths = {
  name: '',
  text: `select m.starts::text as starts, m.ends::text as ends,
                extract(year from m.starts)::int * 100
                  + extract(month from m.starts)::int as id,
                coalesce(i.amount, 0)::numeric(18, 2)::text as invoiced,
                coalesce(p.amount, 0)::numeric(18, 2)::text as received,
                coalesce(j.amount, 0)::numeric(18, 2)::text as moved,
                (b.amount + sum(coalesce(j.amount, 0)) over (order by m.starts))
                  ::numeric(18, 2)::text as balance,
                (select coalesce(sum(k.total), 0)::text from credit_memos k
                 where k.doc_date > m.ends - 90 and k.doc_date <= m.ends
                   and (k.voided_on is null or k.voided_on > m.ends)) as credited,
                coalesce(s.amount, 0)::text as settled, coalesce(s.on_time, 0)::text as "onTime",
                coalesce(s.weighted, 0)::text as weighted
         from ${months} m
         cross join (${receivable} and t.posted_on < $2::date) b
         left join (
           select date_trunc('month', t.posted_on)::date as starts,
                  sum(t.debit - t.credit) as amount
           from journal_totals t
           where t.account = '1100' and t.posted_on between ${daysOfMonths}
           group by 1
         ) j on j.starts = m.starts
         left join (
           select date_trunc('month', e.day)::date as starts, sum(e.amount) as amount
           from (
             select i.doc_date as day, i.total as amount from invoices i
             where i.doc_date between ${daysOfMonths}
             union all
             -- A charge for a refund is no sale.
             select i.doc_date, 0 - i.charge from invoices i
             where i.refund_id is not null and i.doc_date between ${daysOfMonths}
           ) e
           group by 1
         ) i on i.starts = m.starts
         left join (
           select date_trunc('month', p.received_on)::date as starts, sum(p.amount) as amount
           from customer_payments p
           where p.received_on between ${daysOfMonths}
             and (p.voided_on is null or p.voided_on > $1::date)
           group by 1
         ) p on p.starts = m.starts
         left join (
           select date_trunc('month', p.received_on)::date as starts, sum(a.amount) as amount,
                  sum(a.amount) filter (where p.received_on <= i.due_date) as on_time,
                  sum(a.amount * greatest(p.received_on - i.doc_date, 0)) as weighted
           from customer_payments p
           join receivable_applications a on a.payment_id = p.id
           join invoices i on i.id = a.invoice_id
           where p.received_on between ${daysOfMonths} and a.applied_on <= $1::date
             and (a.reversed_on is null or a.reversed_on > $1::date)
           group by 1
         ) s on s.starts = m.starts
         order by m.starts desc`,
}

const readSales = {
  name: '',
  // Sums by day first, because the 90-day windows of the months overlap.
  text: `select m.starts::text as starts, i.terms, sum(i.amount)::text as sales
         from ${months} m
         join (
           select doc_date as day, payment_terms as terms, sum(total) as amount
           from invoices
           where doc_date > $2::date - 90 and doc_date <= $1::date
           group by 1, 2
         ) i on i.day > m.ends - 90 and i.day <= m.ends
         group by m.starts, i.terms`,
}

type MonthRow = Omit<
  contract.ArMonth,
  'adjustments' | 'collectionPeriod' | 'daysToPay' | 'onTimeShare' | 'from' | 'to'
> & {
  starts: Day
  ends: Day
  /** The change of the receivables account in the month. */
  moved: string
  credited: string
  settled: string
  onTime: string
  weighted: string
}
type Sales = { starts: string; terms: string; sales: string }

/**
 * Returns payment behavior for each month of a period, newest first; by default for the twelve
 * months up to a day. Throws if the period ends before it starts or is longer than five years.
 */
export async function listArMonths(
  ctx: Context,
  { asOf, ...period }: QueryOf<typeof contract.listArMonths>,
): Promise<contract.ArMonth[]> {
  const { day: date } = await asOfDay(ctx, asOf)
  const { first, last } = monthSpan(date, period)
  const found = await onOneConnection(ctx, async ({ db }) => {
    const [monthly, sales] = await Promise.all([
      rows<MonthRow>(db, readMonths, [date, first, last]),
      rows<Sales>(db, readSales, [date, first, last]),
    ])
    return { monthly, sales }
  })
  return found.monthly.map((row) => toArMonth(row, found.sales))
}

function toArMonth(row: MonthRow, sales: readonly Sales[]): contract.ArMonth {
  const { id, invoiced, received, balance, starts, ends } = row
  const creditSales = sales.filter((each) => each.starts === starts && isOnCredit(each.terms))
  const onCredit = sum(creditSales.map((each) => centsOfSum(each.sales)))
  const quarterSales = (onCredit - centsOfSum(row.credited)) as Cents
  const settled = centsOfSum(row.settled)
  const invoicedLessReceived = centsOfSum(invoiced) - centsOfSum(received)
  const adjustments = (centsOfSum(row.moved) - invoicedLessReceived) as Cents
  return {
    id,
    from: starts,
    to: ends,
    invoiced,
    received,
    adjustments: decimal(adjustments),
    balance,
    collectionPeriod: periodOf(centsOfSum(balance), quarterSales),
    daysToPay: settled === 0 ? null : Math.round((centsOfSum(row.weighted) / settled) * 10) / 10,
    onTimeShare: settled === 0 ? null : percentOf(centsOfSum(row.onTime), settled),
  }
}
