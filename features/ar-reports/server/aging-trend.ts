import { agingMonthsOf } from '#features/receivables/server/service.ts'
import { asOfDay } from '#features/settings/server/service.ts'
import { monthSpan } from '#platform/kernel/days.ts'
import type { QueryOf } from '#platform/kernel/endpoint.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type * as contract from '../contract.ts'
import { invoiceMayBeOpenOn } from './balances-as-of.ts'

const mayBeOpen = invoiceMayBeOpenOn('$2::date - 1')
/** An application counts from the date of its invoice, as in the aging as of a day. */
const agingMonths = agingMonthsOf(`
    with i as (
      select i.id, i.doc_date, i.total,
             case $4::text when 'invoice' then i.doc_date else i.due_date end as due_on
      from invoices i where i.doc_date <= $1::date and ${mayBeOpen}
    )
    select due_on, doc_date as changed_on, total as amount from i
    union all
    select i.due_on, greatest(a.applied_on, i.doc_date), 0 - a.amount - a.discount
    from i join receivable_applications a on a.invoice_id = i.id
    where a.applied_on <= $1::date
    union all
    select i.due_on, greatest(a.reversed_on, a.applied_on, i.doc_date), a.amount + a.discount
    from i join receivable_applications a on a.invoice_id = i.id
    where a.reversed_on <= $1::date`)

/** Open invoices by age at the end of each month; `$4` is the date that ages count from. */
const readAgingMonths = { name: '', text: `select * from ${agingMonths} order by id desc` }

/**
 * Returns open invoices by age at the end of each month of a period, newest first; by default of
 * the twelve months up to a day. Throws 422 for a reversed period or one of more than five years.
 */
export async function readArAgingTrend(
  ctx: Context,
  { asOf, basis = 'due', ...period }: QueryOf<typeof contract.readArAgingTrend>,
): Promise<contract.ArAgingTrend> {
  const { day } = await asOfDay(ctx, asOf)
  const { first, last } = monthSpan(day, period)
  const months = await rows<contract.ArAgingMonth>(ctx.db, readAgingMonths, [
    day,
    first,
    last,
    basis,
  ])
  return { months }
}
