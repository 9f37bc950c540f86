import { DashboardPage } from '#features/dashboard/DashboardPage.tsx'
import { late } from '#platform/ui/Late.tsx'

const NamedReports = late(async () => (await import('./NamedReports.tsx')).NamedReports)

/** The dashboard, with the reports of all rooms. */
export function DashboardScreen() {
  return <DashboardPage renderReport={(props) => <NamedReports {...props} />} />
}
