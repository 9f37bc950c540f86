import { formatDecimal } from '#platform/kernel/money.ts'
import { DateField, MoneyField, TextAreaField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { refundVendorPrepayment, type VendorPaymentDetails } from '../contract.ts'
import { usePrepaymentWrites } from './use-prepayment-writes.ts'

type ActionProps = { payment: VendorPaymentDetails; onClose: () => void }

type RefundValues = { amount: string; receivedOn: string; reference: string; reason: string }

/** Records a vendor's refund of a prepayment. */
export function RefundPrepayment({ payment, onClose }: ActionProps) {
  const { refund } = usePrepaymentWrites()
  const { id, version, paymentNumber, openAmount } = payment
  return (
    <FormDialog
      title={`Refund of ${paymentNumber}`}
      description={`${formatDecimal(openAmount)} is open.`}
      schema={refundVendorPrepayment.body}
      values={{ amount: openAmount, receivedOn: '', reference: '', reason: '' }}
      toWire={refundToWire}
      submitLabel="Record refund"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => refund.run({ params: { id }, body, ...attempt })}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <MoneyField name="amount" label="Amount *" />
        <DateField name="receivedOn" label="Received" hint="Defaults to today" />
        <TextField name="reference" label="Reference" length={24} />
        <TextAreaField name="reason" label="Reason *" rows={2} wide />
      </div>
    </FormDialog>
  )
}

function refundToWire({ receivedOn, ...typed }: RefundValues) {
  return { ...typed, receivedOn: receivedOn || null }
}
