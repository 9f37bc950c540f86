import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { listPurchaseOrders } from '#features/purchase-orders/contract.ts'
import { findVendors } from '#features/vendors/ui/parts/find-vendors.ts'
import { type Cents, cents, formatMoney, isDecimal, sum, multiply } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import {
  DateField,
  MoneyField,
  SelectField,
  TextAreaField,
  TextField,
  UnitsField,
} from '#platform/ui/form/Fields.tsx'
import { useFormParts } from '#platform/ui/form/form-context.ts'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { notify } from '#platform/ui/notices/toast.ts'
import { send } from '#platform/web/api-client.ts'
import {
  type BillValues as Values,
  emptyLine,
  emptyValues as values,
  refilledBill,
  thenOptions,
  toWire,
  valuesFor,
  valuesOf,
} from './bill-values.ts'
import {
  type Billable,
  type VendorBillDetails,
  readBillable,
  readVendorBill,
  vendorBillForm,
} from '../contract.ts'
import { SimilarBills } from './SimilarBills.tsx'
import { useBillWrites } from './use-bill-writes.ts'
import { parseWholeNumber } from '#platform/ui/form/field-text.ts'

type CreateBillProps = {
  /** The draft to edit; undefined for a new bill. */
  bill?: VendorBillDetails
  /** The initial content of a new bill. */
  billable?: Billable | undefined
  onClose: () => void
}

/** The form for a bill. Choosing an order fills in what is received and not billed. */
export function CreateBill({ bill, billable, onClose }: CreateBillProps) {
  const { create, update } = useBillWrites()
  return (
    <FormDialog
      title={bill ? 'Edit Bill' : 'Enter Bill'}
      description="Matched against orders and receipts, then posted unless matching blocks it."
      schema={vendorBillForm}
      values={bill ? valuesOf(bill) : billable ? valuesFor(billable) : values}
      toWire={toWire}
      submitLabel={bill ? 'Save Bill' : 'Enter Bill'}
      onClose={onClose}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        bill
          ? update.run({ params: { id: bill.id }, body, idempotencyKey, ifMatch })
          : create.run({ body, idempotencyKey })
      }
      {...(bill && {
        version: bill.version,
        reread: async () => {
          const fresh = await send(readVendorBill, { params: { id: bill.id } })
          return { values: valuesOf(fresh), version: fresh.version }
        },
      })}
    >
      <FormSection title="Details">
        <OrderField />
        <RecordField
          name="vendor"
          label="Vendor *"
          source="vendors-of-bills"
          search={findVendors}
        />
        <TextField name="billNumber" label="Bill Number *" length={24} />
        <SimilarBills exceptId={bill?.id} />
        <DateField name="docDate" label="Bill Date *" />
        <DateField name="dueDate" label="Due Date" hint="Defaults to the vendor’s terms" />
        <DateField
          name="postingDate"
          label="Posting Date"
          hint="Defaults to the day of posting; its month must be open"
        />
        <MoneyField name="taxAmount" label="Tax" />
        <SelectField name="status" label="Then" options={thenOptions} />
        <TextAreaField name="notes" label="Notes" wide rows={2} />
      </FormSection>
      <FormSection title="Lines">
        <Lines />
      </FormSection>
    </FormDialog>
  )
}

/** Choosing an order fills in the vendor and the lines that are received and not billed. */
function OrderField() {
  const { setValue, getValues } = useFormContext<Values>()
  const filledVendor = useRef(getValues('order') && getValues('vendor')?.id)
  const put = (filled: Pick<Values, 'vendor' | 'lines'>) => {
    const now = { ...getValues(), filledVendor: filledVendor.current }
    const { vendor, lines } = refilledBill(now, filled)
    filledVendor.current = filled.vendor?.id
    setValue('vendor', vendor, { shouldDirty: true })
    setValue('lines', lines, { shouldDirty: true })
  }
  const { awaited } = useFormParts()
  const fill = async (order: Choice) => {
    const found = await send(readBillable, { params: { id: order.id } }).catch(() => undefined)
    // Ignores a stale response for an order that has changed in the meantime.
    if (getValues('order')?.id !== order.id) return
    if (found) return put(valuesFor(found))
    setValue('order', undefined)
    notify({ title: 'Error', text: 'The order could not be read. Select it again', tone: 'danger' })
  }
  /** Submitting waits for the lines, so that a bill is not entered without them. */
  const startFill = (order: Choice) => {
    const end = fill(order)
    awaited.add(end)
    void end.finally(() => awaited.delete(end))
  }
  return (
    <RecordField
      name="order"
      label="Purchase Order"
      source="orders-to-bill"
      search={findOrders}
      isScannable
      onChoice={(order) => (order ? startFill(order) : put({ vendor: undefined, lines: [] }))}
      placeholder="Type an order number"
    />
  )
}

function Lines() {
  const { control } = useFormContext<Values>()
  const { fields, append, remove } = useFieldArray({ control, name: 'lines' })
  return (
    <div className="grid gap-4 md:col-span-2">
      {fields.length === 0 && (
        <p className="text-muted">
          Select a purchase order, or add a line without one, such as freight.
        </p>
      )}
      {fields.map((field, index) => (
        <div
          key={field.id}
          role="group"
          aria-label={`Line ${index + 1}`}
          className="grid items-end gap-x-3 gap-y-2 md:grid-cols-[1fr_7rem_9rem_auto]"
        >
          <TextField name={`lines.${index}.description`} label="Description *" />
          <UnitsField name={`lines.${index}.quantity`} label="Quantity *" min={1} />
          <MoneyField name={`lines.${index}.unitPrice`} label="Unit Price *" />
          <IconButton
            icon={Trash2}
            isOnce
            label={`Remove line ${index + 1}`}
            className="mb-0.5"
            onClick={() => remove(index)}
          />
        </div>
      ))}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button icon={Plus} size="small" onClick={() => append({ ...emptyLine })}>
          Add line
        </Button>
        <Total />
      </div>
    </div>
  )
}

function Total() {
  const { control } = useFormContext<Values>()
  const [lines, tax] = useWatch({ control, name: ['lines', 'taxAmount'] })
  const amounts = lines.map(({ quantity, unitPrice }) => {
    const isComplete = /^\d{1,9}$/.test(quantity.trim()) && isDecimal(unitPrice.trim())
    return isComplete
      ? (multiply(cents(unitPrice.trim()), parseWholeNumber(quantity) ?? 0) ?? 0)
      : 0
  }) as Cents[]
  const total = sum([...amounts, isDecimal(tax.trim()) ? cents(tax.trim()) : (0 as Cents)])
  return (
    <p>
      {'Total '}
      <output className="numbers font-semibold">{formatMoney(total)}</output>
    </p>
  )
}

async function findOrders(q: string, signal: AbortSignal): Promise<Choice[]> {
  const query = { q, limit: 20, status: 'approved,received' }
  const found = await send(listPurchaseOrders, { query, signal })
  return found.map(({ id, orderNumber, vendorName }) => ({
    id,
    code: orderNumber,
    text: `${orderNumber} - ${vendorName}`,
  }))
}
