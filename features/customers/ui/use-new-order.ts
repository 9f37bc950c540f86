import { useNavigate } from '@tanstack/react-router'
import { SquarePen } from 'lucide-react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import type { Customer } from '../contract.ts'

/** The action that opens Order Entry with a customer chosen. */
export function useNewOrder() {
  const navigate = useNavigate()
  const whyNot = useWhyNot()
  return ({ id, isActive }: Customer) => ({
    label: 'New order',
    icon: SquarePen,
    whyNot: whyNot('orders.create') ?? (isActive ? undefined : 'This customer is inactive'),
    // Order Entry is a room further on: its address is all that is known of it here.
    run: () => void navigate({ to: '/order-entry', search: { customer: id } as never }),
  })
}
