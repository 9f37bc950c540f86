import { useFormContext, useWatch } from 'react-hook-form'
import { findCustomers } from '#features/customers/ui/parts/find-customers.ts'
import { formatDay, isDay } from '#platform/kernel/days.ts'
import { cents, formatDecimal, isDecimal } from '#platform/kernel/money.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import {
  DateField,
  MoneyField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from '#platform/ui/form/Fields.tsx'
import { typedForOther, typedHint } from '#platform/ui/form/fill-from-choice.ts'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { suggestApplications, paymentForm } from '../../contract.ts'
import { paymentMethodNames } from '../../labels.ts'
import {
  type Payer,
  type PaymentValues,
  fillsOf,
  toWire,
  valuesOf,
  withCustomer,
} from '../payments/payment-values.ts'
import { SimilarChecks } from '../payments/SimilarChecks.tsx'
import { useInvoiceAndPaymentWrites } from '../use-invoice-and-payment-writes.ts'

const methodOptions = Object.entries(paymentMethodNames).map(([value, label]) => ({ value, label }))

type RecordPaymentProps = { of?: Payer; onClose: () => void }

/** Records a customer payment: full, partial or overpaid, applied as suggested. */
export function RecordPayment({ of, onClose }: RecordPaymentProps) {
  const { record } = useInvoiceAndPaymentWrites()
  return (
    <FormDialog
      title="Record Payment"
      schema={paymentForm}
      values={valuesOf(of)}
      toWire={toWire}
      submitLabel="Record Payment"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) => record.run({ body, idempotencyKey })}
    >
      <FormSection title="Payment">
        <CustomerField of={of} />
        <AmountField of={of} />
        <DateField name="receivedOn" label="Received on" hint="Defaults to today" />
        <SelectField name="method" label="Method" options={methodOptions} />
        <ReferenceField of={of} />
        <SimilarChecks />
        <TextAreaField name="notes" label="Notes" wide rows={2} />
      </FormSection>
      <FormSection title="Applied to">
        <SwitchField
          name="applyAsOffered"
          label="Apply to open invoices"
          hint="If off, the full amount stays unapplied"
          wide
        />
        <SuggestedApplications />
      </FormSection>
    </FormDialog>
  )
}

type FieldProps = Pick<RecordPaymentProps, 'of'>

/** Changing the customer resets the values prefilled from the invoice. */
function CustomerField({ of }: FieldProps) {
  const { getValues, setValue } = useFormContext<PaymentValues>()
  const change = (customer: Choice | undefined) => {
    const after = withCustomer(getValues(), customer, of)
    setValue('amount', after.amount, { shouldDirty: true })
    setValue('amountFill', after.amountFill)
    setValue('reference', after.reference, { shouldDirty: true })
    setValue('referenceFill', after.referenceFill)
  }
  return (
    <RecordField
      name="customerId"
      label="Customer *"
      source="customers"
      search={findCustomers}
      onChoice={change}
    />
  )
}

/** The amount, with a hint if it was typed for another customer or over the prefilled amount. */
function AmountField({ of }: FieldProps) {
  const { control, setValue } = useFormContext<PaymentValues>()
  const [value, fill, customer] = useWatch({
    control,
    name: ['amount', 'amountFill', 'customerId'],
  })
  return (
    <MoneyField
      name="amount"
      label="Amount *"
      hint={typedHint({ value, fill }, customer)}
      onType={() => setValue('amountFill', fillsOf(customer, of).amountFill)}
    />
  )
}

/** The reference, with a hint if it was typed for another customer. */
function ReferenceField({ of }: FieldProps) {
  const { control, setValue } = useFormContext<PaymentValues>()
  const [value, fill, customer] = useWatch({
    control,
    name: ['reference', 'referenceFill', 'customerId'],
  })
  const other = typedForOther({ value, fill }, customer)
  return (
    <TextField
      name="reference"
      label="Reference"
      length={24}
      hint={
        other ? `Entered for ${other.code}` : 'Enter an invoice number to pay that invoice first'
      }
      onType={() => setValue('referenceFill', fillsOf(customer, of).referenceFill)}
    />
  )
}

/** Lists the customer's open invoices, with the suggested amount for each. */
function SuggestedApplications() {
  const { control } = useFormContext<PaymentValues>()
  const [customer, amount, reference, receivedOn, isSuggestionApplied] = useWatch({
    control,
    name: ['customerId', 'amount', 'reference', 'receivedOn', 'applyAsOffered'],
  })
  const money = isDecimal(amount) && !amount.startsWith('-') ? amount : '0'
  const { data } = useRead(suggestApplications, {
    query: {
      customerId: customer?.id ?? 0,
      amount: money,
      ...(reference && { reference }),
      ...(isDay(receivedOn) && { receivedOn }),
    },
    enabled: customer !== undefined && isSuggestionApplied,
  })
  if (!customer || !isSuggestionApplied) return null
  if (data?.length === 0) {
    return <p className="text-muted md:col-span-2">This customer has no open invoices.</p>
  }
  return (
    <ul className="text-table grid gap-2 md:col-span-2">
      {data?.slice(0, maxListed).map((each) => (
        <li
          key={each.invoiceId}
          className="numbers flex flex-wrap justify-between gap-x-4 border-b border-line pb-2"
        >
          <span>
            <span className="font-medium">{each.invoiceNumber}</span>
            <span className="text-muted">
              {` due ${formatDay(each.dueDate)}, ${formatDecimal(each.openAmount)} open`}
            </span>
          </span>
          <span>
            {formatDecimal(each.amount)}
            {cents(each.discount) > 0 && ` and ${formatDecimal(each.discount)} discount`}
          </span>
        </li>
      ))}
      {data && data.length > maxListed && (
        <li className="text-muted">{`and ${data.length - maxListed} more`}</li>
      )}
    </ul>
  )
}

const maxListed = 8
