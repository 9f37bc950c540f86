import { addDays, addMonths, day, type Day } from '#platform/kernel/days.ts'

/** The first day of a month as a number: 202603 as `2026-03-01`. */
export function firstDayOf(month: number): Day {
  const text = String(month)
  return day(`${text.slice(0, 4)}-${text.slice(4)}-01`)
}

/** The last day of a month as a number: 202602 as `2026-02-28`. */
export function lastDayOf(month: number): Day {
  return addDays(addMonths(firstDayOf(month), 1), -1)
}

/** The days of as many months directly before these, the oldest of which is first. */
export function monthsBefore(months: readonly number[]): { from: Day; to: Day } | undefined {
  const [first] = months
  if (first === undefined) return undefined
  const from = firstDayOf(first)
  return { from: addMonths(from, -months.length), to: addDays(from, -1) }
}
