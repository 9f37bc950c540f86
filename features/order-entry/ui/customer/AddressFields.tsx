import type { KeyboardEvent, ReactNode } from 'react'
import { maxAddress } from '#features/customers/rules.ts'
import { plainRecordedFields } from '#features/sales-orders/contract.ts'
import { Field } from '#platform/ui/fields/Field.tsx'
import type { OrderForm } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import { FilledFieldMark } from './FilledFieldMark.tsx'
import { type FilledFieldName, withTypedFields } from './filled-fields.ts'
import { fieldIds, recordedFieldId } from '../focus.ts'

type AddressFieldsProps = {
  store: OrderFormStore
  orderForm: OrderForm
  /** Handles Enter in the fields of one line. */
  onKeyDown: (event: KeyboardEvent) => void
}

/** The shipping address, the billing address and the recorded fields, without the customer PO. */
export function AddressFields({ store, orderForm, onKeyDown }: AddressFieldsProps) {
  const type = (patch: Partial<Pick<OrderForm, FilledFieldName>>) =>
    store.edit((before) => withTypedFields(before, patch))
  return (
    <>
      <Area
        id={fieldIds.shipping}
        label="Shipping address"
        max={maxAddress}
        value={orderForm.shippingAddress}
        mark={<FilledFieldMark orderForm={orderForm} name="shippingAddress" store={store} />}
        onType={(shippingAddress) => type({ shippingAddress })}
      />
      <Area
        id={fieldIds.billing}
        label="Billing address"
        max={maxAddress}
        value={orderForm.billingAddress}
        mark={<FilledFieldMark orderForm={orderForm} name="billingAddress" store={store} />}
        onType={(billingAddress) => type({ billingAddress })}
      />
      {plainRecordedFields.map(({ name, label, maxLength, isMultiline }) => {
        const shared = {
          id: recordedFieldId(name),
          label,
          max: maxLength,
          value: orderForm[name],
          onType: (text: string) => store.edit((before) => ({ ...before, [name]: text })),
        }
        return isMultiline ? (
          <Area key={name} {...shared} />
        ) : (
          <OneLine key={name} {...shared} onKeyDown={onKeyDown} />
        )
      })}
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
            rows={2}
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

type OneLineProps = Omit<AreaProps, 'mark'> & Pick<AddressFieldsProps, 'onKeyDown'>

function OneLine({ id, label, value, max, onType, onKeyDown }: OneLineProps) {
  return (
    <div className="min-w-0">
      <Field label={label} id={id}>
        {(control) => (
          <input
            {...control}
            value={value}
            maxLength={max}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => onType(target.value)}
            onKeyDown={onKeyDown}
            className="control"
          />
        )}
      </Field>
    </div>
  )
}
