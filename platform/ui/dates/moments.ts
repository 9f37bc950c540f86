// Formats moments and months the same way everywhere: the day as in `formatDay`, then the time, in
// the reader's time zone and locale.

const momentFormat = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const dayFormat = new Intl.DateTimeFormat()
const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const minuteFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
const monthFormat = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'numeric',
  timeZone: 'UTC',
})

/** A moment as ISO text or milliseconds since 1970: `11/26/2026, 1:34 PM` for en-US. */
export function formatMoment(moment: string | number): string {
  return momentFormat.format(new Date(moment))
}

/** The day of a moment: `11/26/2026` for en-US. */
export function formatDayOf(moment: string | number): string {
  return dayFormat.format(new Date(moment))
}

/** The time of a moment to the second, if its day is clear: `1:34:05 PM` for en-US. */
export function formatTime(moment: string | number): string {
  return timeFormat.format(new Date(moment))
}

/** The time of a moment to the minute, if its day is clear: `1:34 PM` for en-US. */
export function formatMinute(moment: string | number): string {
  return minuteFormat.format(new Date(moment))
}

/** The month of a day as ISO text: `11/2026` for en-US. */
export function formatMonth(day: string): string {
  return monthFormat.format(new Date(day))
}

/** A moment as `formatMoment` prints it; `none` for null. */
export function formatMomentOr(moment: string | null, none = 'Never'): string {
  return moment === null ? none : formatMoment(moment)
}
