import { counted } from '#platform/kernel/plurals-and-capitals.ts'

/** The moment a value was read, in milliseconds since 1970, if it comes from this device. */
export type SavedTime = { savedAt?: number }

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * How old data of this device is, in words; both times in milliseconds since 1970 by the device's
 * clock. A time in the future means that the clock was changed in between.
 */
export function ageText(savedAt: number, now: number): string {
  const age = now - savedAt
  if (age < -minuteMs) return 'of unknown age: the clock of this device was changed'
  if (age < minuteMs) return 'less than a minute old'
  if (age < hourMs) return `${counted(Math.floor(age / minuteMs), 'minute')} old`
  if (age < 2 * dayMs) return `${counted(Math.floor(age / hourMs), 'hour')} old`
  return `${counted(Math.floor(age / dayMs), 'day')} old`
}
