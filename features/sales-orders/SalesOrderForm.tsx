import { Link } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { type Customer, listCustomers } from '#features/customers/contract.ts'
import { useToday } from '#features/settings/today.ts'
import { Combobox } from '#platform/ui/Combobox.tsx'
import type { Choice } from '#platform/ui/choices.ts'
import {
  CustomField,
  DateField,
  MoneyField,
  SelectField,
  TextAreaField,
  TextField,
} from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api.ts'
import { now } from '#platform/web/clock.ts'
import { send } from '#platform/web/send.ts'
import { createSalesOrder, salesOrderForm } from './contract.ts'
import { type SalesOrderStatus, salesOrderStatuses } from './rules.ts'
import { orderReads } from './use-order-steps.ts'

type Values = ReturnType<typeof valuesOf>

/** An order recorded by its total; orders with lines are placed in Order Entry. */
export function SalesOrderForm({ onClose }: { onClose: () => void }) {
  const creation = useWrite(createSalesOrder, {
    refreshes: orderReads,
    success: 'Sales order created successfully',
    failure: 'Failed to create sales order',
  })
  const today = useToday()
  return (
    <FormDialog
      title="Create Sales Order"
      schema={salesOrderForm}
      values={valuesOf(today)}
      toWire={toWire}
      submitLabel="Create Sales Order"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) => creation.run({ body, idempotencyKey })}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="orderNumber" label="Order Number *" length={24} />
        <CustomerField />
        <SelectField
          name="status"
          label="Status"
          hint="Every step on the way there is taken and put on record"
          options={salesOrderStatuses.map((value) => ({ value, label: capitalised(value) }))}
        />
        <MoneyField name="totalAmount" label="Total Amount" hint="Tax and shipping included" />
        <DateField name="orderDate" label="Order Date" hint="Today where it is empty" />
        <DateField name="shipDate" label="Ship Date" hint="The day it left, or is to leave" />
        <TextAreaField
          name="shippingAddress"
          label="Shipping Address"
          hint="The customer’s address where it is empty"
          wide
        />
        <TextAreaField name="notes" label="Notes" wide rows={2} />
      </div>
      <OrderEntryHint />
    </FormDialog>
  )
}

type BuyerChoice = Choice & { customer: Customer }

function CustomerField() {
  return (
    <CustomField name="customerId" label="Customer *">
      {(control, value, change) => (
        <Combobox
          {...control}
          name="sales-order-customers"
          // The form's value of this field is always a choice or undefined.
          value={value as BuyerChoice | undefined}
          onChange={change}
          search={findCustomers}
          placeholder="Type a code or a name"
        />
      )}
    </CustomField>
  )
}

/** Leads to the desk that prices and checks, with the customer that was chosen here. */
function OrderEntryHint() {
  // The form's value of this field is always a choice or undefined.
  const chosen = useWatch({ name: 'customerId' }) as BuyerChoice | undefined
  return (
    <p className="text-table mt-4 text-muted">
      {'For priced and checked orders use '}
      <Link to="/order-entry" search={{ customer: chosen?.id } as never} className="underline">
        Order Entry
      </Link>
    </p>
  )
}

async function findCustomers(q: string, signal: AbortSignal): Promise<BuyerChoice[]> {
  const query = { q, limit: 8, isActive: 'true' as const, sort: 'relevance' }
  const found = await send(listCustomers, { query, signal })
  return found.map((customer) => {
    const { id, customerCode, name } = customer
    return { id, code: customerCode, text: `${customerCode} - ${name}`, customer }
  })
}

function valuesOf(today: string) {
  return {
    orderNumber: `SO-${now().getTime()}`,
    customerId: undefined as BuyerChoice | undefined,
    status: 'pending' as SalesOrderStatus,
    totalAmount: '0',
    orderDate: today,
    shipDate: '',
    shippingAddress: '',
    notes: '',
  }
}

/** Empty days and an empty address are left to the server; a missing customer is refused. */
function toWire(values: Values) {
  const { customerId, orderDate, shipDate, shippingAddress } = values
  return {
    ...values,
    customerId: customerId?.id ?? 0,
    totalAmount: values.totalAmount || '0',
    orderDate: orderDate || undefined,
    shipDate: shipDate || undefined,
    shippingAddress: shippingAddress || undefined,
  }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
