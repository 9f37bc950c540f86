import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode } from 'react'
import { useMay } from '#features/auth/me.ts'
import { useToday } from '#features/settings/today.ts'
import type { Day } from '#platform/kernel/days.ts'
import { Alert } from '#platform/ui/Alert.tsx'
import { Button } from '#platform/ui/Button.tsx'
import { late } from '#platform/ui/Late.tsx'
import { PageContent, PageHeader } from '#platform/ui/PageHeader.tsx'
import { useRead } from '#platform/web/api.ts'
import { FirstStepsRoom } from './FirstStepsRoom.tsx'
import { MasterData } from './MasterData.tsx'
import { Pipeline } from './Pipeline.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RecentOrders } from './RecentOrders.tsx'
import { StatCards } from './StatCards.tsx'
import { SystemAlerts } from './SystemAlerts.tsx'
import { WeeksChart } from './WeeksChart.tsx'
import { readDashboardSearch } from './dashboard-search.ts'
import { readDashboardStats, readDashboardTrends } from './contract.ts'

const FirstSteps = late(
  async () => (await import('./FirstSteps.tsx')).FirstSteps,
  <FirstStepsRoom />,
)

type DashboardPageProps = {
  /** The dialog of the reports, which more rooms than this one have. */
  renderReport: (props: {
    id: string
    today: Day
    onReport: (id: string) => void
    onClose: () => void
  }) => ReactNode
}

/** The first page: how the business stands, what needs somebody, and the way to the work. */
export function DashboardPage({ renderReport }: DashboardPageProps) {
  const stats = useRead(readDashboardStats)
  const trends = useRead(readDashboardTrends)
  const today = useToday()
  const may = useMay()
  const { report } = readDashboardSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const show = (id: string | undefined) =>
    void navigate({ to: '/', search: (id ? { report: id } : {}) as never })
  const failure = stats.error ?? trends.error
  const retry = () => {
    if (stats.error) void stats.refetch()
    if (trends.error) void trends.refetch()
  }
  return (
    <>
      <PageHeader
        title="Prizm Order Management"
        subtitle="Order Management Module - Prizm WMS Suite"
      />
      <PageContent>
        {failure && (
          <Alert actions={<Button onClick={retry}>Try again</Button>}>
            {`Couldn't load the figures, showing zeros. ${failure.sentence}`}
          </Alert>
        )}
        {may('settings.manage') && <FirstSteps />}
        <StatCards stats={stats.data} trends={trends.data} isPending={stats.isPending} />
        {/* The chart is as tall as the side leaves room for under the orders. */}
        <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_22rem] xl:grid-rows-[auto_1fr]">
          <RecentOrders />
          <div className="grid content-start gap-4 md:grid-cols-2 xl:row-span-2 xl:grid-cols-1">
            <QuickActions />
            <SystemAlerts stats={stats.data} isPending={stats.isPending} />
            <Pipeline trends={trends.data} isPending={trends.isPending} />
          </div>
          <WeeksChart trends={trends.data} isPending={trends.isPending} />
        </div>
        <MasterData stats={stats.data} isPending={stats.isPending} />
      </PageContent>
      {report &&
        renderReport({ id: report, today, onReport: show, onClose: () => show(undefined) })}
    </>
  )
}
