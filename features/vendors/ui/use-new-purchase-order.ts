import { useNavigate } from '@tanstack/react-router'
import { ClipboardList } from 'lucide-react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import type { Vendor } from '../contract.ts'

/** The action that opens a new purchase order for this vendor. */
export function useNewOrder() {
  const navigate = useNavigate()
  const whyNot = useWhyNot()
  return ({ id, isActive }: Vendor) => ({
    label: 'New PO',
    icon: ClipboardList,
    isNextStep: true,
    whyNot: whyNot('purchaseOrders.create') ?? (isActive ? undefined : 'This vendor is inactive'),
    // Purchase orders are a later feature, so only their address is used here.
    run: () => void navigate({ to: '/purchase-orders', search: { new: `vendor:${id}` } }),
  })
}
