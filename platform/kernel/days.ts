import { invalid } from './refusal.ts'

/** A business date such as `2026-03-01`. Compare with `<`; never build a Date from it. */
export type Day = string & { readonly __brand: 'Day' }

/** A moment in a response: ISO 8601 in UTC, such as `2026-03-01T15:00:00.000Z`. */
export type Moment = string & { readonly __brand: 'Moment' }

/** Converts a Date or a timestamp to a Moment. Throws a RangeError if it is not a time. */
export function moment(value: Date | string): Moment {
  return new Date(value).toISOString() as Moment
}

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** True for a date that exists in the calendar, years 1900 to 2999. */
export function isDay(text: string): text is Day {
  const match = dayPattern.exec(text)
  if (!match) return false
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  return (
    year >= 1900 &&
    year < 3000 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= length(year, month)
  )
}

/**
 * Brands text as a Day. Throws a RangeError if the date does not exist: validate user input first.
 */
export function day(text: string): Day {
  if (!isDay(text)) throw new RangeError(`not a date: ${text.slice(0, 40)}`)
  return text
}

/**
 * The business day of a timestamp in a time zone such as `America/New_York`. This is the only
 * conversion from Date to Day.
 */
export function today(now: Date, zone: string): Day {
  // Days have begun on a whole minute everywhere since 1972, so cache the result per minute.
  const minute = Math.floor(now.getTime() / 60_000)
  const last = lastDays.get(zone)
  if (last?.minute === minute) return last.day
  const parts = formatter(zone).formatToParts(now)
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? ''
  const found = day(`${part('year')}-${part('month')}-${part('day')}`)
  lastDays.set(zone, { minute, day: found })
  return found
}

const lastDays = new Map<string, { minute: number; day: Day }>()

/** Adds `count` calendar days; `count` may be negative. */
export function addDays(from: Day, count: number): Day {
  return fromNumber(dayNumber(from) + count)
}

/** Adds `count` months. Uses the last day of the month if the date does not exist in it. */
export function addMonths(from: Day, count: number): Day {
  const [year, month, date] = from.split('-').map(Number) as [number, number, number]
  const months = year * 12 + month - 1 + count
  const [inYear, inMonth] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1]
  const last = Math.min(date, length(inYear, inMonth))
  const text = (part: number) => String(part).padStart(2, '0')
  return computed(`${inYear}-${text(inMonth)}-${text(last)}`)
}

/** The day of the week: 0 is Sunday, 6 Saturday. */
export function weekdayOf(value: Day): number {
  // January 1, 1970 was a Thursday.
  return (((dayNumber(value) + 4) % 7) + 7) % 7
}

/** The number of days between two days: 1 from the 1st to the 2nd. */
export function daysBetween(from: Day, to: Day): number {
  return dayNumber(to) - dayNumber(from)
}

/** Formats a day for a locale: `3/1/2026` for en-US. */
export function formatDay(value: Day, locale?: string): string {
  return dayFormat(locale).format(dayNumber(value) * 86_400_000)
}

/** A day for display, `11/26/2026`; `none` if there is no day. */
export function formatOptionalDay(day: Day | null | undefined, none = 'N/A'): string {
  return day ? formatDay(day) : none
}

const dayFormats = new Map<string | undefined, Intl.DateTimeFormat>()

/** Cached per locale: constructing a formatter takes a hundred times as long as using it. */
function dayFormat(locale: string | undefined): Intl.DateTimeFormat {
  let known = dayFormats.get(locale)
  if (!known) {
    known = new Intl.DateTimeFormat(locale, { timeZone: 'UTC' })
    dayFormats.set(locale, known)
  }
  return known
}

function length(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function dayNumber(value: Day): number {
  const [year, month, date] = value.split('-').map(Number) as [number, number, number]
  return Date.UTC(year, month - 1, date) / 86_400_000
}

function fromNumber(count: number): Day {
  return computed(new Date(count * 86_400_000).toISOString().slice(0, 10))
}

/** Brands a day that arithmetic made of another. Unlike typed days it may leave 1900 to 2999. */
function computed(text: string): Day {
  return text as Day
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(zone: string): Intl.DateTimeFormat {
  let known = formatters.get(zone)
  if (!known) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    known = new Intl.DateTimeFormat('en-CA', { timeZone: zone, ...parts })
    formatters.set(zone, known)
  }
  return known
}

/** The maximum number of months in a report: five years. */
const mostMonths = 60

type Period = { from?: Day | undefined; to?: Day | undefined }

/**
 * The first days of the first and the last month of a monthly report. Covers whole months of the
 * period, by default the twelve months up to `day`, and no month after `day`; for a future period
 * `first` is after `last`. Throws 422 for a reversed period and for more than `mostMonths` months.
 */
export function monthSpan(day: Day, { from, to }: Period): { first: Day; last: Day } {
  const last = startOfMonth(to !== undefined && to < day ? to : day)
  const first = from === undefined ? addMonths(last, -11) : startOfMonth(from)
  if (from !== undefined && to !== undefined && to < from) {
    throw invalid([{ path: 'to', message: 'Must not be before the first day' }])
  }
  if (addMonths(first, mostMonths) <= last) {
    throw invalid([{ path: 'from', message: `At most ${mostMonths} months are shown at once` }])
  }
  return { first, last }
}

/** The first day of the month that contains a day. */
export function startOfMonth(day: Day): Day {
  return computed(`${day.slice(0, 7)}-01`)
}
