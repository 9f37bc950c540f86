import {
  type LucideIcon,
  Banknote,
  FileChartColumn,
  PackageCheck,
  PackageSearch,
  RotateCcw,
  Send,
  ShoppingCart,
  SquarePen,
  Truck,
} from 'lucide-react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import type { Permission } from '#features/auth/rules.ts'
import type { Address } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'

/** A link, and the permission it requires. */
type ActionLink = Address & { permission: Permission }
/** The tile uses the first of its `links` that the user has permission for. */
type Action = { label: string; icon: LucideIcon; links: readonly ActionLink[] }

/** The specification's actions, then the main acts of further roles. */
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
  {
    label: 'Enter Order',
    icon: SquarePen,
    links: [{ to: '/order-entry', permission: 'orders.create' }],
  },
  {
    label: 'Record Payment',
    icon: Banknote,
    links: [
      {
        to: '/ar-reports',
        search: { tab: 'payments', new: 'payment' },
        permission: 'receivables.collect',
      },
    ],
  },
  {
    label: 'Purchase Proposals',
    icon: PackageSearch,
    links: [{ to: '/purchase-proposals', permission: 'purchaseOrders.create' }],
  },
  {
    label: 'Receive Goods',
    icon: PackageCheck,
    links: [
      {
        to: '/purchase-orders',
        search: { 'f.status': 'approved', sort: 'expectedDate' },
        permission: 'purchaseOrders.receive',
      },
    ],
  },
  {
    label: 'Ship Orders',
    icon: Send,
    links: [
      {
        to: '/sales-orders',
        search: { 'f.status': 'processing', 'f.held': 'false', sort: 'orderDate' },
        permission: 'salesOrders.ship',
      },
    ],
  },
]

const maxActions = 6

/** The actions that the user's role may take; those of the specification are first. */
export function QuickActions() {
  const hasPermission = useMay()
  const allowed = actions.flatMap(({ label, icon, links }) => {
    const link = links.find(({ permission }) => hasPermission(permission))
    return link ? [{ label, icon, link }] : []
  })
  return (
    <section aria-labelledby="quick-actions" className="card p-4">
      <h2 id="quick-actions" className="text-card mb-3">
        Quick Actions
      </h2>
      <ul className="grid grid-cols-2 gap-2">
        {allowed.slice(0, maxActions).map(({ label, icon: Icon, link }) => (
          <li key={label}>
            <ScreenAddressLink
              address={link}
              className="text-table flex h-full min-h-16 flex-col justify-between gap-2
                rounded-control border border-line p-3 text-left font-medium text-ink no-underline
                hover:bg-hover"
            >
              <Icon aria-hidden size={18} strokeWidth={1.75} className="text-link" />
              {label}
            </ScreenAddressLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
