export type DashboardSearch = { report?: string; left?: number }

/** Takes from the address of the dashboard which report is asked for, or was left to be made. */
export function readDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const { report, left } = raw
  if (typeof report !== 'string' || report === '') return {}
  const id = /^[1-9]\d{0,9}$/.test(String(left)) ? Number(left) : 0
  return { report, ...(id > 0 && { left: id }) }
}
