import type { ReactNode } from 'react'
import { maxAddress } from '#features/customers/rules.ts'
import { Field } from '#platform/ui/fields/Field.tsx'
import type { OrderForm } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import { FieldMark } from './AddressWarnings.tsx'
import { type FilledFieldName, withTypedFields } from './filled-fields.ts'
import { fieldIds } from '../focus.ts'

/** The shipping address, billing address and notes. */
export function AddressFields({
  store,
  orderForm,
}: {
  store: OrderFormStore
  orderForm: OrderForm
}) {
  const type = (patch: Partial<Pick<OrderForm, FilledFieldName>>) =>
    store.edit((before) => withTypedFields(before, patch))
  return (
    <>
      <Area
        id={fieldIds.shipping}
        label="Shipping address"
        max={maxAddress}
        value={orderForm.shippingAddress}
        mark={<FieldMark orderForm={orderForm} name="shippingAddress" store={store} />}
        onType={(shippingAddress) => type({ shippingAddress })}
      />
      <Area
        id={fieldIds.billing}
        label="Billing address"
        max={maxAddress}
        value={orderForm.billingAddress}
        mark={<FieldMark orderForm={orderForm} name="billingAddress" store={store} />}
        onType={(billingAddress) => type({ billingAddress })}
      />
      <Area
        id={fieldIds.notes}
        label="Notes"
        max={5000}
        value={orderForm.notes}
        onType={(notes) => store.edit((before) => ({ ...before, notes }))}
      />
    </>
  )
}

type AreaProps = {
  id: string
  label: string
  value: string
  max: number
  /** Shown next to the label. */
  mark?: ReactNode
  onType: (text: string) => void
}

function Area({ id, label, value, max, mark, onType }: AreaProps) {
  return (
    <div className="relative min-w-0">
      <Field label={label} id={id}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            value={value}
            maxLength={max}
            onChange={({ target }) => onType(target.value)}
            className="control"
          />
        )}
      </Field>
      {mark}
    </div>
  )
}
