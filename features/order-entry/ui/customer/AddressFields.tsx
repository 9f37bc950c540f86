import type { KeyboardEvent, ReactNode } from 'react'
import { maxAddress } from '#features/customers/address-rules.ts'
import { plainRecordedFields } from '#features/sales-orders/recorded-fields.ts'
import { Field } from '#platform/ui/fields/Field.tsx'
import type { OrderForm, Problems } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import { TypedFieldMark } from './TypedFieldMark.tsx'
import { type FilledFieldName, withTypedFields } from './filled-fields.ts'
import { fieldIds, recordedFieldId } from '../focus.ts'

type AddressFieldsProps = {
  store: OrderFormStore
  orderForm: OrderForm
  problems: Problems['header']
  /** Long texts have several lines; closed, each has one, and its tooltip has all of it. */
  isOpen: boolean
  /** Called if the user clicks or types in a long text. */
  onOpen: () => void
  /** Handles Enter in the fields of one line. */
  onKeyDown: (event: KeyboardEvent) => void
}

/** The shipping address, the billing address and the recorded fields, without the customer PO. */
export function AddressFields({ store, orderForm, ...props }: AddressFieldsProps) {
  const { problems = {}, isOpen, onOpen, onKeyDown } = props
  const type = (patch: Partial<Pick<OrderForm, FilledFieldName>>) =>
    store.edit((before) => withTypedFields(before, patch))
  return (
    <>
      <Area
        id={fieldIds.shipping}
        label="Shipping address"
        max={maxAddress}
        value={orderForm.shippingAddress}
        error={problems.shippingAddress}
        {...{ isOpen, onOpen }}
        mark={<TypedFieldMark orderForm={orderForm} name="shippingAddress" store={store} />}
        onType={(shippingAddress) => type({ shippingAddress })}
      />
      <Area
        id={fieldIds.billing}
        label="Billing address"
        max={maxAddress}
        value={orderForm.billingAddress}
        error={problems.billingAddress}
        {...{ isOpen, onOpen }}
        mark={<TypedFieldMark orderForm={orderForm} name="billingAddress" store={store} />}
        onType={(billingAddress) => type({ billingAddress })}
      />
      {plainRecordedFields.map(({ name, label, maxLength, isMultiline }) => {
        const shared = {
          id: recordedFieldId(name),
          label,
          max: maxLength,
          value: orderForm[name],
          error: problems[name],
          onType: (text: string) => store.edit((before) => ({ ...before, [name]: text })),
        }
        return isMultiline ? (
          <Area key={name} {...shared} {...{ isOpen, onOpen }} />
        ) : (
          <OneLine key={name} {...shared} onKeyDown={onKeyDown} />
        )
      })}
    </>
  )
}

type OneLineProps = Pick<AddressFieldsProps, 'onKeyDown'> & {
  id: string
  label: string
  value: string
  max: number
  error: string | undefined
  onType: (text: string) => void
}

type AreaProps = Omit<OneLineProps, 'onKeyDown'> &
  Pick<AddressFieldsProps, 'isOpen' | 'onOpen'> & {
    /** Shown next to the label. */
    mark?: ReactNode
  }

function Area({ id, label, value, max, error, mark, onType, isOpen, onOpen }: AreaProps) {
  return (
    <div className="relative min-w-0">
      <Field label={label} id={id} error={error}>
        {(control) => (
          <div className="relative">
            <textarea
              {...control}
              rows={isOpen ? 2 : 1}
              value={value}
              maxLength={max}
              title={isOpen ? undefined : value}
              onClick={onOpen}
              onChange={({ target }) => {
                onOpen()
                onType(target.value)
              }}
              className="control"
            />
            {!isOpen && (
              <span aria-hidden className="closed-text truncate">
                {onOneLine(value)}
              </span>
            )}
          </div>
        )}
      </Field>
      {mark}
    </div>
  )
}

/** A text of several lines, as it is shown on one. */
function onOneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter(Boolean).join(', ')
}

function OneLine({ id, label, value, max, error, onType, onKeyDown }: OneLineProps) {
  return (
    <div className="min-w-0">
      <Field label={label} id={id} error={error}>
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
