import { type Day, formatDay } from './days.ts'

// Formats values for display: counts, days, capitals.

/** A count with its noun: `1 order`, `2 orders`, `1,240 orders`. `nouns` is an irregular plural. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : nouns}`
}

/** A day for display, `11/26/2026`; `none` if there is no day. */
export function formatOptionalDay(day: Day | null | undefined, none = 'N/A'): string {
  return day ? formatDay(day) : none
}

/** Capitalizes the first letter of a text. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
