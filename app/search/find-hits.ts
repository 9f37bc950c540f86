import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import {
  Banknote,
  BookOpen,
  ClipboardList,
  ClipboardPen,
  HandCoins,
  type LucideIcon,
  Package,
  ShoppingCart,
  Truck,
  Undo2,
  Users,
} from 'lucide-react'
import type { WireQueryOf } from '#platform/kernel/endpoint.ts'
import { formatDay, day } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { send } from '#platform/web/api-client.ts'
import { type Hit as Found, type HitKind, searchAll } from '#features/search/contract.ts'
import type { Hit } from './search-queries.ts'

/** One kind of record: its display name and where its records open. */
export type Kind = {
  kind: string
  /** The icon of its screen in the menu. */
  icon: LucideIcon
  path: string
  by?: 'id'
  /** Document number prefix, where one screen opens more than one kind. */
  begins?: string
}

/**
 * Display name of each kind, and the address to which the code or number (for some, the id) is
 * appended.
 */
export const kinds: Record<HitKind, Kind> = {
  'sales-order': { kind: 'Order', icon: ShoppingCart, path: '/sales-orders?open=' },
  'purchase-order': { kind: 'PO', icon: ClipboardList, path: '/purchase-orders?open=' },
  requisition: { kind: 'Requisition', icon: ClipboardPen, path: '/requisitions?open=' },
  return: { kind: 'Return', icon: Undo2, path: '/returns?open=' },
  invoice: {
    kind: 'Invoice',
    icon: Banknote,
    path: '/ar-reports?tab=invoices&open=',
    begins: 'INV-',
  },
  payment: {
    kind: 'Payment',
    icon: Banknote,
    path: '/ar-reports?tab=payments&open=',
    begins: 'PAY-',
  },
  bill: { kind: 'Bill', icon: HandCoins, path: '/ap-reports?tab=bills&open=', by: 'id' },
  'vendor-payment': {
    kind: 'Payment',
    icon: HandCoins,
    path: '/ap-reports?tab=payments&open=',
    by: 'id',
  },
  customer: { kind: 'Customer', icon: Users, path: '/customers?open=' },
  vendor: { kind: 'Vendor', icon: Truck, path: '/vendors?open=' },
  sku: { kind: 'SKU', icon: Package, path: '/skus?open=' },
  'credit-memo': {
    kind: 'Credit memo',
    icon: Banknote,
    path: '/ar-reports?tab=memos&open=',
    begins: 'CM-',
  },
  refund: {
    kind: 'Refund',
    icon: Banknote,
    path: '/ar-reports?tab=refunds&open=',
    begins: 'REF-',
  },
  letter: {
    kind: 'Reminder',
    icon: Banknote,
    path: '/ar-reports?tab=reminders&open=',
    begins: 'DUN-',
  },
  'vendor-credit': {
    kind: 'Vendor credit',
    icon: HandCoins,
    path: '/ap-reports?tab=credits&open=',
    by: 'id',
  },
  'manual-entry': {
    kind: 'Journal entry',
    icon: BookOpen,
    path: '/journal?tab=manual&open=',
    by: 'id',
  },
  'tax-payment': {
    kind: 'Sales tax payment',
    icon: BookOpen,
    path: '/journal?tab=tax-payments&open=',
    by: 'id',
  },
}

/** Search results from the server, in the form the box and the palette show. */
export async function findHits(
  query: WireQueryOf<typeof searchAll>,
  signal: AbortSignal,
): Promise<Hit[]> {
  return (await send(searchAll, { query, signal })).map(toHit)
}

function toHit(found: Found): Hit {
  const { kind, code, title, status, amount, date, why } = found
  const shouldShowStatus = status !== null && status !== 'active'
  const facts = [
    title,
    shouldShowStatus && capitalize(status),
    amount && formatDecimal(amount),
    date && formatDay(day(date)),
    why?.replace(/^PO (?=PO\b)/i, ''),
  ]
  const { kind: called, icon, path, by } = kinds[kind]
  const href = path + encodeURIComponent(by === 'id' ? found.id : code)
  return { kind: called, icon, href, code, detail: facts.filter(Boolean).join(' · ') }
}
