import { addDays, type Day, daysBetween } from '#platform/kernel/days.ts'

const periodDays = 30
const weekDays = 7
const trendWeeks = 12
/** A Monday. */
const monday = '2024-01-01' as Day

/** The last 30 days up to `to`, and the 30 days before them. */
export function periodsUpTo(to: Day) {
  const from = addDays(to, 1 - periodDays)
  const previousTo = addDays(from, -1)
  return { from, to, previousFrom: addDays(previousTo, 1 - periodDays), previousTo }
}

/** Every day of a period, both ends included, the earliest first. */
export function daysOf({ from, to }: { from: Day; to: Day }): Day[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, place) => addDays(from, place))
}

/** The Mondays of the last twelve weeks, that of `to` included, the earliest first. */
export function weeksUpTo(to: Day): Day[] {
  const place = (((daysBetween(monday, to) % weekDays) + weekDays) % weekDays) as number
  const thisMonday = addDays(to, -place)
  return Array.from({ length: trendWeeks }, (_, week) =>
    addDays(thisMonday, (week + 1 - trendWeeks) * weekDays),
  )
}

export type Change = { text: string; direction: 'up' | 'down' | 'same' }

/**
 * How much a figure has changed, in percent with one decimal and its sign: `+12.5%`. Undefined
 * where there was nothing before, for then there is no change to tell.
 */
export function changeOf({ current, previous }: { current: number; previous: number }) {
  if (previous <= 0) return undefined
  const tenths = Math.round(((current - previous) / previous) * 1000)
  const text = `${tenths > 0 ? '+' : ''}${(tenths / 10).toLocaleString('en-US', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })}%`
  const direction = tenths > 0 ? 'up' : tenths < 0 ? 'down' : 'same'
  return { text, direction } satisfies Change
}

/** How many more SKUs there are than 30 days ago: `Stable`, `+3 this month`, `-1 this month`. */
export function skuHintOf({ newSkus, deletedSkus }: { newSkus: number; deletedSkus: number }) {
  const more = newSkus - deletedSkus
  if (more === 0) return 'Stable'
  return `${more > 0 ? '+' : ''}${more.toLocaleString('en-US')} this month`
}

/** The parts of a load of the demo data, in the order they are written. */
export const demoSteps = 5
/** Advisory locks: who holds the first loads; so many of the second kind, so many parts begun. */
export const demoLock = 727_273
export const stepLock = 727_277
/** Held while it is chosen with what the business begins. */
export const choiceLock = 727_279
/** A load that was broken off so often is given up. */
export const mostAttempts = 3

/** An account of the demo data that was loaded on the screen: no name that a person would have. */
export function demoAccountOf(name: string) {
  return { username: `demo-${name}`, email: `demo-${name}@prizm.example` }
}
