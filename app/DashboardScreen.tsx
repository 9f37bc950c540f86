import { lazy } from 'react'
import { DashboardPage } from '#features/dashboard/DashboardPage.tsx'

const NamedReports = lazy(async () => ({
  default: (await import('./NamedReports.tsx')).NamedReports,
}))

/** The dashboard, with the reports of all rooms. */
export function DashboardScreen() {
  return <DashboardPage renderReport={(props) => <NamedReports {...props} />} />
}
