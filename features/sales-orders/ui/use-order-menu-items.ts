import { useNavigate } from '@tanstack/react-router'
import {
  ClipboardList,
  Copy,
  CopyPlus,
  FileDown,
  FileText,
  Link2,
  type LucideIcon,
  PackageOpen,
  Pencil,
  Printer,
} from 'lucide-react'
import { useMe, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { savePdf } from '#features/documents/ui/parts/save-pdf.ts'
import { copyAddress, copyText } from '#platform/ui/buttons/copy.ts'
import type { MenuItem } from '#platform/ui/menu/Menu.tsx'
import { searchText } from '#platform/web/query-string.ts'
import type { SalesOrder } from '../contract.ts'
import { whyNotEdit, whyNotReturn } from '../rules.ts'
import type { OrderDocument } from './use-order-documents.ts'

type Print = (document: OrderDocument, orders: readonly SalesOrder[]) => unknown

/** Menu items of an order other than its steps. */
export function useOrderItems(print: Print): (order: SalesOrder) => readonly MenuItem[] {
  const { data: me } = useMe()
  const whyNot = useWhyNot()
  const navigate = useNavigate()
  /** Opens the form over the list without changing the list. */
  const openOver = (patch: { edit: string } | { new: string }) => {
    void navigate({
      to: '/sales-orders',
      search: (before) => ({ ...before, open: undefined, tab: undefined, ...patch }),
    })
  }
  return (order) => [
    {
      label: 'Edit',
      icon: Pencil,
      shortcut: 'rowEdit',
      startsGroup: true,
      whyNot: whyNotEdit(me ?? undefined, order)?.sentence ?? whyNot('salesOrders.edit'),
      run: () => openOver({ edit: order.orderNumber }),
    },
    {
      label: 'Duplicate',
      icon: CopyPlus,
      whyNot: whyNot('orders.create'),
      run: () => openOver({ new: order.orderNumber }),
    },
    {
      label: 'Create return',
      icon: PackageOpen,
      startsGroup: true,
      whyNot: whyNotReturn(order) ?? whyNot('returns.createRma'),
      run: () => void navigate({ to: '/returns', search: { new: `rma:${order.orderNumber}` } }),
    },
    ...documentItems(order, print),
    {
      label: 'Copy order number',
      icon: Copy,
      startsGroup: true,
      isMenuOnly: true,
      run: () => void copyText(order.orderNumber),
    },
    {
      label: 'Copy link',
      icon: Link2,
      isMenuOnly: true,
      run: () => void copyAddress('/sales-orders' + searchText({ open: order.orderNumber })),
    },
  ]
}

/** In the order of the work: pick, pack, and what the header of the page prints and saves. */
const documents: readonly [OrderDocument, string, LucideIcon][] = [
  ['pick-list', 'pick list', ClipboardList],
  ['packing-slip', 'packing slip', Printer],
  ['order-confirmation', 'order confirmation', FileText],
]

/** Print items for each document, then PDF items; only the warehouse's papers are buttons. */
function documentItems(order: SalesOrder, print: Print): MenuItem[] {
  return [
    ...documents.map(([name, label, icon], index) => ({
      label: `Print ${label}`,
      icon,
      startsGroup: index === 0,
      isMenuOnly: name === 'order-confirmation',
      run: () => void print(name, [order]),
    })),
    ...documents.map(([name, label]) => ({
      label: `${label.charAt(0).toUpperCase()}${label.slice(1)} as PDF`,
      icon: FileDown,
      isMenuOnly: true,
      run: () => void savePdf({ name, id: order.id }),
    })),
  ]
}
