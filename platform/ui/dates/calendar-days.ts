import {
  addDays,
  addMonths,
  type Day,
  isDay,
  startOfMonth,
  weekdayOf,
} from '#platform/kernel/days.ts'

/** The six calendar weeks that show the month of a day, with seven days each. */
export function weeksOf(month: Day, firstWeekday: number): Day[][] {
  const first = startOfMonth(month)
  const start = addDays(first, -((weekdayOf(first) - firstWeekday + 7) % 7))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_each, dayIndex) => addDays(start, week * 7 + dayIndex)),
  )
}

/** The day that a calendar key moves to; undefined for any other key, or beyond the known years. */
export function dayByKey(key: string, from: Day, firstWeekday: number): Day | undefined {
  const weekdayOffset = (weekdayOf(from) - firstWeekday + 7) % 7
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekdayOffset,
    End: 6 - weekdayOffset,
  }
  if (Object.hasOwn(steps, key)) return inKnownYears(addDays(from, steps[key] ?? 0))
  if (key !== 'PageUp' && key !== 'PageDown') return undefined
  return inKnownYears(addMonths(from, key === 'PageUp' ? -1 : 1))
}

/** The day; undefined beyond the years that the program knows. */
export function inKnownYears(day: Day): Day | undefined {
  return isDay(day) ? day : undefined
}
