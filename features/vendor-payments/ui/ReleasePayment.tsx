import { postingForm } from '#features/journal/posting-form.ts'
import { PostingDateField } from '#features/journal/ui/parts/PostingDateField.tsx'
import { formatDecimal } from '#platform/kernel/money.ts'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import type { VendorPayment, VendorPaymentDetails } from '../contract.ts'
import { usePaymentWrites } from './use-payment-writes.ts'

type StepProps = { payment: VendorPaymentDetails; onClose: () => void }

const noDay = { postedOn: '' }

const withDay = (typed: typeof noDay) => typed

/** Releases a payment with its posting date. */
export function ReleasePayment({ payment, onClose }: StepProps) {
  const { release } = usePaymentWrites()
  const { id, version, paymentNumber, amount } = payment
  return (
    <FormDialog
      title={`Release payment ${paymentNumber}`}
      description={`${formatDecimal(amount)} is paid and posted on this date.`}
      schema={postingForm}
      values={noDay}
      toWire={withDay}
      size="small"
      submitLabel="Release payment"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => release.run({ params: { id }, body, ...attempt })}
    >
      <PostingDateField />
    </FormDialog>
  )
}

type ReleasePaymentsProps = { payments: readonly VendorPayment[]; onClose: () => void }

/** Releases many payments with one posting date. */
export function ReleasePayments({ payments, onClose }: ReleasePaymentsProps) {
  const { releaseMany } = usePaymentWrites()
  const count = payments.length.toLocaleString('en-US')
  return (
    <FormDialog
      title={payments.length === 1 ? 'Release 1 payment' : `Release ${count} payments`}
      description={
        'They are paid and posted on this date. ' + 'Payments that cannot be released stay drafts.'
      }
      schema={postingForm}
      values={noDay}
      toWire={withDay}
      size="small"
      submitLabel="Release payments"
      onClose={onClose}
      onSave={({ postedOn }, { idempotencyKey }) => {
        const ids = payments.map(({ id }) => id)
        return releaseMany.run({ body: { action: 'release', ids, postedOn }, idempotencyKey })
      }}
    >
      <PostingDateField />
    </FormDialog>
  )
}
