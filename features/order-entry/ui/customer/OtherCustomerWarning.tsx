import { useCustomerAtAddress } from '#features/customers/ui/parts/use-customer-with-address.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import {
  addressWarning,
  type FilledFieldName,
  markOf,
  otherCustomerWarnings,
  withOwnAddress,
} from './filled-fields.ts'
import type { OrderForm } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'

type FieldMarkProps = { orderForm: OrderForm; name: FilledFieldName; store: OrderFormStore }

type AddressName = Exclude<FilledFieldName, 'shippingMethod'>

/**
 * Warns before Create about fields entered while another customer was selected, and about a typed
 * shipping address that belongs to another customer.
 */
export function OtherCustomerWarning({ orderForm, store }: Omit<FieldMarkProps, 'name'>) {
  const typedWarnings = otherCustomerWarnings(orderForm)
  const mark = markOf(orderForm, 'shippingAddress')
  const typedAddress = mark && !mark.typedFor ? orderForm.shippingAddress : undefined
  const otherCustomer = useCustomerAtAddress(typedAddress, orderForm.customer?.id)
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
