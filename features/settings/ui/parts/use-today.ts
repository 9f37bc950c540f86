import { type Day, today } from '#platform/kernel/days.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { now } from '#platform/web/clock.ts'
import { readSettings } from '../../contract.ts'
import { defaultSettings } from '../../rules.ts'

/** Today in the business time zone; reads the settings only if `isEnabled`. */
export function useToday(isEnabled = true): Day {
  const { data = defaultSettings } = useRead(readSettings, { enabled: isEnabled })
  return today(now(), data.businessTimeZone)
}
