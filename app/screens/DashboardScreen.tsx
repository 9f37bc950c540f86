import { useNavigate, useSearch } from '@tanstack/react-router'
import { use } from 'react'
import { DashboardPage } from '#features/dashboard/ui/DashboardPage.tsx'
import {
  type DashboardSearch,
  readDashboardSearch,
} from '#features/dashboard/ui/dashboard-search-params.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { StartTourContext } from '../tour/start-tour-context.ts'

const ReportDialogWithAllReports = lazyPart(
  async () => (await import('./ReportDialogWithAllReports.tsx')).ReportDialogWithAllReports,
)
const Sessions = lazyPart(
  async () => (await import('#features/auth/ui/SessionsDialog.tsx')).SessionsDialog,
)

/**
 * The dashboard, with the reports of all features, and the sessions dialog if the address asks for
 * it.
 */
export function DashboardScreen() {
  const { sessions } = readDashboardSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const closeSessions = () => {
    const without = ({ sessions: _, ...rest }: DashboardSearch) => rest
    void navigate({ to: '/', search: without, replace: true })
  }
  return (
    <>
      <DashboardPage
        renderReport={(props) => <ReportDialogWithAllReports {...props} />}
        onTour={use(StartTourContext)}
      />
      {sessions && <Sessions onClose={closeSessions} />}
    </>
  )
}
