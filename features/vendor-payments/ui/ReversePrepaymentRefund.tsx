import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { SelectField, TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { reversePrepaymentRefund, type VendorPaymentDetails } from '../contract.ts'
import { usePrepaymentWrites } from './use-prepayment-writes.ts'

type ActionProps = { payment: VendorPaymentDetails; onClose: () => void }

type ReverseValues = { refundId: string; reason: string }

/** Reverses a refund that was never received. */
export function ReversePrepaymentRefund({ payment, onClose }: ActionProps) {
  const { reverseRefund } = usePrepaymentWrites()
  const { id, version, paymentNumber, refunds } = payment
  const counting = refunds.filter(({ reversedOn }) => reversedOn === null)
  const latest = String(counting.at(-1)?.id ?? '')
  return (
    <FormDialog
      title={`Reverse refund of ${paymentNumber}`}
      description="For money that never arrived. The amount is open on the prepayment again."
      schema={reversePrepaymentRefund.body}
      values={{ refundId: latest, reason: '' }}
      toWire={reverseToWire}
      size="small"
      submitLabel="Reverse refund"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => reverseRefund.run({ params: { id }, body, ...attempt })}
    >
      <div className="grid gap-4">
        <SelectField
          name="refundId"
          label="Refund *"
          options={counting.map((refund) => ({
            value: String(refund.id),
            label: `${formatDecimal(refund.amount)} on ${formatDay(refund.receivedOn)}`,
          }))}
        />
        <TextAreaField name="reason" label="Reason *" rows={3} />
      </div>
    </FormDialog>
  )
}

function reverseToWire({ refundId, reason }: ReverseValues) {
  return { refundId: Number(refundId), reason }
}
