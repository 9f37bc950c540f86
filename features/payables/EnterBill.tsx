import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { listPurchaseOrders } from '#features/purchase-orders/contract.ts'
import { listVendors } from '#features/vendors/contract.ts'
import { type Cents, cents, formatMoney, isDecimal, sum, times } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/Button.tsx'
import { Combobox } from '#platform/ui/Combobox.tsx'
import { IconButton } from '#platform/ui/IconButton.tsx'
import type { Choice } from '#platform/ui/choices.ts'
import {
  CustomField,
  DateField,
  MoneyField,
  SelectField,
  TextAreaField,
  TextField,
  UnitsField,
} from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import { wholeNumber } from '#platform/ui/form/form-parts.ts'
import { send } from '#platform/web/send.ts'
import { type Billable, type VendorBillDetails, readBillable, vendorBillForm } from './contract.ts'
import {
  type BillValues as Values,
  emptyLine,
  emptyValues as values,
  thenOptions,
  toWire,
  valuesFor,
  valuesOf,
} from './bill-values.ts'
import { useBillWrites } from './use-bill-writes.ts'

type EnterBillProps = {
  /** The draft that is corrected; a new bill where there is none. */
  bill?: VendorBillDetails
  /** What a new bill is for at first. */
  billable?: Billable | undefined
  onClose: () => void
}

/** Enters a bill as the vendor wrote it; an order fills in what was received and not billed. */
export function EnterBill({ bill, billable, onClose }: EnterBillProps) {
  const { create, update } = useBillWrites()
  return (
    <FormDialog
      title={bill ? 'Edit Bill' : 'Enter Bill'}
      description="It is matched against orders and receipts, and posted where nothing blocks it."
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
      {...(bill && { version: bill.version })}
    >
      <FormSection title="Details">
        <OrderField />
        <CustomField name="vendor" label="Vendor *">
          {(control, value, change) => (
            <Combobox<Choice>
              {...control}
              name="vendors-of-bills"
              // The form's value of this field is always a choice or undefined.
              value={value as Choice | undefined}
              onChange={change}
              search={findVendors}
              placeholder="Type a code or a name"
            />
          )}
        </CustomField>
        <TextField name="billNumber" label="Bill Number *" length={24} />
        <DateField name="docDate" label="Bill Date *" />
        <DateField name="dueDate" label="Due Date" hint="By the vendor’s terms where it is empty" />
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
  const { setValue } = useFormContext<Values>()
  const fill = async (order: Choice) => {
    const found = await send(readBillable, { params: { id: order.id } })
    const { vendor, lines } = valuesFor(found)
    setValue('vendor', vendor, { shouldDirty: true })
    setValue('lines', lines, { shouldDirty: true })
  }
  return (
    <CustomField name="order" label="Purchase Order">
      {(control, value, change) => (
        <Combobox<Choice>
          {...control}
          name="orders-to-bill"
          // The form's value of this field is always a choice or undefined.
          value={value as Choice | undefined}
          onChange={(order) => {
            change(order)
            if (order) void fill(order)
          }}
          search={findOrders}
          placeholder="Type an order number"
        />
      )}
    </CustomField>
  )
}

function Lines() {
  const { control } = useFormContext<Values>()
  const { fields, append, remove } = useFieldArray({ control, name: 'lines' })
  return (
    <div className="grid gap-4 md:col-span-2">
      {fields.length === 0 && (
        <p className="text-muted">
          Choose a purchase order, or add a line for what has none, such as freight.
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
    const isWhole = /^\d{1,9}$/.test(quantity.trim()) && isDecimal(unitPrice.trim())
    return isWhole ? (times(cents(unitPrice.trim()), wholeNumber(quantity) ?? 0) ?? 0) : 0
  }) as Cents[]
  const total = sum([...amounts, isDecimal(tax.trim()) ? cents(tax.trim()) : (0 as Cents)])
  return (
    <p>
      {'Total '}
      <output className="numbers font-semibold">{formatMoney(total)}</output>
    </p>
  )
}

async function findVendors(q: string, signal: AbortSignal): Promise<Choice[]> {
  const found = await send(listVendors, { query: { q, limit: 20 }, signal })
  return found.map(({ id, vendorCode, name }) => ({
    id,
    code: vendorCode,
    text: `${vendorCode} - ${name}`,
  }))
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
