import { clsx } from 'clsx'
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { shippingMethodNames } from '#features/sales-orders/rules.ts'
import { formatDay, isDay } from '#platform/kernel/days.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import type { OrderForm, Problems } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import { AddressFields } from './AddressFields.tsx'
import { markText } from './filled-fields.ts'

type AddressSectionProps = {
  store: OrderFormStore
  orderForm: OrderForm
  problems: Problems['header']
  isOpen: boolean
  onToggle: () => void
  /** Called if the user clicks or types in a field that has one line only. */
  onOpen: () => void
  /** Handles Enter in the fields of one line. */
  onKeyDown: (event: KeyboardEvent) => void
}

/**
 * Addresses and notes. Closed, each has one line, and on a phone all of them are behind a button
 * that names what they hold, with the marks of typed fields.
 */
export function AddressSection({ isOpen, onToggle, ...props }: AddressSectionProps) {
  return (
    <>
      <Button
        kind="ghost"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="-mx-2 min-w-0 px-2 sm:hidden"
      >
        <span className="min-w-0 flex-1 truncate text-left">
          Shipping, addresses, notes
          {!isOpen && <span className="font-normal">{` · ${collapsedText(props.orderForm)}`}</span>}
        </span>
        <ChevronDown aria-hidden size={16} className={clsx('shrink-0', isOpen && 'rotate-180')} />
      </Button>
      <div className={clsx('flex items-start gap-2', !isOpen && 'max-sm:hidden')}>
        <div
          data-open={isOpen || undefined}
          className="order-addresses grid min-w-0 flex-1 gap-4 sm:grid-cols-3"
        >
          <AddressFields {...props} isOpen={isOpen} />
        </div>
        <IconButton
          icon={isOpen ? ChevronUp : ChevronDown}
          label={isOpen ? 'Close addresses and notes' : 'Open addresses and notes'}
          aria-expanded={isOpen}
          onClick={onToggle}
          className="mt-6 max-sm:hidden"
        />
      </div>
    </>
  )
}

/** True if a field that can be closed has a problem, so that it must be open. */
export function hasProblemInside({ customerPO: _, ...inside }: Problems['header'] = {}): boolean {
  return Object.keys(inside).length > 0
}

/**
 * What the closed fields hold, on one line: marks of typed fields, shipping method, ship date and
 * street.
 */
function collapsedText(orderForm: OrderForm): string {
  const { shippingMethod, shippingAddress, shipDate } = orderForm
  const names = ['shippingMethod', 'shippingAddress', 'billingAddress'] as const
  const marks = new Set(names.map((name) => markText(orderForm, name)))
  const [street] = shippingAddress.split('\n')
  const shipping = [shippingMethodNames[shippingMethod], isDay(shipDate) && formatDay(shipDate)]
  return [...marks, ...shipping, street].filter(Boolean).join(' · ')
}
