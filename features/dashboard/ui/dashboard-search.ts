export type DashboardSearch = { report?: string; left?: number; sessions?: 1 }

/**
 * Takes from the address of the dashboard which report is asked for, or was left to be made, or
 * that one's own sessions are to be shown.
 */
export function readDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const { report, left, sessions } = raw
  const shown = String(sessions) === '1' ? ({ sessions: 1 } as const) : {}
  if (typeof report !== 'string' || report === '') return shown
  const id = /^[1-9]\d{0,9}$/.test(String(left)) ? Number(left) : 0
  return { report, ...(id > 0 && { left: id }), ...shown }
}
