import { createContext, use } from 'react'
import { type Day, today } from '#platform/kernel/days.ts'
import { now } from '#platform/web/clock.ts'

/**
 * Provides the current business day. The app frame supplies a hook that reads the business time
 * zone; the default is the browser's day.
 */
export const TodayContext = createContext<(isEnabled: boolean) => Day>(browserToday)

/** Today in the business time zone. With `isEnabled` false the time zone is not loaded. */
export function useBusinessDay(isEnabled = true): Day {
  const useKnown = use(TodayContext)
  return useKnown(isEnabled)
}

function browserToday(): Day {
  return today(now(), new Intl.DateTimeFormat().resolvedOptions().timeZone)
}
