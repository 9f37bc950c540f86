import { Undo2 } from 'lucide-react'
import { useAddressOwner } from '#features/customers/ui/parts/use-address-owner.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import type { OrderForm } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import {
  addressWarning,
  type FilledFieldName,
  markOf,
  otherCustomerWarnings,
  withOwnAddress,
} from './filled-fields.ts'

type AddressName = Exclude<FilledFieldName, 'shippingMethod'>
type FieldMarkProps = { orderForm: OrderForm; name: FilledFieldName; store: OrderFormStore }

/**
 * Shows next to an address label that the text was typed, for which other customer, and a button
 * that restores the customer's own address. Its space is reserved, to avoid a layout shift.
 */
export function FieldMark({ orderForm, name, store }: FieldMarkProps) {
  const mark = markOf(orderForm, name)
  const { customer } = orderForm
  // A selected shipping method is only marked if it was selected for another customer.
  if (!mark || (name === 'shippingMethod' && !mark.typedFor)) return null
  const text = mark.typedFor ? `for ${mark.typedFor.code}` : 'typed'
  return (
    <span
      data-tone={mark.typedFor ? 'warning' : undefined}
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

/**
 * Warns before Create about fields entered while another customer was selected, and about a typed
 * shipping address that belongs to another customer.
 */
export function OtherCustomerWarning({ orderForm, store }: Omit<FieldMarkProps, 'name'>) {
  const typedWarnings = otherCustomerWarnings(orderForm)
  const mark = markOf(orderForm, 'shippingAddress')
  const typedAddress = mark && !mark.typedFor ? orderForm.shippingAddress : undefined
  const otherCustomer = useAddressOwner(typedAddress, orderForm.customer?.id)
  const warnings = otherCustomer
    ? [...typedWarnings, addressWarning(otherCustomer, orderForm)]
    : typedWarnings
  if (warnings.length === 0) return null
  const names = (['shippingAddress', 'billingAddress'] as const).filter(
    (name: AddressName) =>
      markOf(orderForm, name)?.typedFor !== undefined ||
      (otherCustomer && name === 'shippingAddress'),
  )
  const replace = () =>
    store.edit((before) => names.reduce((result, name) => withOwnAddress(result, name), before))
  return (
    <div className="mt-3">
      <Alert
        tone="warning"
        title={otherCustomer ? 'Address of another customer' : 'Entered for another customer'}
        actions={
          names.length > 0 && (
            <Button size="small" onClick={replace}>
              {`Use the address of ${orderForm.customer?.code ?? ''}`}
            </Button>
          )
        }
      >
        {warnings.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Alert>
    </div>
  )
}
