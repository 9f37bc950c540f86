import { Undo2 } from 'lucide-react'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import type { OrderForm } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import { type FilledFieldName, markOf, markText, withOwnAddress } from './filled-fields.ts'

type TypedFieldMarkProps = { orderForm: OrderForm; name: FilledFieldName; store: OrderFormStore }

/**
 * Shows next to an address label that the text was typed, for which other customer, and a button
 * that restores the customer's own address. Its space is reserved, to avoid a layout shift.
 */
export function TypedFieldMark({ orderForm, name, store }: TypedFieldMarkProps) {
  const text = markText(orderForm, name)
  const { customer } = orderForm
  if (!text) return null
  return (
    <span
      data-tone={markOf(orderForm, name)?.typedFor ? 'warning' : undefined}
      className={
        'text-caption absolute top-0 right-0 flex h-5 items-center text-muted ' +
        'data-[tone=warning]:font-semibold data-[tone=warning]:text-warning'
      }
    >
      {text}
      {customer && name !== 'shippingMethod' && (
        <IconButton
          icon={Undo2}
          iconSize={14}
          label={`${labels[name]} of ${customer.code}`}
          className="-my-2"
          onClick={() => store.edit((before) => withOwnAddress(before, name))}
        />
      )}
    </span>
  )
}

const labels = { shippingAddress: 'Shipping address', billingAddress: 'Billing address' } as const
