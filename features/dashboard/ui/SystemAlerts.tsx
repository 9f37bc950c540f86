import { type LucideIcon, ClipboardCheck, Pencil, TriangleAlert, Wrench } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import type { readSettings } from '#features/settings/contract.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { Alert as Message } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import type { Address } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import type { useRead } from '#platform/web/api-hooks.ts'
import type { DashboardStats, readDashboardStats } from '../contract.ts'

const MaintenanceNoticeForm = lazyPart(
  async () =>
    (await import('#features/settings/ui/parts/MaintenanceNoticeForm.tsx')).MaintenanceNoticeForm,
)

type Alert = {
  title: string
  text: string
  icon: LucideIcon
  address: Address
}

type SystemAlertsProps = {
  stats: ReturnType<typeof useRead<typeof readDashboardStats>>
  settings: ReturnType<typeof useRead<typeof readSettings>>
}

/** Alerts that need action, each a link to the rows it counts; or a read error with a retry. */
export function SystemAlerts({ stats, settings }: SystemAlertsProps) {
  const alerts = stats.data ? alertsOf(stats.data) : []
  const notice = settings.data?.maintenanceNotice ?? ''
  const isPending = stats.isPending || settings.isPending
  const failed = [stats, settings].filter(({ error }) => error)
  const isEmpty = alerts.length === 0 && notice === ''
  const retry = () => failed.forEach(({ refetch }) => void refetch())
  return (
    <section aria-labelledby="system-alerts" className="card p-4">
      <h2 id="system-alerts" className="text-card mb-3">
        System Alerts
      </h2>
      {/* Same height while loading as with three alerts. */}
      <div className="min-h-44">
        {isPending && <Skeleton className="h-44" />}
        {!isPending && isEmpty && failed.length === 0 && <p className="text-muted">No alerts</p>}
        {!isPending && failed.length > 0 && (
          <Message tone="warning" actions={<Button onClick={retry}>Try again</Button>}>
            {stats.error ? 'The alerts could not be loaded.' : 'The notice could not be loaded.'}
          </Message>
        )}
        <ul className="grid gap-2">
          {alerts.map(({ title, text, icon: Icon, address }) => (
            <li key={title}>
              <ScreenAddressLink
                address={address}
                className="flex gap-3 rounded-control border border-line p-3 text-ink no-underline
                hover:bg-hover"
              >
                <Icon aria-hidden size={18} strokeWidth={1.75} className="mt-0.5 text-warning" />
                <span>
                  <span className="text-label block">{title}</span>
                  <span className="text-table text-muted">{text}</span>
                </span>
              </ScreenAddressLink>
            </li>
          ))}
          {notice !== '' && <SystemUpdate notice={notice} />}
        </ul>
      </div>
    </section>
  )
}

/** The maintenance notice; an administrator can edit it here. */
function SystemUpdate({ notice }: { notice: string }) {
  const mayChange = useMay()('settings.manage')
  const [isChanging, setIsChanging] = useState(false)
  return (
    <li className="flex items-start gap-3 rounded-control border border-line p-3">
      <Wrench aria-hidden size={18} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" />
      <span className="min-w-0 flex-1 break-words">
        <span className="text-label block">System Update</span>
        <span className="text-table text-muted">{notice}</span>
      </span>
      {mayChange && (
        <IconButton
          icon={Pencil}
          label="Change the maintenance notice"
          onClick={() => setIsChanging(true)}
        />
      )}
      {isChanging && <MaintenanceNoticeForm onClose={() => setIsChanging(false)} />}
    </li>
  )
}

function alertsOf({ lowStockSkus, pendingApprovals }: DashboardStats): Alert[] {
  const lowStock: Alert = {
    title: 'Low Stock Alert',
    text: `${counted(lowStockSkus, 'item')} below minimum threshold`,
    icon: TriangleAlert,
    address: { to: '/skus', search: { 'f.stock': 'low', 'f.isActive': 'true' } },
  }
  const pendingAlert: Alert = {
    title: 'Pending Approvals',
    text: `${counted(pendingApprovals, 'purchase order')} awaiting approval`,
    icon: ClipboardCheck,
    address: { to: '/purchase-orders', search: { 'f.status': 'submitted' } },
  }
  return [...(lowStockSkus > 0 ? [lowStock] : []), ...(pendingApprovals > 0 ? [pendingAlert] : [])]
}
