import { type Day, formatDay } from './days.ts'

// What prints values for people and belongs to no room: counts, days, capitals.

/** A count with its noun: `1 order`, `2 orders`, `1,240 orders`; `nouns` where an s does not do. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : nouns}`
}

/** A day as people read it, `11/26/2026`; `none` where there is none. */
export function formatOptionalDay(day: string | null | undefined, none = 'N/A'): string {
  // Days of the wire are checked by the server that sent them.
  return day ? formatDay(day as Day) : none
}

/** A text with a capital first letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
