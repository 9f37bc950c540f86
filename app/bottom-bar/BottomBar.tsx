import { useLocation } from '@tanstack/react-router'
import {
  Banknote,
  CheckCheck,
  ClipboardList,
  FileInput,
  type LucideIcon,
  Package,
  PackageCheck,
  PackageSearch,
  Search,
  Send,
  ShoppingCart,
  SquarePen,
  UserPlus,
} from 'lucide-react'
import type { Me } from '#features/auth/ui/parts/current-user.ts'
import { reserveNoticeSpace } from '#platform/ui/notices/notice-position.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import { type MainActId, mainActsOf } from './main-acts.ts'

const icons: Readonly<Record<MainActId, LucideIcon>> = {
  enterOrder: SquarePen,
  ship: Send,
  receive: PackageCheck,
  recordPayment: Banknote,
  approvePurchases: CheckCheck,
  createPurchase: ClipboardList,
  proposals: PackageSearch,
  addCustomer: UserPlus,
  bills: FileInput,
  orders: ShoppingCart,
  stock: Package,
}

/**
 * At the bottom of a phone, in reach of the thumb: search, and the role's two main acts. Order
 * Entry has its own buttons there.
 */
export function BottomBar({ user, onSearch }: { user: Me; onSearch: () => void }) {
  const { pathname } = useLocation()
  if (pathname === '/order-entry') return null
  return (
    <nav ref={reserveNoticeSpace} aria-label="Main actions" className="bottom-bar no-print">
      {/* The header has a button named Search, which finds records only. */}
      <button
        type="button"
        aria-label="Search or command"
        onClick={onSearch}
        className="bottom-bar-item"
      >
        <Search aria-hidden size={20} strokeWidth={1.75} />
        Search
      </button>
      {mainActsOf(user).map(({ id, label, address }) => {
        const Icon = icons[id]
        return (
          <ScreenAddressLink key={id} address={address} className="bottom-bar-item">
            <Icon aria-hidden size={20} strokeWidth={1.75} />
            {label}
          </ScreenAddressLink>
        )
      })}
    </nav>
  )
}
