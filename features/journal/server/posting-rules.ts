import { type Day, formatDay } from '#platform/kernel/days.ts'
import { invalid } from '#platform/kernel/refusal.ts'

// The rule of posting dates, the same for every document: today unless another day is typed, never
// after today, never before what the step takes back or settles. The month of the day is held by
// `guardOpen`, which the caller asks before any other lock.

/** The day on which a step is posted, and the business day on which it is taken. */
export type PostingDate = { postedOn: Day; today: Day }

/** A day before which a step cannot have been, and what happened on it. */
export type Earliest = { day: Day | null | undefined; what: string }

/** The posting date of a step: the day that was typed, or today. Refuses a day after today. */
export function postingDateOf(typed: Day | undefined, today: Day): PostingDate {
  if (typed !== undefined && typed > today) {
    throw invalid([{ path: 'postedOn', message: 'Must not be in the future' }])
  }
  return { postedOn: typed ?? today, today }
}

/**
 * Refuses a posting date before one of these days, naming the latest. Today is never refused: a
 * document may be dated ahead, and what is done to it now is done now.
 */
export function guardNotBefore(
  { postedOn, today }: PostingDate,
  earliest: readonly Earliest[],
): void {
  if (postedOn >= today) return
  let latest: { day: Day; what: string } | undefined
  for (const { day, what } of earliest) {
    if (day && day > (latest?.day ?? postedOn)) latest = { day, what }
  }
  if (!latest) return
  const message = `Must not be before ${formatDay(latest.day, 'en-US')}, ${latest.what}`
  throw invalid([{ path: 'postedOn', message }])
}

/** Refuses a typed posting date of a step that posts nothing. */
export function refusePostingDate(typed: Day | undefined, why: string): void {
  if (typed !== undefined) throw invalid([{ path: 'postedOn', message: why }])
}
