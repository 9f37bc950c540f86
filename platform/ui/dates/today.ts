import { createContext, use } from 'react'
import { type Day, today } from '#platform/kernel/days.ts'
import { now } from '#platform/web/clock.ts'

/**
 * How a field learns which business day it is. The frame of the program gives the hook that knows
 * the time zone of the business; without one it is the day of this browser.
 */
export const TodayContext = createContext<(isAsked: boolean) => Day>(browserToday)

/** The business day it is. Who may not need it says so, and the zone is not read for it. */
export function useBusinessDay(isAsked = true): Day {
  const useKnown = use(TodayContext)
  return useKnown(isAsked)
}

function browserToday(): Day {
  return today(now(), new Intl.DateTimeFormat().resolvedOptions().timeZone)
}
