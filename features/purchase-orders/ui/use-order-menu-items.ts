import { useNavigate } from '@tanstack/react-router'
import { Copy, FileDown, Link2, PackageOpen, Printer } from 'lucide-react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { savePdf } from '#features/documents/ui/parts/save-pdf.ts'
import { copyAddress, copyText } from '#platform/ui/buttons/copy.ts'
import type { MenuItem } from '#platform/ui/menu/Menu.tsx'
import { searchText } from '#platform/web/query-string.ts'
import type { PurchaseOrder } from '../contract.ts'
import { whyNotReturn } from '../rules.ts'

/** The menu items of an order besides its steps. */
export function useOrderItems(
  print: (orders: readonly PurchaseOrder[]) => unknown,
): (order: PurchaseOrder) => readonly MenuItem[] {
  const whyNot = useWhyNot()
  const navigate = useNavigate()
  return (order) => {
    const { id, orderNumber } = order
    return [
      {
        label: 'Create return',
        icon: PackageOpen,
        startsGroup: true,
        whyNot: whyNotReturn(order) ?? whyNot('returns.createRtv'),
        run: () => void navigate({ to: '/returns', search: { new: `rtv:${orderNumber}` } }),
      },
      {
        label: 'Print purchase order',
        icon: Printer,
        startsGroup: true,
        isMenuOnly: true,
        run: () => void print([order]),
      },
      {
        label: 'Purchase order as PDF',
        icon: FileDown,
        isMenuOnly: true,
        run: () => void savePdf({ name: 'purchase-order', id }),
      },
      {
        label: 'Copy order number',
        icon: Copy,
        startsGroup: true,
        isMenuOnly: true,
        run: () => void copyText(orderNumber),
      },
      {
        label: 'Copy link',
        icon: Link2,
        isMenuOnly: true,
        run: () => void copyAddress('/purchase-orders' + searchText({ open: orderNumber })),
      },
    ]
  }
}
