export type DashboardSearch = { report?: string; left?: number; sessions?: 1 }

/**
 * Parses the dashboard's search params: the requested report, the id of a queued report (`left`),
 * and whether to show the user's own sessions. Drops invalid values.
 */
export function readDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const { report, left, sessions } = raw
  const sessionsParam = String(sessions) === '1' ? ({ sessions: 1 } as const) : {}
  if (typeof report !== 'string' || report === '') return sessionsParam
  const id = /^[1-9]\d{0,9}$/.test(String(left)) ? Number(left) : 0
  return { report, ...(id > 0 && { left: id }), ...sessionsParam }
}
