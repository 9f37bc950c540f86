import type { EarliestDay } from '#features/journal/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Context, rows } from '#platform/server/database/db.ts'

// The last days on which applications between bills, payments and credits were made or reversed.
// The balances have not changed since, so a step may be posted on that day or later.

type Source = { source: 'payment' | 'credit' | 'prepayment'; sourceId: number }

const readOfSource = {
  name: 'last_day_of_payable_source',
  text: `select max(greatest(applied_on, reversed_on)) as day from payable_applications
         where source = $1 and source_id = $2`,
}

const readOfBills = {
  name: 'last_days_of_bills_to_settle',
  text: `select max(posted_on) as posted,
                (select max(reversed_on) from payable_applications
                 where bill_id = any($1::int[])) as unsettled
         from vendor_bills where id = any($1::int[])`,
}

/** The last day on which an application of a payment, prepayment or credit was made or reversed. */
export async function lastUnsettled(
  ctx: Context,
  { source, sourceId }: Source,
): Promise<EarliestDay> {
  const [found] = await rows<{ day: Day | null }>(ctx.db, readOfSource, [source, sourceId])
  return { day: found?.day, event: 'when it was last applied or reversed' }
}

/** The earliest days on which bills may be settled or voided. The caller holds their locks. */
export async function earliestOfBills(
  ctx: Context,
  billIds: readonly number[],
): Promise<EarliestDay[]> {
  type Row = { posted: Day | null; unsettled: Day | null }
  const [found] = await rows<Row>(ctx.db, readOfBills, [billIds])
  return [
    { day: found?.posted, event: 'the posting date of the bill' },
    { day: found?.unsettled, event: 'when an application to the bill was last reversed' },
  ]
}
