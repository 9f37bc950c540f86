import { useNavigate } from '@tanstack/react-router'
import {
  ClipboardList,
  Copy,
  CopyPlus,
  FileDown,
  FileText,
  Link2,
  PackageOpen,
  Pencil,
  Printer,
} from 'lucide-react'
import { useMe, useWhyNot } from '#features/auth/me.ts'
import { savePdf } from '#features/documents/PdfLink.tsx'
import { copyText } from '#platform/ui/copy.ts'
import type { MenuItem } from '#platform/ui/Menu.tsx'
import type { SalesOrder } from './contract.ts'
import { whyNotEdit, whyNotReturn } from './rules.ts'
import type { OrderPaper } from './use-order-papers.ts'

/** What can be done with an order beside its steps, as items of its menu. */
export function useOrderItems(
  print: (paper: OrderPaper, orders: readonly SalesOrder[]) => unknown,
): (order: SalesOrder) => readonly MenuItem[] {
  const { data: me } = useMe()
  const whyNot = useWhyNot()
  const navigate = useNavigate()
  /** Over the list as it is: what it shows stays. */
  const openOver = (patch: { edit: string } | { new: string }) => {
    const search = (before: object) => ({ ...before, open: undefined, tab: undefined, ...patch })
    void navigate({ to: '/sales-orders', search: search as never })
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
      run: () =>
        void navigate({ to: '/returns', search: { new: `rma:${order.orderNumber}` } as never }),
    },
    {
      label: 'Print order confirmation',
      icon: FileText,
      startsGroup: true,
      run: () => void print('order-confirmation', [order]),
    },
    {
      label: 'Print packing slip',
      icon: Printer,
      run: () => void print('packing-slip', [order]),
    },
    { label: 'Print pick list', icon: ClipboardList, run: () => void print('pick-list', [order]) },
    {
      label: 'Order confirmation as PDF',
      icon: FileDown,
      run: () => savePdf({ name: 'order-confirmation', id: order.id }),
    },
    {
      label: 'Packing slip as PDF',
      icon: FileDown,
      run: () => savePdf({ name: 'packing-slip', id: order.id }),
    },
    {
      label: 'Pick list as PDF',
      icon: FileDown,
      run: () => savePdf({ name: 'pick-list', id: order.id }),
    },
    {
      label: 'Copy order number',
      icon: Copy,
      startsGroup: true,
      run: () => void copyText(order.orderNumber),
    },
    {
      label: 'Copy link',
      icon: Link2,
      run: () => void copyText(`${location.origin}/sales-orders?open=${order.orderNumber}`),
    },
  ]
}
