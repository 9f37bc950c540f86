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
import type { Address } from '#platform/web/screen-address.ts'

type FinancialList = { label: string; icon: LucideIcon; address: Address; permission: Permission }

/** The lists that an accountant works in; each is a tab of a report, or the journal. */
export const financialLists: readonly FinancialList[] = [
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

/**
 * True if this tab of a report is one of the lists that the user may read: then its own link is the
 * current one, and not that of the report.
 */
export function isFinancialList(
  path: string,
  tab: string | null,
  may: (permission: Permission) => boolean,
): boolean {
  return financialLists.some(({ address, permission }) => {
    // Each screen has its own parameters.
    const search: object = address.search ?? {}
    return address.to === path && 'tab' in search && search.tab === tab && may(permission)
  })
}
