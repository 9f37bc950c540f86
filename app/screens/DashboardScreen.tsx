import { useNavigate, useSearch } from '@tanstack/react-router'
import { use } from 'react'
import { useMe } from '#features/auth/ui/parts/current-user.ts'
import { DashboardPage } from '#features/dashboard/ui/DashboardPage.tsx'
import {
  type DashboardSearch,
  readDashboardSearch,
} from '#features/dashboard/ui/dashboard-search-params.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { isInMenu } from '../screen-permissions.ts'
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
  const { data: me } = useMe()
  const startTour = use(StartTourContext)
  const closeSessions = () => {
    const without = ({ sessions: _, ...rest }: DashboardSearch) => rest
    void navigate({ to: '/', search: without, replace: true })
  }
  return (
    <>
      {!me || isInMenu(me, '/') ? (
        <DashboardPage
          renderReport={(props) => <ReportDialogWithAllReports {...props} />}
          onTour={startTour}
        />
      ) : (
        <WithoutDashboard />
      )}
      {sessions && <Sessions onClose={closeSessions} />}
    </>
  )
}

/** What a user sees first whose own role does not include the dashboard. */
function WithoutDashboard() {
  return (
    <>
      <PageHeader title="Welcome" />
      <PageContent>
        <p className="card p-4">
          Your role does not include the dashboard. Choose a page in the menu, or search above.
        </p>
      </PageContent>
    </>
  )
}
