import { readSettings } from '#features/settings/server/service.ts'
import { addDays, today } from '#platform/kernel/days.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import type { ClosingPoint } from '../contract.ts'
import { isPeriod, lastDayOf, openItemTexts, periodName, unbilledAfterDays } from '../rules.ts'

const readChecklist = {
  name: '',
  text: `
    select 'earlier' as name, count(*)::int as count, null::numeric(14,2) as amount,
           min(id)::text as detail
    from accounting_periods where id < $1 and status <> 'closed'
    union all
    select 'books', coalesce(sum(violations), 0)::int, null,
           string_agg(inv || ' (' || violations || ')', ', ' order by inv)
             filter (where violations > 0)
    from check_invariants()
    union all
    select 'draftBills', count(*)::int, coalesce(sum(b.total_amount), 0)::numeric(14, 2), null
    from vendor_bills b
    where b.status = 'draft' and b.doc_date <= $2
      and exists (select from vendor_bill_lines l
                  join receipts r on r.purchase_order_id = l.purchase_order_id
                  where l.vendor_bill_id = b.id and r.received_on < $3::date)
    union all
    select 'blockedBills', count(*)::int, coalesce(sum(total_amount), 0)::numeric(14, 2), null
    from vendor_bills where status = 'blocked' and doc_date <= $2
    union all
    select 'draftEntries', count(*)::int, coalesce(sum(amount), 0)::numeric(14, 2), null
    from manual_entries where status = 'draft' and posted_on <= $2
    union all
    select 'cash', count(*)::int, coalesce(sum(open_amount), 0)::numeric(14, 2), null
    from customer_payments
    where open_amount > 0 and status = 'posted' and received_on <= $2
    union all
    select 'drift', count(*)::int, null, null
    from wms_problems where state = 'open' and kind in ('drift', 'short', 'count')
    union all
    select 'exports', count(*)::int, null, null
    from wms_exports where state in ('waiting', 'failed')`,
}

/** Checking all documents may exceed the usual statement timeout. */
const extendTimeout = {
  name: 'allow_time_for_closing',
  text: `select set_config('statement_timeout', '120000', true)`,
}

/**
 * Returns the closing checklist of a month, with the number of open records per item. Throws 404 if
 * the number is not a month.
 */
export async function readClosing(ctx: Context, id: number): Promise<ClosingPoint[]> {
  if (!isPeriod(id)) throw missing('That month')
  const { businessTimeZone } = await readSettings(ctx)
  const receivedBefore = addDays(today(ctx.now, businessTimeZone), -unbilledAfterDays)
  const values = [id, lastDayOf(id), receivedBefore]
  return inTransaction(ctx, async ({ db }) => {
    await rows(db, extendTimeout)
    return rows<ClosingPoint>(db, readChecklist, values)
  })
}

/**
 * Throws 409 if an earlier month is open or an invariant is broken. Other open items do not block
 * the close; returns them as the reason to record, or null.
 */
export async function guardClose(ctx: Context, id: number): Promise<string | null> {
  const items = await readClosing(ctx, id)
  const openItem = (name: ClosingPoint['name']) =>
    items.find((item) => item.name === name && item.count > 0)
  const earlier = openItem('earlier')
  if (earlier) {
    const first = periodName(Number(earlier.detail))
    const sentence = `${first} is not closed yet. Close the months in order`
    throw new Refusal('refused', 'earlier-period-open', sentence)
  }
  const books = openItem('books')
  if (books) {
    const sentence = `A data check fails: ${books.detail}`
    throw new Refusal('refused', 'invariants-broken', sentence)
  }
  const sentences = openItemTexts(items)
  return sentences.length > 0 ? `Still open: ${sentences.join('; ')}` : null
}
