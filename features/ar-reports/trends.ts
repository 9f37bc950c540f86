import { currentSettings } from '#features/settings/service.ts'
import { monthSpan, today } from '#platform/kernel/days.ts'
import type { QueryOf } from '#platform/kernel/endpoint.ts'
import { type Cents, cents, sum } from '#platform/kernel/money.ts'
import { type Context, onOneConnection, rows } from '#platform/server/db.ts'
import type { ArMonth, listArMonths } from './contract.ts'
import { isOnCredit, periodOf, shareOf } from './rules.ts'

// The months from `$2` to `$3` up to a day `$1`, point in time: what was taken back later counts
// until then.

const months = `(
    select starts::date as starts, least((starts + interval '1 month')::date - 1, $1::date) as ends
    from generate_series($2::timestamp, $3::timestamp, interval '1 month') as starts
  )`

/**
 * What was invoiced, received and settled in each month, and the balance at its end: the journal is
 * summed once before the first month and once by month, and added up from month to month.
 */
export const readMonths = {
  name: '',
  text: `select m.starts::text as starts, m.ends::text as ends,
                extract(year from m.starts)::int * 100
                  + extract(month from m.starts)::int as id,
                (select coalesce(sum(i.total), 0)::text from invoices i
                 where i.doc_date between m.starts and m.ends) as invoiced,
                (select coalesce(sum(p.amount), 0)::text from customer_payments p
                 where p.received_on between m.starts and m.ends
                   and (p.voided_on is null or p.voided_on > $1::date)) as received,
                (b.amount + sum(coalesce(j.amount, 0)) over (order by m.starts))::text as balance,
                (select coalesce(sum(k.total), 0)::text from credit_memos k
                 where k.doc_date > m.ends - 90 and k.doc_date <= m.ends) as credited,
                coalesce(s.amount, 0)::text as settled, coalesce(s.on_time, 0)::text as "onTime",
                coalesce(s.weighted, 0)::text as weighted
         from ${months} m
         cross join (
           select coalesce(sum(l.debit - l.credit), 0) as amount
           from journal_entries e join journal_lines l on l.entry_id = e.id
           where l.account = '1100' and e.posted_on < $2::timestamp and e.posted_on <= $1::date
         ) b
         left join (
           select date_trunc('month', e.posted_on)::date as starts,
                  sum(l.debit - l.credit) as amount
           from journal_entries e join journal_lines l on l.entry_id = e.id
           where l.account = '1100' and e.posted_on >= $2::timestamp and e.posted_on <= $1::date
           group by 1
         ) j on j.starts = m.starts
         left join lateral (
           select sum(a.amount) as amount,
                  sum(a.amount) filter (where p.received_on <= i.due_date) as on_time,
                  sum(a.amount * greatest(p.received_on - i.doc_date, 0)) as weighted
           from customer_payments p
           join receivable_applications a on a.payment_id = p.id
           join invoices i on i.id = a.invoice_id
           where p.received_on between m.starts and m.ends and a.applied_on <= $1::date
             and (a.reversed_on is null or a.reversed_on > $1::date)
         ) s on true
         order by m.starts desc`,
}

const readSales = {
  name: '',
  text: `select m.starts::text as starts, i.payment_terms as terms, sum(i.total)::text as sales
         from ${months} m
         join invoices i on i.doc_date > m.ends - 90 and i.doc_date <= m.ends
         group by m.starts, i.payment_terms`,
}

type MonthRow = Omit<ArMonth, 'collectionPeriod' | 'daysToPay' | 'onTimeShare' | 'from' | 'to'> & {
  starts: string
  ends: string
  credited: string
  settled: string
  onTime: string
  weighted: string
}
type Sales = { starts: string; terms: string; sales: string }

/**
 * How customers paid in each month of a period, by default in the twelve up to a day, the latest
 * first. Refuses a turned period and one of more than five years.
 */
export async function arMonths(
  ctx: Context,
  { asOf, ...period }: QueryOf<typeof listArMonths>,
): Promise<ArMonth[]> {
  const { businessTimeZone } = await currentSettings(ctx)
  const date = asOf ?? today(ctx.now, businessTimeZone)
  const { first, last } = monthSpan(date, period)
  const found = await onOneConnection(ctx, async ({ db }) => {
    const [monthly, sales] = await Promise.all([
      rows<MonthRow>(db, readMonths, [date, first, last]),
      rows<Sales>(db, readSales, [date, first, last]),
    ])
    return { monthly, sales }
  })
  return found.monthly.map((row) => monthOf(row, found.sales))
}

function monthOf(row: MonthRow, sales: readonly Sales[]): ArMonth {
  const { id, invoiced, received, balance, starts, ends } = row
  const own = sales.filter((each) => each.starts === starts && isOnCredit(each.terms))
  const onCredit = sum(own.map((each) => cents(each.sales)))
  const quarterSales = (onCredit - cents(row.credited)) as Cents
  const settled = cents(row.settled)
  return {
    id,
    from: starts,
    to: ends,
    invoiced,
    received,
    balance,
    collectionPeriod: periodOf(cents(balance), quarterSales),
    daysToPay: settled === 0 ? null : Math.round((cents(row.weighted) / settled) * 10) / 10,
    onTimeShare: settled === 0 ? null : shareOf(cents(row.onTime), settled),
  }
}
