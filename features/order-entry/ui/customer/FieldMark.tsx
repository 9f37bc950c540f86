import { Undo2 } from 'lucide-react'
import { useAddressOwner } from '#features/customers/ui/parts/use-address-owner.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import type { OrderForm } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import {
  addressWarning,
  type FilledName,
  markOf,
  otherCustomerWarnings,
  withOwnAddress,
} from './filled-fields.ts'

type AddressName = Exclude<FilledName, 'shippingMethod'>
type FieldMarkProps = { desk: OrderForm; name: FilledName; store: OrderFormStore }

/**
 * Shows next to an address label that the text was typed, for which other customer, and a button
 * that restores the customer's own address. Its space is reserved, to avoid a layout shift.
 */
export function FieldMark({ desk, name, store }: FieldMarkProps) {
  const mark = markOf(desk, name)
  const { customer } = desk
  // A selected shipping method is only marked if it was selected for another customer.
  if (!mark || (name === 'shippingMethod' && !mark.other)) return null
  const text = mark.other ? `for ${mark.other.code}` : 'typed'
  return (
    <span
      data-tone={mark.other ? 'warning' : undefined}
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
          label={`${words[name]} of ${customer.code}`}
          className="-my-2"
          onClick={() => store.edit((before) => withOwnAddress(before, name))}
        />
      )}
    </span>
  )
}

const words = { shippingAddress: 'Shipping address', billingAddress: 'Billing address' } as const

/**
 * Warns before Create about fields entered while another customer was selected, and about a typed
 * shipping address that belongs to another customer.
 */
export function OtherCustomerWarning({ desk, store }: Omit<FieldMarkProps, 'name'>) {
  const entered = otherCustomerWarnings(desk)
  const mark = markOf(desk, 'shippingAddress')
  const typed = mark && !mark.other ? desk.shippingAddress : undefined
  const owner = useAddressOwner(typed, desk.customer?.id)
  const warnings = owner ? [...entered, addressWarning(owner, desk)] : entered
  if (warnings.length === 0) return null
  const names = (['shippingAddress', 'billingAddress'] as const).filter(
    (name: AddressName) =>
      markOf(desk, name)?.other !== undefined || (owner && name === 'shippingAddress'),
  )
  const replace = () =>
    store.edit((before) => names.reduce((now, name) => withOwnAddress(now, name), before))
  return (
    <div className="mt-3">
      <Alert
        tone="warning"
        title={owner ? 'Address of another customer' : 'Entered for another customer'}
        actions={
          names.length > 0 && (
            <Button size="small" onClick={replace}>
              {`Use the address of ${desk.customer?.code ?? ''}`}
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
