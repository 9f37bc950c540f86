import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { listVendorBills, type VendorBill } from '#features/payables/contract.ts'
import { findVendors } from '#features/vendors/ui/parts/find-vendors.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { cents, decimal, formatDecimal, sum } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import { DateField, MoneyField, SelectField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { send } from '#platform/web/api-client.ts'
import { listVendorPayments, prepareVendorPayment } from '../contract.ts'
import { methodNames } from '../labels.ts'
import { amountToPay, paymentMethods } from '../rules.ts'
import { usePaymentWrites } from './use-payment-writes.ts'

type BillValues = { billId: number; amount: string; discount: string; label: string }
type Values = {
  vendor: Choice | undefined
  paidOn: string
  method: (typeof paymentMethods)[number]
  reference: string
  notes: string
  bills: BillValues[]
}

const methods = paymentMethods.map((value) => ({ value, label: methodNames[value] }))
const values: Values = {
  vendor: undefined,
  paidOn: '',
  method: 'ach',
  reference: '',
  notes: '',
  bills: [],
}

type PreparePaymentProps = {
  /** The bills of one vendor to pay; if omitted, its open bills are filled in. */
  bills?: readonly VendorBill[]
  /** Position among several payments, such as `2 of 3`. */
  place?: string | undefined
  onSaved?: () => void
  onClose: () => void
}

/**
 * The form to prepare a payment: a vendor's open bills with the amount to pay on each, for another
 * user to release.
 */
export function PreparePayment({ bills, place, onSaved, onClose }: PreparePaymentProps) {
  const { prepare } = usePaymentWrites()
  return (
    <FormDialog
      title={place ? `Prepare Payment ${place}` : 'Prepare Payment'}
      description="Nothing is paid until another person releases it."
      schema={prepareVendorPayment.body}
      values={values}
      {...(bills && { initialValues: valuesOf(bills) })}
      toWire={toWire}
      submitLabel="Prepare Payment"
      onClose={onClose}
      onSave={async (body, { idempotencyKey }) => {
        await prepare.run({ body, idempotencyKey })
        onSaved?.()
      }}
    >
      <FormSection title="Details">
        <VendorField />
        <PrepaidNotice />
        <DateField name="paidOn" label="Pay Date *" />
        <SelectField name="method" label="Method *" options={methods} />
        <TextField name="reference" label="Reference" length={24} />
      </FormSection>
      <FormSection title="Bills">
        <Bills />
      </FormSection>
    </FormDialog>
  )
}

/** Initial values for bills already chosen, all of one vendor. */
function valuesOf(bills: readonly VendorBill[]): Partial<Values> {
  const [first] = bills
  if (!first) return {}
  const { vendorId: id, vendorCode: code, vendorName } = first
  return { vendor: { id, code, text: `${code} - ${vendorName}` }, bills: payable(bills) }
}

/** The bills with an amount left to pay, each prefilled with all of it. */
function payable(bills: readonly VendorBill[]): BillValues[] {
  return bills.flatMap((bill) => {
    const toPay = amountToPay(bill)
    if (toPay <= 0) return []
    const due = `due ${formatDay(bill.dueDate)}`
    const open = `${formatDecimal(decimal(toPay))} open`
    const { discountDate: day, discountLeft } = bill
    const isEarly = day !== null && cents(discountLeft) > 0
    const early = isEarly && `${formatDecimal(discountLeft)} off until ${formatDay(day)}`
    const label = [bill.billNumber, due, open, early].filter(Boolean).join(' · ')
    return [{ billId: bill.id, amount: decimal(toPay), discount: '0', label }]
  })
}

/** Choosing a vendor fills in its open bills, earliest due first. */
function VendorField() {
  const { setValue, getValues } = useFormContext<Values>()
  const fill = async (vendor: Choice) => {
    const query = { vendorId: vendor.id, open: 'true', sort: 'dueDate', limit: 200 } as const
    const found = await send(listVendorBills, { query })
    // Ignore a stale response for a vendor chosen earlier.
    if (getValues('vendor')?.id !== vendor.id) return
    setValue('bills', payable(found), { shouldDirty: true })
  }
  return (
    <RecordField
      name="vendor"
      label="Vendor *"
      source="vendors-to-pay"
      search={findVendors}
      onChoice={(vendor) => (vendor ? void fill(vendor) : setValue('bills', []))}
    />
  )
}

/** Warns that the vendor has an unapplied prepayment, which should be applied first. */
function PrepaidNotice() {
  const { control } = useFormContext<Values>()
  const vendorId = useWatch({ control, name: 'vendor' })?.id
  const query = { vendorId: String(vendorId ?? 0), left: 'true' as const, limit: 100 }
  const { data } = useRead(listVendorPayments, { query, enabled: vendorId !== undefined })
  if (vendorId === undefined || !data || data.length === 0) return null
  const creditTotal = decimal(sum(data.map(({ openAmount }) => cents(openAmount))))
  return (
    <div className="md:col-span-2">
      <Alert tone="info">
        {`${formatDecimal(creditTotal)} in open prepayments: ` +
          data.map(({ paymentNumber }) => paymentNumber).join(', ') +
          '. Apply them to bills first.'}
      </Alert>
    </div>
  )
}

function Bills() {
  const { control } = useFormContext<Values>()
  const { fields } = useFieldArray({ control, name: 'bills' })
  if (fields.length === 0) {
    return (
      <p className="text-muted md:col-span-2">
        Select a vendor to see its open bills. Bills with amount 0 are not paid.
      </p>
    )
  }
  return (
    <ul className="grid gap-4 md:col-span-2">
      {fields.map((field, index) => (
        <li key={field.id} className="grid items-end gap-x-3 gap-y-2 md:grid-cols-[1fr_9rem_9rem]">
          <p className="numbers min-w-0">{field.label}</p>
          <MoneyField name={`bills.${index}.amount`} label={`Pay on bill ${index + 1}`} />
          <MoneyField name={`bills.${index}.discount`} label={`Discount ${index + 1}`} />
        </li>
      ))}
    </ul>
  )
}

function toWire({ vendor, bills, ...typed }: Values) {
  const isPaid = ({ amount }: BillValues) => /[1-9]/.test(amount)
  return {
    ...typed,
    vendorId: vendor?.id as number,
    bills: bills.filter(isPaid).map(({ label: _, ...bill }) => bill),
  }
}
