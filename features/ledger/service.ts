import type { Day } from '#platform/kernel/days.ts'
import { decimal, zero } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows, send } from '#platform/server/db.ts'
import {
  accounts,
  imbalanceOf,
  linesWithAmounts,
  periodOf,
  type PeriodStatus,
  type PostingLine,
  whyNotPost,
} from './rules.ts'

/** What a document posts: once for each of its events, for ever. */
export type Posting = {
  /** The kind of document: `invoice`, `vendor_bill`, `receipt` … */
  source: string
  sourceId: number
  event?: string
  postedOn: Day
  memo: string
  lines: readonly PostingLine[]
}

const openPeriods = {
  name: 'open_accounting_periods',
  text: `insert into accounting_periods (id) select unnest($1::int[]) on conflict do nothing`,
}

const lockPeriods = {
  name: 'lock_accounting_periods',
  text: `select id, status from accounting_periods where id = any($1::int[])
         order by id for share`,
}

/**
 * Holds the months of these days open until the commit: the lock that comes first of all. Refuses
 * days in a month that is closed, or being closed where the user is not of finance.
 */
export async function guardOpen(ctx: Context, days: readonly Day[]): Promise<void> {
  const ids = [...new Set(days.map(periodOf))].sort((one, other) => one - other)
  if (ids.length === 0) return
  await send(ctx, openPeriods, [ids])
  const found = await rows<{ id: number; status: PeriodStatus }>(ctx.db, lockPeriods, [ids])
  for (const period of found) {
    const whyNot = whyNotPost(ctx.user, period)
    if (whyNot) throw new Refusal('refused', 'period-closed', whyNot)
  }
}

const addEntries = {
  name: 'add_journal_entries',
  text: `with entries as (
           insert into journal_entries
             (source, source_id, event, posted_on, period_id, memo, created_by)
           select s, i, e, d, p, m, $7
           from unnest($1::text[], $2::int[], $3::text[], $4::date[], $5::int[], $6::text[])
             with ordinality as x (s, i, e, d, p, m, place)
           order by place
           returning id, source, source_id, event
         )
         insert into journal_lines (entry_id, account, customer_id, vendor_id, debit, credit)
         select n.id, l.account, l.customer, l.vendor, l.debit, l.credit
         from unnest($8::text[], $9::int[], $10::text[], $11::text[], $12::int[], $13::int[],
                     $14::numeric[], $15::numeric[])
           with ordinality as l (source, source_id, event, account, customer, vendor, debit,
                                 credit, place)
         join entries n using (source, source_id, event)
         order by l.place`,
}

/**
 * Posts documents to the journal in the open transaction: the only way into it. The caller holds
 * the months open (`guardOpen`). Entries of no amount are left out. Throws for what does not
 * balance, which is a bug of the caller; the database refuses it as well.
 */
export async function post(ctx: Context, postings: readonly Posting[]): Promise<void> {
  const whole = postings
    .map((each) => ({ ...each, event: each.event ?? 'post', lines: linesWithAmounts(each.lines) }))
    .filter(({ lines }) => lines.length > 0)
  if (whole.length === 0) return
  for (const { source, sourceId, lines } of whole) {
    const imbalance = imbalanceOf(lines)
    if (imbalance !== 0) throw new Error(`${source} ${sourceId} is off by ${decimal(imbalance)}`)
  }
  const lines = whole.flatMap(({ lines: own, source, sourceId, event }) =>
    own.map((line) => ({ ...line, source, sourceId, event })),
  )
  await send(ctx, addEntries, [
    whole.map(({ source }) => source),
    whole.map(({ sourceId }) => sourceId),
    whole.map(({ event }) => event),
    whole.map(({ postedOn }) => postedOn),
    whole.map(({ postedOn }) => periodOf(postedOn)),
    whole.map(({ memo }) => memo),
    ctx.user?.id ?? null,
    lines.map(({ source }) => source),
    lines.map(({ sourceId }) => sourceId),
    lines.map(({ event }) => event),
    lines.map(({ account }) => accounts[account].number),
    lines.map(({ customerId }) => customerId ?? null),
    lines.map(({ vendorId }) => vendorId ?? null),
    lines.map(({ debit = zero }) => decimal(debit)),
    lines.map(({ credit = zero }) => decimal(credit)),
  ])
}
