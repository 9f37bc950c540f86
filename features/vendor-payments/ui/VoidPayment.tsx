import { reasonedPostingForm } from '#features/journal/posting-form.ts'
import { PostingDateField } from '#features/journal/ui/parts/PostingDateField.tsx'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { usePaymentWrites } from './use-payment-writes.ts'
import type { VendorPaymentDetails } from '../contract.ts'

type StepProps = { payment: VendorPaymentDetails; onClose: () => void }

const noReason = { reason: '', postedOn: '' }

const asTyped = (typed: typeof noReason) => typed

/** Voids a payment with a reason. A draft has no posting date. */
export function VoidPayment({ payment, onClose }: StepProps) {
  const writes = usePaymentWrites()
  const { id, version, paymentNumber } = payment
  return (
    <FormDialog
      title={`Void payment ${paymentNumber}`}
      description="Its bills are open again, and the posting is reversed."
      schema={reasonedPostingForm}
      values={noReason}
      toWire={asTyped}
      size="small"
      submitLabel="Void payment"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => writes.void.run({ params: { id }, body, ...attempt })}
    >
      <div className="grid gap-4">
        <TextAreaField name="reason" label="Reason *" rows={3} />
        {payment.status === 'posted' && <PostingDateField />}
      </div>
    </FormDialog>
  )
}
