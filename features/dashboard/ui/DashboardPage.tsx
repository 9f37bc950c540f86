import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { listSalesOrders } from '#features/sales-orders/order-list-contract.ts'
import { readSettings } from '#features/settings/contract.ts'
import { useToday } from '#features/settings/ui/parts/use-today.ts'
import type { Day } from '#platform/kernel/days.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { useShortcut } from '#platform/ui/keyboard/shortcuts.ts'
import { ChangesPill } from '#platform/ui/table/ChangesPill.tsx'
import { refresh, useRead } from '#platform/web/api-hooks.ts'
import { LazyBusinessFigures } from './business/LazyBusinessFigures.tsx'
import { LazyFirstSteps } from './LazyFirstSteps.tsx'
import { MasterDataCounts } from './MasterDataCounts.tsx'
import { OrderPipeline } from './OrderPipeline.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RecentOrders, useRecentOrders } from './RecentOrders.tsx'
import { StatCards } from './StatCards.tsx'
import { SystemAlerts } from './SystemAlerts.tsx'
import { WeeklyOrdersCard } from './WeeklyOrdersCard.tsx'
import { WorkQueues } from './queues/WorkQueues.tsx'
import { type DashboardSearch, readDashboardSearch } from './dashboard-search-params.ts'
import { readDashboardStats, readDashboardTrends, readWorkQueues } from '../contract.ts'

/** The audited entities whose changes affect the figures. */
const watchedEntities = [
  'sales_order',
  'shipment',
  'purchase_order',
  'customer',
  'vendor',
  'sku',
  'return',
  'requisition',
  'vendor_bill',
  'vendor_payment',
  'customer_payment',
  'setting',
] as const

const loadFailed = "Couldn't load the figures, showing zeros."
const trendsFailed = "Couldn't load the trends. The current figures are shown."
const renewFailed = "Couldn't refresh the figures. The last loaded figures are shown."

type DashboardPageProps = {
  /** Renders the report dialog, which several features share. */
  renderReport: (props: {
    id: string
    backgroundReportId: number | undefined
    today: Day
    onReport: (id: string) => void
    onClose: () => void
  }) => ReactNode
  /** Starts the tour across all screens. */
  onTour: () => void
}

/** The home page: current figures, items that need attention, and links to the work. */
export function DashboardPage({ renderReport, onTour }: DashboardPageProps) {
  const stats = useRead(readDashboardStats)
  const trends = useRead(readDashboardTrends)
  const queues = useRead(readWorkQueues)
  const settings = useRead(readSettings)
  const recent = useRecentOrders()
  const client = useQueryClient()
  const today = useToday()
  const may = useMay()
  const { report, left } = readDashboardSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const openReport = (id: string) => void navigate({ to: '/', search: { report: id } })
  // Replaces the history entry, so that Back does not reopen the dialog.
  const close = () => {
    const withoutReport = ({ report: _, left: __, ...rest }: DashboardSearch) => rest
    void navigate({ to: '/', search: withoutReport, replace: true })
  }
  const failure = stats.error ?? trends.error
  const errorText = !stats.data ? loadFailed : trends.data ? renewFailed : trendsFailed
  // Refreshing any list also refetches the derived figures.
  const refetch = () => refresh(client, [listSalesOrders, readSettings])
  useShortcut('reload', () => void refetch())
  const updateTimes = [stats, trends, queues, settings, recent].map((read) => read.dataUpdatedAt)
  const dataUpdatedAt = Math.min(...updateTimes.filter((at) => at > 0))
  return (
    <>
      <PageHeader
        title="Prizm Order Management"
        subtitle="Order Management Module - Prizm WMS Suite"
      />
      <PageContent>
        {failure && (
          <Alert actions={<Button onClick={() => void refetch()}>Try again</Button>}>
            {`${errorText} ${failure.sentence}`}
          </Alert>
        )}
        {may('settings.manage') && <LazyFirstSteps onTour={onTour} />}
        <StatCards read={stats} trends={trends.data} today={today} />
        <WorkQueues read={queues} today={today} />
        {may('ledger.read') && <LazyBusinessFigures />}
        {/* The chart fills the height that the side column leaves below the orders. */}
        <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_22rem] xl:grid-rows-[auto_1fr]">
          <RecentOrders
            read={recent}
            title={(heading) => (
              <ChangesPill followed={watchedEntities} read={{ dataUpdatedAt, refetch }}>
                {heading}
              </ChangesPill>
            )}
          />
          <div className="grid content-start gap-4 md:grid-cols-2 xl:row-span-2 xl:grid-cols-1">
            <QuickActions />
            <SystemAlerts stats={stats} settings={settings} />
            <OrderPipeline trends={trends.data} isPending={trends.isPending} />
          </div>
          <WeeklyOrdersCard trends={trends.data} isPending={trends.isPending} />
        </div>
        <MasterDataCounts read={stats} today={today} />
      </PageContent>
      {report &&
        renderReport({
          id: report,
          backgroundReportId: left,
          today,
          onReport: openReport,
          onClose: close,
        })}
    </>
  )
}
