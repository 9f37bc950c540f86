import { addDays, addMonths, type Day, startOfMonth, day } from '#platform/kernel/days.ts'

/** The named periods of reports and lists; `custom` is any range of days. */
export const periodNames = {
  thisMonth: 'This month',
  lastMonth: 'Last month',
  last30: 'Last 30 days',
  last90: 'Last 90 days',
  thisQuarter: 'This quarter',
  yearToDate: 'Year to date',
  custom: 'Custom',
} as const
export type PeriodName = keyof typeof periodNames
export type KnownPeriod = Exclude<PeriodName, 'custom'>

export const knownPeriods = Object.keys(periodNames).filter(
  (name): name is KnownPeriod => name !== 'custom',
)

/** The first and the last day of a period. Months and quarters are whole calendar periods. */
export function periodOf(name: KnownPeriod, today: Day): { from: Day; to: Day } {
  const month = startOfMonth(today)
  switch (name) {
    case 'thisMonth':
      return months(month, 1)
    case 'lastMonth':
      return months(addMonths(month, -1), 1)
    case 'last30':
      return { from: addDays(today, -29), to: today }
    case 'last90':
      return { from: addDays(today, -89), to: today }
    case 'thisQuarter':
      return months(addMonths(month, -((Number(today.slice(5, 7)) - 1) % 3)), 3)
    case 'yearToDate':
      return { from: day(`${today.slice(0, 4)}-01-01`), to: today }
  }
}

/** True for the name of a period, as in a URL. */
export function isPeriod(text: string | undefined): text is KnownPeriod {
  return knownPeriods.some((name) => name === text)
}

/**
 * Replaces period names in filters with days: `from=lastMonth&to=lastMonth` becomes its first and
 * its last day. Parameters of a last day end in `to`, those of a first day in `from`.
 */
export function withDays(
  filters: Readonly<Record<string, string>>,
  today: Day,
): Record<string, string> {
  const entries = Object.entries(filters).map(([name, value]) => {
    const end = /from$/i.test(name) ? 'from' : /to$/i.test(name) ? 'to' : undefined
    return [name, end && isPeriod(value) ? periodOf(value, today)[end] : value]
  })
  return Object.fromEntries(entries)
}

function months(from: Day, count: number): { from: Day; to: Day } {
  return { from, to: addDays(addMonths(from, count), -1) }
}
