import { type Day, today } from '#platform/kernel/days.ts'
import { useRead } from '#platform/web/api.ts'
import { now } from '#platform/web/clock.ts'
import { readSettings } from '../../contract.ts'
import { defaultSettings } from '../../rules.ts'

/** The business day it is, in the time zone of the business, read where it is asked for. */
export function useToday(isAsked = true): Day {
  const { data = defaultSettings } = useRead(readSettings, { enabled: isAsked })
  return today(now(), data.businessTimeZone)
}
