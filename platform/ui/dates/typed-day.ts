import { addDays, type Day, isDay, weekdayOf } from '#platform/kernel/days.ts'
import { inKnownYears } from './calendar-days.ts'

/** The order of year, month and day in a locale: `mdy` for en-US. */
export type DayOrder = 'mdy' | 'dmy' | 'ymd'

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/**
 * Parses a typed day: `2026-03-01` or a date in the locale's order, `t` for today, `+7` and `-1`
 * for days from today, `fri` for the next Friday (today if it is a Friday), `15` for a day of this
 * month. Returns undefined for any other text.
 */
export function typedDay(typed: string, today: Day, order: DayOrder = 'mdy'): Day | undefined {
  const text = typed.trim().toLowerCase()
  if (text === 't' || text === 'today') return today
  if (/^[+-] ?\d{1,5}$/.test(text))
    return inKnownYears(addDays(today, Number(text.replace(' ', ''))))
  if (/^\d{1,2}$/.test(text)) return dated(today.slice(0, 4), today.slice(5, 7), text)
  if (/^[a-z]{2,}$/.test(text)) return nextWeekday(text, today)
  return written(text, today, order)
}

/** The date order of a locale, by default the browser's. */
export function dayOrder(locale?: string): DayOrder {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: 'UTC' }).formatToParts(0)
  const order = parts.map(({ type }) => type.charAt(0)).filter((first) => 'ymd'.includes(first))
  return (['dmy', 'ymd'] as const).find((each) => each === order.join('')) ?? 'mdy'
}

function nextWeekday(text: string, today: Day): Day | undefined {
  const weekdayIndex = weekdays.findIndex((name) => name.startsWith(text))
  return weekdayIndex === -1 ? undefined : addDays(today, (weekdayIndex - weekdayOf(today) + 7) % 7)
}

/** Parses year, month and day, or month and day of this year, between `/`, `.`, `-` or spaces. */
function written(text: string, today: Day, order: DayOrder): Day | undefined {
  const parts = text.split(/[-/.\s]+/).filter((part) => part !== '')
  if (!parts.every((part) => /^\d{1,4}$/.test(part))) return undefined
  const year = today.slice(0, 4)
  const [first = '', second = '', third] = parts
  if (parts.length === 2) {
    return order === 'dmy' ? dated(year, second, first) : dated(year, first, second)
  }
  if (parts.length !== 3 || third === undefined) return undefined
  if (first.length === 4 || order === 'ymd') return dated(first, second, third)
  return order === 'dmy' ? dated(third, second, first) : dated(third, first, second)
}

/** The day of three numbers, if valid; a two-digit year is in this century. */
function dated(year: string, month: string, date: string): Day | undefined {
  const full = year.length <= 2 ? `20${year.padStart(2, '0')}` : year
  const text = `${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(text) ? text : undefined
}
