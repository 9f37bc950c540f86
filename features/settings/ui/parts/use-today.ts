import { type Day, today } from '#platform/kernel/days.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { now } from '#platform/web/clock.ts'
import { defaultTimeZone, readSettings } from '../../contract.ts'

/** Today in the business time zone; reads the settings only if `isEnabled`. */
export function useToday(isEnabled = true): Day {
  const { data } = useRead(readSettings, { enabled: isEnabled })
  return today(now(), data?.businessTimeZone ?? defaultTimeZone)
}
