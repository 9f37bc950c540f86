export type DashboardSearch = { report?: string | undefined }

/** Takes from the address of the dashboard which report is asked for. */
export function readDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const { report } = raw
  return typeof report === 'string' && report !== '' ? { report } : {}
}
