import { formatDecimal } from '#platform/kernel/money.ts'
import { DateField, MoneyField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useBusinessDay } from '#platform/ui/dates/today.ts'
import { type Jurisdiction, taxPaymentForm } from '../contract.ts'
import { useTaxWrites } from './use-sales-tax-writes.ts'

type PaySalesTaxProps = {
  jurisdiction: Jurisdiction
  period: { from: string; to: string }
  onClose: () => void
}

/** The form that pays the sales tax of a place; the amount defaults to the unpaid balance. */
export function PaySalesTax({ jurisdiction, period, onClose }: PaySalesTaxProps) {
  const { create } = useTaxWrites()
  const today = useBusinessDay()
  const { country, state, place, left } = jurisdiction
  const values = {
    periodFrom: period.from,
    periodTo: period.to < today ? period.to : today,
    amount: left,
    paidOn: today,
    reference: '',
  }
  return (
    <FormDialog
      title={`Pay Sales Tax for ${place}`}
      description={`${formatDecimal(left)} is due up to the end of the period.`}
      schema={taxPaymentForm}
      values={values}
      toWire={(input) => ({ ...input, country, state })}
      size="small"
      submitLabel="Pay Tax"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) => create.run({ body, idempotencyKey })}
    >
      <DateField name="periodFrom" label="Period from *" hint="By invoice date" />
      <DateField name="periodTo" label="Period to *" />
      <MoneyField name="amount" label="Amount *" />
      <DateField name="paidOn" label="Paid on *" hint="Its month must be open" />
      <TextField
        name="reference"
        label="Reference"
        hint="The number of the tax return or the transfer"
      />
    </FormDialog>
  )
}
