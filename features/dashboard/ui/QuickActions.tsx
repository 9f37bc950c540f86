import { type LucideIcon, FileChartColumn, RotateCcw, ShoppingCart, Truck } from 'lucide-react'
import { noPermissionText, useMay } from '#features/auth/ui/parts/current-user.ts'
import type { Permission } from '#features/auth/rules.ts'
import type { Address } from '#platform/web/address.ts'
import { AddressLink } from '#platform/web/AddressLink.tsx'
import { FocusKeepingButton } from '#platform/ui/buttons/FocusKeepingButton.tsx'

/** A link, and the permission it requires. */
type ActionLink = Address & { permission: Permission }
/** The tile uses the first of its `ways` that the user has permission for. */
type Action = { label: string; icon: LucideIcon; links: readonly ActionLink[] }

const actions: readonly Action[] = [
  {
    label: 'Create Sales Order',
    icon: ShoppingCart,
    links: [{ to: '/sales-orders', search: { new: '1' }, permission: 'orders.create' }],
  },
  {
    label: 'Create Purchase Order',
    icon: Truck,
    links: [{ to: '/purchase-orders', search: { new: '1' }, permission: 'purchaseOrders.create' }],
  },
  {
    label: 'Process Return',
    icon: RotateCcw,
    links: [
      { to: '/returns', search: { new: 'rma' }, permission: 'returns.createRma' },
      { to: '/returns', search: { new: 'rtv' }, permission: 'returns.createRtv' },
    ],
  },
  {
    label: 'Generate Report',
    icon: FileChartColumn,
    // The user's last report, or the first one their role may run.
    links: [{ to: '/', search: { report: 'last' }, permission: 'reports.own' }],
  },
]

const cardClass =
  'text-table flex h-full min-h-16 flex-col justify-between gap-2 rounded-control border ' +
  'border-line p-3 text-left font-medium no-underline'

/** The four quick actions. */
export function QuickActions() {
  const hasPermission = useMay()
  return (
    <section aria-labelledby="quick-actions" className="card p-4">
      <h2 id="quick-actions" className="text-card mb-3">
        Quick Actions
      </h2>
      <ul className="grid grid-cols-2 gap-2">
        {actions.map((action) => (
          <li key={action.label}>
            <Tile
              {...action}
              link={action.links.find(({ permission }) => hasPermission(permission))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A link to the action, or the reason it is not allowed. */
function Tile({ label, icon: Icon, link }: Action & { link: ActionLink | undefined }) {
  if (link) {
    return (
      <AddressLink address={link} className={`${cardClass} text-ink hover:bg-hover`}>
        <Icon aria-hidden size={18} strokeWidth={1.75} className="text-link" />
        {label}
      </AddressLink>
    )
  }
  return (
    <FocusKeepingButton
      aria-disabled
      title={noPermissionText}
      className={`${cardClass} w-full text-muted`}
    >
      <Icon aria-hidden size={18} strokeWidth={1.75} />
      <span>
        {label}
        <span className="text-caption block font-normal">{noPermissionText}</span>
      </span>
    </FocusKeepingButton>
  )
}
