import {
  BookOpen,
  FileInput,
  FileOutput,
  Landmark,
  type LucideIcon,
  PhoneCall,
  WalletCards,
} from 'lucide-react'
import type { Permission } from '#features/auth/rules.ts'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import type { Address } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import { sidebarLinkClass } from './sidebar-link-class.ts'

type Item = { label: string; icon: LucideIcon; address: Address; permission: Permission }

/** The lists that an accountant works in; each is a tab of a report, or the journal. */
const items: readonly Item[] = [
  {
    label: 'Invoices',
    icon: FileOutput,
    address: { to: '/ar-reports', search: { tab: 'invoices' } },
    permission: 'receivables.read',
  },
  {
    label: 'Payments',
    icon: WalletCards,
    address: { to: '/ar-reports', search: { tab: 'payments' } },
    permission: 'receivables.read',
  },
  {
    label: 'Collections',
    icon: PhoneCall,
    address: { to: '/ar-reports', search: { tab: 'collections' } },
    permission: 'reports.receivables',
  },
  {
    label: 'Bills',
    icon: FileInput,
    address: { to: '/ap-reports', search: { tab: 'bills' } },
    permission: 'payables.read',
  },
  {
    label: 'Vendor Payments',
    icon: Landmark,
    address: { to: '/ap-reports', search: { tab: 'payments' } },
    permission: 'payables.read',
  },
  { label: 'Journal', icon: BookOpen, address: { to: '/journal' }, permission: 'ledger.read' },
]

type FinancialListLinksProps = { isRail: boolean; onGo: () => void }

/** Links below the menu to the financial lists that the user may read. */
export function FinancialListLinks({ isRail, onGo }: FinancialListLinksProps) {
  const may = useMay()
  const shown = items.filter(({ permission }) => may(permission))
  if (shown.length === 0) return null
  return (
    <nav aria-label="Money desk" className="mt-3">
      {!isRail && <h2 className="text-caption px-3 pb-1 text-sidebar-muted">Money Desk</h2>}
      <ul className="grid gap-0.5">
        {shown.map(({ label, icon: Icon, address }) => (
          <li key={label}>
            <Tooltip label={label}>
              <ScreenAddressLink
                address={address}
                onClick={onGo}
                aria-label={isRail ? label : undefined}
                className={sidebarLinkClass}
              >
                <Icon aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
                {!isRail && label}
              </ScreenAddressLink>
            </Tooltip>
          </li>
        ))}
      </ul>
    </nav>
  )
}
