import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import { useMe } from '#features/auth/ui/parts/current-user.ts'
import { Link } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { findActiveCustomers } from '#features/customers/ui/parts/find-customers.ts'
import { useCustomerAtAddress } from '#features/customers/ui/parts/use-customer-with-address.ts'
import { useToday } from '#features/settings/ui/parts/use-today.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import {
  CustomField,
  DateField,
  MoneyField,
  SelectField,
  TextAreaField,
  TextField,
} from '#platform/ui/form/Fields.tsx'
import { isTyped, refill, typedForOther } from '#platform/ui/form/fill-from-choice.ts'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { now } from '#platform/web/clock.ts'
import { createSalesOrder, type SalesOrderDetails, salesOrderForm } from '../../contract.ts'
import { recordedFields } from '../../recorded-fields.ts'
import {
  copiedAddressFill,
  cancelAfterHint,
  type LinesTotalProps,
  priceRequestOf,
  newToWire,
  newValues,
  type OrderValues,
} from '../parts/form-values.ts'
import { OrderFormLines } from './OrderFormLines.tsx'
import { RecordedOrderFields } from './RecordedOrderFields.tsx'
import { creatableStatuses } from '../../rules.ts'
import { ShippingMethodField } from '../shipments/ShippingMethodField.tsx'
import { orderReads } from '../use-order-steps.ts'
import { useDisplayedTotal } from './use-displayed-total.ts'

type SalesOrderFormProps = {
  /** The order to copy. */
  like?: SalesOrderDetails
  LinesTotal: ComponentType<LinesTotalProps>
  onClose: () => void
}

/** The form of a header-only order, or of one with lines, which the server prices and checks. */
export function SalesOrderForm({ like, LinesTotal, onClose }: SalesOrderFormProps) {
  const [openedAt] = useState(now)
  const today = String(useToday())
  const { data: me } = useMe()
  const creation = useWrite(createSalesOrder, {
    refreshes: orderReads,
    success: 'Sales order created successfully',
    failure: 'Failed to create sales order',
  })
  const orderTotal = useDisplayedTotal()
  return (
    <FormDialog
      title="Create Sales Order"
      schema={salesOrderForm}
      values={newValues({ now: openedAt, today }, like)}
      toWire={(values) => ({ ...newToWire(values), createdBy: me?.id })}
      submitLabel="Create Sales Order"
      onClose={onClose}
      another
      // Each order gets a new number.
      again={() => newValues({ now: now(), today }, like)}
      onSave={(body, { idempotencyKey }) =>
        orderTotal.saving((expectedTotal) =>
          creation.run({ body: { ...body, expectedTotal }, idempotencyKey }),
        )
      }
    >
      <FormSection title="Details">
        <TextField name="orderNumber" label="Order Number *" length={24} />
        <CustomerField like={like} />
        <SelectField
          name="status"
          label="Status"
          hint="Intermediate statuses are recorded automatically"
          options={creatableStatuses(me ?? undefined).map((value) => {
            return { value, label: capitalize(value) }
          })}
        />
        <Total LinesTotal={LinesTotal} today={today} displayedTotal={orderTotal} />
        <DateField name="orderDate" label="Order Date" hint="Defaults to today" />
        <DateField name="shipDate" label="Ship Date" hint="Actual or planned ship date" />
        <DateField name="cancelAfter" label="Cancel After" hint={cancelAfterHint} />
        <TextField
          name="customerPO"
          label={recordedFields.customerPO.label}
          hint="The customer’s order number"
          length={24}
        />
        <ShippingAddress like={like} />
        <ShippingMethodField />
        <RecordedOrderFields />
      </FormSection>
      <FormSection title="Lines">
        <OrderFormLines empty="No lines: the total above is used." />
      </FormSection>
      <OrderEntryHint />
    </FormDialog>
  )
}

type TotalProps = Pick<SalesOrderFormProps, 'LinesTotal'> & {
  today: string
  displayedTotal: ReturnType<typeof useDisplayedTotal>
}

/** The typed total; for lines the server's total, shown before saving if known. */
function Total({ LinesTotal, today, displayedTotal }: TotalProps) {
  const values = useWatch<OrderValues>() as OrderValues
  if (!values.items?.length) {
    return <MoneyField name="totalAmount" label="Total Amount" hint="Tax and shipping included" />
  }
  return (
    <LinesTotal
      priceRequest={priceRequestOf(values, today)}
      refusals={displayedTotal.refusals}
      onTotal={displayedTotal.hear}
    >
      {(total, isComputing) => (
        <CustomField name="totalAmount" label="Total Amount" hint="Lines, tax and shipping">
          {(field) => (
            <input
              {...field}
              value={total ?? (isComputing ? 'Computing the total…' : 'Computed when saved')}
              readOnly
              className="control text-muted"
            />
          )}
        </CustomField>
      )}
    </LinesTotal>
  )
}

type LikeProps = { like: SalesOrderDetails | undefined }

/** The address of a copied order applies only to that order's customer. */
function CustomerField({ like }: LikeProps) {
  const { getValues, setValue } = useFormContext<OrderValues>()
  const change = (customer: Choice | undefined) => {
    const field = { value: getValues('shippingAddress'), fill: getValues('addressFill') }
    const { value, fill } = refill(field, customer && fillOf(customer, like))
    setValue('shippingAddress', value, { shouldDirty: true })
    setValue('addressFill', fill)
  }
  return (
    <RecordField
      name="customerId"
      label="Customer *"
      source="sales-order-customers"
      search={findActiveCustomers}
      onChoice={change}
    />
  )
}

/** The shipping address, marked if it was typed for another customer. */
function ShippingAddress({ like }: LikeProps) {
  const { control, setValue } = useFormContext<OrderValues>()
  const [value, fill, customer] = useWatch({
    control,
    name: ['shippingAddress', 'addressFill', 'customerId'],
  })
  const other = typedForOther({ value, fill }, customer)
  const isOwnText = !other && isTyped({ value, fill })
  const owner = useCustomerAtAddress(isOwnText ? value : undefined, customer?.id)
  return (
    <TextAreaField
      name="shippingAddress"
      label="Shipping Address"
      hint={
        (other ?? owner) ? (
          <span className="font-semibold text-warning">
            {other ? `Entered for ${other.code}. ` : `This address belongs to ${owner}. `}
            {`This order is for ${customer?.code ?? ''}.`}
          </span>
        ) : (
          'Defaults to the customer’s address'
        )
      }
      onType={() => setValue('addressFill', customer && fillOf(customer, like))}
      wide
    />
  )
}

function fillOf({ id, code }: Choice, like: SalesOrderDetails | undefined) {
  return copiedAddressFill({ customerId: id, customerCode: code }, like)
}

/** Links to Order Entry with the selected customer. */
function OrderEntryHint() {
  // The form value of this field is always a choice or undefined.
  const chosen = useWatch({ name: 'customerId' }) as Choice | undefined
  return (
    <p className="text-table mt-4 text-muted">
      {'To price and check the order, use '}
      <Link to="/order-entry" search={{ customer: chosen?.id }} className="underline">
        Order Entry
      </Link>
    </p>
  )
}
