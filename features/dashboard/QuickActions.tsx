import { Link } from '@tanstack/react-router'
import { type LucideIcon, FileChartColumn, RotateCcw, ShoppingCart, Truck } from 'lucide-react'

type Action = { label: string; icon: LucideIcon; to: string; search: Record<string, string> }

const actions: readonly Action[] = [
  { label: 'Create Sales Order', icon: ShoppingCart, to: '/sales-orders', search: { new: '1' } },
  { label: 'Create Purchase Order', icon: Truck, to: '/purchase-orders', search: { new: '1' } },
  { label: 'Process Return', icon: RotateCcw, to: '/returns', search: { new: 'rma' } },
  // One's last, or the first that one's role may make.
  { label: 'Generate Report', icon: FileChartColumn, to: '/', search: { report: 'last' } },
]

const look =
  'text-table flex h-full min-h-16 flex-col justify-between gap-2 rounded-control border ' +
  'border-line p-3 font-medium text-ink no-underline hover:bg-hover'

/** The four things people come here to begin. */
export function QuickActions() {
  return (
    <section aria-labelledby="quick-actions" className="card p-4">
      <h2 id="quick-actions" className="text-card mb-3">
        Quick Actions
      </h2>
      <ul className="grid grid-cols-2 gap-2">
        {actions.map(({ label, icon: Icon, to, search }) => (
          <li key={label}>
            <Link to={to} search={search as never} className={look}>
              <Icon aria-hidden size={18} strokeWidth={1.75} className="text-link" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
