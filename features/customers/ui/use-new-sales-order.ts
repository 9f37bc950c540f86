import { useNavigate } from '@tanstack/react-router'
import { SquarePen } from 'lucide-react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import type { Customer } from '../contract.ts'

/** Returns the action that opens Order Entry for a customer. */
export function useNewOrder() {
  const navigate = useNavigate()
  const whyNot = useWhyNot()
  return ({ id, isActive }: Customer) => ({
    label: 'New order',
    icon: SquarePen,
    isNextStep: true,
    whyNot: whyNot('orders.create') ?? (isActive ? undefined : 'This customer is inactive'),
    // This feature cannot import Order Entry, so it navigates by URL.
    run: () => void navigate({ to: '/order-entry', search: { customer: id } }),
  })
}
