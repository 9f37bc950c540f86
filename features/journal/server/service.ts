import type { Settings } from '#features/settings/contract.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { decimal, zero } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import type { PostingForm } from '../posting-form.ts'
import {
  accounts,
  imbalanceOf,
  type JournalSource,
  linesWithAmounts,
  periodOf,
  type PeriodStatus,
  type PostingLine,
  whyNotPost,
} from '../rules.ts'
import { type PostingDate, postingDateOf } from './posting-date-rules.ts'
import * as store from './store.ts'
import { accountingPeriods } from './tables.ts'

// Also exported to other rooms:
export {
  guardNotBefore,
  postingDateOf,
  rejectPostingDate,
  type EarliestDay,
  type PostingDate,
} from './posting-date-rules.ts'

/** A posting of a document. Each event of a document can be posted only once. */
export type Posting = {
  source: JournalSource
  sourceId: number
  event?: string
  postedOn: Day
  memo: string
  lines: readonly PostingLine[]
}

/** The settings, the business day and the posting date of a step, and the guard of its month. */
export type PostingRules = {
  settings: Settings
  date: Day
  posting: PostingDate
  guardPeriod: (ctx: Context) => Promise<void>
}

/** Reads the rules of a step before its transaction. Throws 422 for a future posting date. */
export async function readPostingRules(
  ctx: Context,
  { postedOn }: PostingForm,
): Promise<PostingRules> {
  const settings = await readSettings(ctx)
  const date = today(ctx.now, settings.businessTimeZone)
  const posting = postingDateOf(postedOn, date)
  const guardPeriod = (inner: Context) => guardOpen(inner, [posting.postedOn])
  return { settings, date, posting, guardPeriod }
}

/**
 * Locks the months of these days until the commit; acquire this lock before all others. Throws 409
 * if a month is closed, or soft-closed and the user is not in finance.
 */
export async function guardOpen(ctx: Context, days: readonly Day[]): Promise<void> {
  for (const period of await lockOpenMonths(ctx, days)) {
    const whyNot = whyNotPost(ctx.user, period)
    if (whyNot) throw new Refusal('refused', 'period-closed', whyNot)
  }
}

type LockedPeriod = { id: number; status: PeriodStatus }

/**
 * Locks the months of these days until the commit without checking them. For callers that know only
 * after later locks whether they have to post; they call `guardOpen` then.
 */
export async function lockOpenMonths(ctx: Context, days: readonly Day[]): Promise<LockedPeriod[]> {
  const ids = [...new Set(days.map(periodOf))].sort((a, b) => a - b)
  if (ids.length === 0) return []
  const periods = ids.map((id) => ({ id }))
  await insertMany(ctx, accountingPeriods, periods, { skipsConflicts: true })
  return rows<LockedPeriod>(ctx.db, store.lockPeriodsShared, [ids])
}

/**
 * Posts documents to the journal in the open transaction. All postings go through this function.
 * The caller has locked the open months (`guardOpen`). Skips entries without an amount. Throws if
 * an entry does not balance, which is a bug in the caller; the database checks it too.
 */
export async function post(ctx: Context, postings: readonly Posting[]): Promise<void> {
  const nonEmpty = postings
    .map((each) => ({ ...each, event: each.event ?? 'post', lines: linesWithAmounts(each.lines) }))
    .filter(({ lines }) => lines.length > 0)
  if (nonEmpty.length === 0) return
  for (const { source, sourceId, lines } of nonEmpty) {
    const imbalance = imbalanceOf(lines)
    if (imbalance !== 0) throw new Error(`${source} ${sourceId} is off by ${decimal(imbalance)}`)
  }
  const lines = nonEmpty.flatMap(({ lines: entryLines, source, sourceId, event }) =>
    entryLines.map((line) => ({ ...line, source, sourceId, event })),
  )
  await send(ctx, store.addEntries, [
    nonEmpty.map(({ source }) => source),
    nonEmpty.map(({ sourceId }) => sourceId),
    nonEmpty.map(({ event }) => event),
    nonEmpty.map(({ postedOn }) => postedOn),
    nonEmpty.map(({ postedOn }) => periodOf(postedOn)),
    nonEmpty.map(({ memo }) => memo),
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
