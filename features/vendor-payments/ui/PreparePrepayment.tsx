import { useFormContext } from 'react-hook-form'
import { listPurchaseOrders } from '#features/purchase-orders/contract.ts'
import { findVendors } from '#features/vendors/ui/parts/find-vendors.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import {
  DateField,
  MoneyField,
  SelectField,
  TextAreaField,
  TextField,
} from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { send } from '#platform/web/api-client.ts'
import { methodNames } from '../labels.ts'
import { prepareVendorPrepayment } from '../contract.ts'
import { paymentMethods } from '../rules.ts'
import { usePrepaymentWrites } from './use-prepayment-writes.ts'

type OrderChoice = Choice & { vendorId: number }
type Values = {
  vendor: Choice | undefined
  order: OrderChoice | undefined
  amount: string
  paidOn: string
  method: (typeof paymentMethods)[number]
  reference: string
  notes: string
}

const methods = paymentMethods.map((value) => ({ value, label: methodNames[value] }))
const values: Values = {
  vendor: undefined,
  order: undefined,
  amount: '',
  paidOn: '',
  method: 'ach',
  reference: '',
  notes: '',
}

/** The form to prepare a prepayment, optionally for one of the vendor's orders. */
export function PreparePrepayment({ onClose }: { onClose: () => void }) {
  const { prepare } = usePrepaymentWrites()
  return (
    <FormDialog
      title="Prepay Vendor"
      description={
        'Nothing is paid until another person releases it. Bills of the order are paid ' +
        'with it as they are posted.'
      }
      schema={prepareVendorPrepayment.body}
      values={values}
      toWire={toWire}
      submitLabel="Prepare Prepayment"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) => prepare.run({ body, idempotencyKey })}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <VendorField />
        <OrderField />
        <MoneyField name="amount" label="Amount *" />
        <DateField name="paidOn" label="Pay Date *" />
        <SelectField name="method" label="Method *" options={methods} />
        <TextField name="reference" label="Reference" length={24} />
        <TextAreaField name="notes" label="Notes" wide rows={2} />
      </div>
    </FormDialog>
  )
}

/** Clears an order of another vendor when the vendor changes. */
function VendorField() {
  const { getValues, setValue } = useFormContext<Values>()
  const change = (vendor: Choice | undefined) => {
    const order = getValues('order')
    if (vendor && order && order.vendorId !== vendor.id) {
      setValue('order', undefined, { shouldDirty: true })
    }
  }
  return (
    <RecordField
      name="vendor"
      label="Vendor *"
      source="vendors-to-pay"
      search={findVendors}
      onChoice={change}
    />
  )
}

/** The order of the prepayment, limited to the vendor's once one is chosen. */
function OrderField() {
  const { getValues } = useFormContext<Values>()
  const search = async (q: string, signal: AbortSignal): Promise<OrderChoice[]> => {
    const vendorId = getValues('vendor')?.id
    const of = vendorId === undefined ? {} : { vendorId: String(vendorId) }
    const query = { q, limit: 20, status: 'submitted,approved,received', ...of }
    const found = await send(listPurchaseOrders, { query, signal })
    return found.map(({ id, orderNumber, vendorId, vendorName }) => {
      return { id, code: orderNumber, text: `${orderNumber} - ${vendorName}`, vendorId }
    })
  }
  return (
    <RecordField
      name="order"
      label="Purchase Order"
      source="orders-to-prepay"
      search={search}
      isScannable
      placeholder="Type an order number"
    />
  )
}

function toWire({ vendor, order, ...typed }: Values) {
  return { ...typed, vendorId: vendor?.id as number, purchaseOrderId: order?.id ?? null }
}
