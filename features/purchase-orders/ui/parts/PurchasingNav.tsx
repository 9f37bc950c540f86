import { Link, useLocation } from '@tanstack/react-router'
import { clsx } from 'clsx'

const navItems = [
  { to: '/purchase-orders', label: 'Orders' },
  { to: '/requisitions', label: 'Requisitions' },
  { to: '/purchase-proposals', label: 'Proposals' },
] as const

/** The navigation between the purchasing screens. */
export function PurchasingNav() {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Purchasing"
      className="no-print flex gap-1 border-b border-line sm:mb-4 sm:compact:mb-0"
    >
      {navItems.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={pathname === to ? 'page' : undefined}
          className={clsx(
            'text-label flex h-10 items-center border-b-2 px-3 no-underline -outline-offset-2',
            'pointer-coarse:h-11',
            pathname === to
              ? 'border-accent text-link'
              : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
