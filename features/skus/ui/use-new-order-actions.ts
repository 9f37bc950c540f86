import { useNavigate } from '@tanstack/react-router'
import { ClipboardList, SquarePen } from 'lucide-react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import type { MenuItem } from '#platform/ui/menu/Menu.tsx'
import type { Sku } from '../contract.ts'

/**
 * Actions that start a sales or purchase order with this SKU. The next step is to buy what is below
 * its minimum, and to sell anything else.
 */
export function useNewOrderActions(): (sku: Sku) => readonly MenuItem[] {
  const navigate = useNavigate()
  const whyNot = useWhyNot()
  // Orders are later features, so only their addresses are used here.
  return ({ id, isActive, currentStock, minimumStock }) => {
    const isShort = minimumStock > 0 && currentStock <= minimumStock
    const sale = {
      label: 'New order',
      icon: SquarePen,
      isNextStep: true,
      startsGroup: !isShort,
      whyNot: whyNot('orders.create') ?? (isActive ? undefined : 'Inactive SKUs cannot be sold'),
      run: () => void navigate({ to: '/order-entry', search: { sku: id } }),
    }
    const purchase = {
      label: 'New PO',
      icon: ClipboardList,
      isNextStep: isShort,
      startsGroup: isShort,
      whyNot:
        whyNot('purchaseOrders.create') ??
        (isActive ? undefined : 'Inactive SKUs cannot be bought'),
      run: () => void navigate({ to: '/purchase-orders', search: { new: `sku:${id}` } }),
    }
    return isShort ? [purchase, sale] : [sale, purchase]
  }
}
