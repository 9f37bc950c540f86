import { agingMonthsOf } from '#features/receivables/server/service.ts'
import { asOfDay } from '#features/settings/server/service.ts'
import { monthSpan } from '#platform/kernel/days.ts'
import type { QueryOf } from '#platform/kernel/endpoint.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type * as contract from '../contract.ts'
import { billMayBeOpenOn } from './payables-as-of.ts'

const mayBeOpen = billMayBeOpenOn('$2::date - 1')
/** A void removes what was still open of the bill on that day. */
const agingMonths = agingMonthsOf(`
    with b as (
      select b.id, b.posted_on, b.voided_on, b.total_amount,
             case $4::text when 'invoice' then b.doc_date else b.due_date end as due_on
      from vendor_bills b where b.posted_on <= $1::date and ${mayBeOpen}
    ), changes as (
      select due_on, voided_on, posted_on as changed_on, total_amount as amount from b
      union all
      select b.due_on, b.voided_on, greatest(a.applied_on, b.posted_on), 0 - a.amount - a.discount
      from b join payable_applications a on a.bill_id = b.id
      where a.applied_on <= $1::date
      union all
      select b.due_on, b.voided_on, greatest(a.reversed_on, a.applied_on, b.posted_on),
             a.amount + a.discount
      from b join payable_applications a on a.bill_id = b.id
      where a.reversed_on <= $1::date
    )
    select due_on, changed_on, amount from changes
    where voided_on is null or changed_on < voided_on
    union all
    select due_on, voided_on, 0 - amount from changes where changed_on < voided_on`)

/** Open bills by age at the end of each month; `$4` is the date that ages count from. */
const readAgingMonths = { name: '', text: `select * from ${agingMonths} order by id desc` }

/**
 * Returns open bills by age at the end of each month of a period, newest first; by default of the
 * twelve months up to a day. Throws 422 for a reversed period or one of more than five years.
 */
export async function readApAgingTrend(
  ctx: Context,
  { asOf, basis = 'due', ...days }: QueryOf<typeof contract.readApAgingTrend>,
): Promise<contract.ApAgingTrend> {
  const { day } = await asOfDay(ctx, asOf)
  const { first, last } = monthSpan(day, days)
  const months = await rows<contract.ApAgingMonth>(ctx.db, readAgingMonths, [
    day,
    first,
    last,
    basis,
  ])
  return { months }
}
