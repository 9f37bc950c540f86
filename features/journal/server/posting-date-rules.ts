import { type Day, formatDay } from '#platform/kernel/days.ts'
import { invalid } from '#platform/kernel/refusal.ts'

// The rules for posting dates, the same for every document: today by default, not in the future,
// and not before the step that is reversed or settled. `guardOpen` locks the month of the date;
// callers run it before acquiring any other lock.

/** The posting date of a step, and the current business day. `path` is the field of the date. */
export type PostingDate = { postedOn: Day; today: Day; path?: 'postingDate' | 'receivedOn' }

/** A day that a step must not precede, and what happened on it. */
export type EarliestDay = { day: Day | null | undefined; event: string }

/** Returns the posting date of a step: the typed day, or today. Throws 422 for a future day. */
export function postingDateOf(requested: Day | undefined, today: Day): PostingDate {
  if (requested !== undefined && requested > today) {
    throw invalid([{ path: 'postedOn', message: 'Must not be in the future' }])
  }
  return { postedOn: requested ?? today, today }
}

/**
 * Throws 422 if the posting date precedes one of these days, and names the latest. Today is always
 * allowed, because a document may be dated in the future.
 */
export function guardNotBefore(
  { postedOn, today, path }: PostingDate,
  earliest: readonly EarliestDay[],
): void {
  if (postedOn >= today) return
  let latest: { day: Day; event: string } | undefined
  for (const { day, event } of earliest) {
    if (day && day > (latest?.day ?? postedOn)) latest = { day, event }
  }
  if (!latest) return
  const message = `Must not be before ${formatDay(latest.day, 'en-US')}, ${latest.event}`
  throw invalid([{ path: path ?? 'postedOn', message }])
}

/** Throws 422 if a posting date was given for a step that does not post. */
export function rejectPostingDate(requested: Day | undefined, reason: string): void {
  if (requested !== undefined) throw invalid([{ path: 'postedOn', message: reason }])
}
