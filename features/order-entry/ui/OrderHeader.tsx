import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { priceName, termsText } from '#features/customers/labels.ts'
import { type Customer, readCustomer } from '#features/customers/contract.ts'
import { useCreditText } from '#features/customers/ui/parts/use-available-credit.ts'
import { enteredOrderSources } from '#features/sales-orders/contract.ts'
import { recordedFields } from '#features/sales-orders/recorded-fields.ts'
import {
  type ShippingMethod,
  shippingMethodNames,
  shippingMethods,
} from '#features/sales-orders/rules.ts'
import { sourceNames } from '#features/sales-orders/labels.ts'
import { Combobox } from '#platform/ui/fields/Combobox.tsx'
import { DayField } from '#platform/ui/dates/DayField.tsx'
import { Field } from '#platform/ui/fields/Field.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import {
  type ChosenCustomer,
  type OrderForm,
  type OrderSource,
  type Problems,
} from './order-form.ts'
import { isSameForm, type OrderFormState, type OrderFormStore } from './order-form-store.ts'
import { AddressSection, hasProblemInside } from './customer/AddressSection.tsx'
import { RepeatedPoWarning } from './customer/RepeatedPoWarning.tsx'
import { TypedFieldMark } from './customer/TypedFieldMark.tsx'
import { type FilledFieldName, withCustomer, withTypedFields } from './customer/filled-fields.ts'
import { findCustomers } from './find-customers-and-skus.ts'
import { fieldIds, focusPreviousField, focusLine, focusNext } from './focus.ts'
import type { Lookups } from './pending-lookups.ts'

type OrderHeaderProps = {
  store: OrderFormStore
  state: OrderFormState
  problems: Problems
  lookups: Lookups
}

const fieldGrid = 'grid grid-cols-2 content-start gap-x-4 gap-y-2 lg:grid-cols-4 xl:grid-cols-2'

/** The order header: customer, source, PO, shipping and the requested ship date. */
export function OrderHeader({ store, state, problems, lookups }: OrderHeaderProps) {
  const { orderForm } = state
  // Long texts have one line each, and on a phone none, so that items come first. What was opened
  // stays open, because fields that close by themselves would move the next click's target.
  const [isOpened, setIsOpen] = useState(false)
  const isOpen = isOpened || hasProblemInside(problems.header)
  const set = (patch: Partial<OrderForm>) => store.edit((before) => ({ ...before, ...patch }))
  const type = (patch: Partial<Pick<OrderForm, FilledFieldName>>) =>
    store.edit((before) => withTypedFields(before, patch))
  return (
    <section aria-label="Order" className="card grid gap-4 p-4 max-sm:gap-2 max-sm:p-3">
      <div className="grid gap-4 max-sm:gap-2 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        {/* The text of another order is neither shown nor answered in this one. */}
        <CustomerField key={state.idempotencyKey} {...{ store, orderForm, problems, lookups }} />
        <div className={fieldGrid}>
          <SourceField
            store={store}
            source={orderForm.orderSource}
            onChange={(orderSource) => set({ orderSource })}
          />
          <CustomerPOField {...{ store, orderForm, problems }} />
          <div className={clsx('max-sm:col-span-2', !isOpen && 'max-sm:hidden')}>
            <MethodField
              store={store}
              method={orderForm.shippingMethod}
              mark={<TypedFieldMark orderForm={orderForm} name="shippingMethod" store={store} />}
              onChange={(shippingMethod) => type({ shippingMethod })}
            />
          </div>
          <div className={clsx('min-w-0 max-sm:col-span-2', !isOpen && 'max-sm:hidden')}>
            <ShipDateField
              store={store}
              value={orderForm.shipDate}
              error={problems.header?.shipDate}
              onType={(shipDate) => set({ shipDate })}
            />
          </div>
        </div>
      </div>
      <AddressSection
        {...{ store, orderForm, isOpen }}
        problems={problems.header}
        onToggle={() => setIsOpen(!isOpen)}
        onOpen={() => setIsOpen(true)}
        onKeyDown={enterHandler('items', store)}
      />
    </section>
  )
}

type SourceFieldProps = {
  store: OrderFormStore
  source: OrderSource
  onChange: (source: OrderSource) => void
}

function SourceField({ store, source, onChange }: SourceFieldProps) {
  return (
    <Field label="Order source" id={fieldIds.source}>
      {(control) => (
        <select
          {...control}
          value={source}
          onChange={({ target }) => {
            const chosen = enteredOrderSources.find((option) => option === target.value)
            if (chosen) onChange(chosen)
          }}
          onKeyDown={enterHandler('source', store)}
          className="control"
        >
          {enteredOrderSources.map((known) => (
            <option key={known} value={known}>
              {sourceNames[known]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type HeaderFieldProps = Pick<OrderHeaderProps, 'store' | 'problems'> & { orderForm: OrderForm }

function CustomerPOField({ store, orderForm, problems }: HeaderFieldProps) {
  return (
    <div className="min-w-0">
      <Field
        label={recordedFields.customerPO.label}
        id={fieldIds.customerPO}
        error={problems.header?.customerPO}
      >
        {(control) => (
          <input
            {...control}
            value={orderForm.customerPO}
            maxLength={recordedFields.customerPO.maxLength}
            autoComplete="off"
            spellCheck={false}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) =>
              store.edit((before) => ({ ...before, customerPO: target.value }))
            }
            onKeyDown={enterHandler('customerPO', store)}
            className="control numbers"
          />
        )}
      </Field>
      <RepeatedPoWarning
        customerId={orderForm.customer?.id}
        customerPO={orderForm.customerPO.trim()}
        duplicateCheck={orderForm.customer?.customer.duplicateCheck ?? null}
      />
    </div>
  )
}

type MethodFieldProps = {
  store: OrderFormStore
  method: ShippingMethod
  mark: ReactNode
  onChange: (method: ShippingMethod) => void
}

/** The shipping method; reached with Tab, not on the Enter path. */
function MethodField({ store, method, mark, onChange }: MethodFieldProps) {
  return (
    <div className="relative min-w-0">
      <Field label="Shipping method" id={fieldIds.method}>
        {(control) => (
          <select
            {...control}
            value={method}
            onChange={({ target }) => {
              const chosen = shippingMethods.find((option) => option === target.value)
              if (chosen) onChange(chosen)
            }}
            onKeyDown={enterHandler('items', store)}
            className="control"
          >
            {shippingMethods.map((known) => (
              <option key={known} value={known}>
                {shippingMethodNames[known]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {mark}
    </div>
  )
}

type ShipDateFieldProps = {
  store: OrderFormStore
  value: string
  error: string | undefined
  onType: (value: string) => void
}

/** The requested ship date; reached with Tab, not on the Enter path. */
function ShipDateField({ store, ...field }: ShipDateFieldProps) {
  const leave = enterHandler('items', store)
  return (
    // Enter in the field leads to the items, but not on the calendar button or in the calendar.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={(event) => event.target instanceof HTMLInputElement && leave(event)}>
      <DayField label="Requested ship date" id={fieldIds.shipDate} {...field} />
    </div>
  )
}

type CustomerFieldProps = HeaderFieldProps & Pick<OrderHeaderProps, 'lookups'>

function CustomerField({ store, orderForm, problems, lookups }: CustomerFieldProps) {
  const isSame = isSameForm(store)
  const choose = (customer: ChosenCustomer | undefined) => {
    if (isSame()) store.edit((before) => withCustomer(before, customer))
  }
  return (
    <div>
      <Field label="Customer" id={fieldIds.customer} error={problems.customer}>
        {(control) => (
          <Combobox
            {...control}
            name="order-customers"
            value={orderForm.customer}
            onChange={choose}
            search={findCustomers}
            onWait={lookups.wait}
            onAccept={() => focusNextField('customer', store)}
            placeholder="Type a code or a name"
            render={(found) => <CustomerChoice found={found} />}
          />
        )}
      </Field>
      {/* Reserves its height, to avoid a layout shift when a customer is selected or cleared. */}
      <div className="mt-1 min-h-5">
        {orderForm.customer && <CustomerMeta customer={orderForm.customer.customer} />}
      </div>
    </div>
  )
}

/** A customer option: name, city and available credit. */
function CustomerChoice({ found: { text, customer } }: { found: ChosenCustomer }) {
  const credit = useCreditText(customer)
  return (
    <span className="min-w-0">
      <span className="block truncate">{text}</span>
      <span className="text-caption block font-normal text-muted">
        {[customer.city, credit.text].filter(Boolean).join(' · ')}
      </span>
    </span>
  )
}

/** The customer's current price level, terms and credit. */
function CustomerMeta({ customer }: { customer: Customer }) {
  const { data = customer } = useRead(readCustomer, { params: { id: customer.id } })
  const credit = useCreditText(data)
  const isBlocked = data.creditStatus === 'blocked'
  return (
    <p className="text-table numbers text-muted">
      {`${priceName(data.priceLevel)} · ${termsText(data.paymentTerms)} · `}
      <span className={credit.isOver ? 'text-danger' : 'text-ink'}>{credit.text}</span>
      {data.taxExempt && ' · tax exempt'}
      {isBlocked && <span className="font-semibold text-danger"> · credit blocked</span>}
    </p>
  )
}

/**
 * Enter moves to the next field, Shift+Enter to the previous one. A field outside this sequence
 * passes `items`: Enter goes to the first order line.
 */
function enterHandler(from: 'source' | 'customerPO' | 'items', store: OrderFormStore) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (event.shiftKey) focusPreviousField(from)
    else focusNextField(from, store)
  }
}

function focusNextField(
  from: 'customer' | 'source' | 'customerPO' | 'items',
  store: OrderFormStore,
): void {
  const first = store.read().orderForm.lines[0]
  if (from !== 'items' && focusNext(from)) return
  if (first) focusLine(first.key, 'sku')
}
