import { addDays, type Day, daysBetween, today } from '#platform/kernel/days.ts'
import { chanceOf } from './seeded-random.ts'
import type { Size } from './load-sizes.ts'

/** A working day of the history: its number of orders and the time range in which they came. */
export type WorkingDay = { day: Day; orders: number; opens: number; closes: number }

export const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** In UTC, so that all opening hours are within the same day everywhere in the United States. */
const opensAt = 'T13:30:00Z'
const openHours = 8

const aMonday = '2024-01-01' as Day
const byWeekday = [1.05, 1.03, 1, 0.98, 0.92]
const byMonth = [0.93, 0.94, 1, 1.03, 1.04, 1, 0.95, 0.97, 1.02, 1.06, 1.03, 0.94]
const holidays = ['01-01', '07-04', '12-24', '12-25']

/** The working days up to now, with weekly and yearly seasonality. */
export function workingDays(now: Date, { zone, size }: { zone: string; size: Size }): WorkingDay[] {
  const chance = chanceOf('calendar')
  const last = today(now, zone)
  const days = Array.from({ length: size.days }, (_, index) => addDays(last, index + 1 - size.days))
  return days.flatMap((day) => {
    const jitter = chance.between(-2, 2)
    if (!isWorkingDay(day)) return []
    const opens = Date.parse(`${day}${opensAt}`)
    const closes = Math.min(opens + openHours * hourMs, now.getTime())
    const open = Math.max(0, closes - opens) / (openHours * hourMs)
    return [{ day, orders: Math.round(ordersOf(day, size, jitter) * open), opens, closes }]
  })
}

function ordersOf(day: Day, { ordersADay }: Size, jitter: number): number {
  const { least, usual, most } = ordersADay
  const shape = (byWeekday[weekdayOf(day)] ?? 0) * (byMonth[Number(day.slice(5, 7)) - 1] ?? 1)
  return Math.min(most, Math.max(least, Math.round(usual * shape + jitter)))
}

function isWorkingDay(day: Day): boolean {
  return weekdayOf(day) < 5 && !holidays.includes(day.slice(5))
}

/** 0 for Monday to 6 for Sunday. */
function weekdayOf(day: Day): number {
  return ((daysBetween(aMonday, day) % 7) + 7) % 7
}

/** A moment in opening hours, `days` days later, or on the next working day after that. */
export function daysLater(moment: number, days: number, share: number): number {
  const from = dayOf(moment)
  let day = addDays(from, days)
  while (!isWorkingDay(day)) day = addDays(day, 1)
  return Date.parse(`${day}${opensAt}`) + Math.floor(share * openHours * hourMs)
}

/** The business day of a moment in opening hours, which lie within one day of UTC. */
export function dayOf(moment: number): Day {
  return new Date(moment).toISOString().slice(0, 10) as Day
}

/** The night before a moment in opening hours. */
export function nightBefore(moment: number): number {
  return Math.floor(moment / dayMs) * dayMs + 6 * hourMs
}
