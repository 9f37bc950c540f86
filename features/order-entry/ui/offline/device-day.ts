import { type Day, today } from '#platform/kernel/days.ts'
import { now } from '#platform/web/clock.ts'

/** Today by the clock and time zone of this device, for prices without a connection. */
export function deviceDay(): Day {
  return today(now(), Intl.DateTimeFormat().resolvedOptions().timeZone)
}
