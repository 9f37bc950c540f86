import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { MoneyField, TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { refundUpTo } from '../../contract.ts'
import { useCreditAndRefundWrites } from '../use-credit-and-refund-writes.ts'

/** The source of a refund: a payment or a credit memo. */
type Source = { paymentId: number } | { creditMemoId: number }

type RequestRefundProps = {
  /** Number of the payment or credit memo. */
  number: string
  source: Source
  openAmount: string
  /** The refundable part of the open amount: what was actually paid. */
  refundableAmount: string
  onClose: () => void
}

type Values = { amount: string; reason: string }

/** Requests a refund of at most the refundable amount; another user releases it. */
export function RequestRefund(props: RequestRefundProps) {
  const { number, source, openAmount, refundableAmount, onClose } = props
  const { prepare } = useCreditAndRefundWrites()
  const isLess = cents(refundableAmount) < cents(openAmount)
  const open = `${formatDecimal(openAmount)} is open`
  const most = isLess
    ? `${open}, of which ${formatDecimal(refundableAmount)} can be refunded`
    : open
  return (
    <FormDialog
      title={`Refund from ${number}`}
      description={`${most}. Another person releases the refund.`}
      schema={refundUpTo(refundableAmount)}
      values={{ amount: refundableAmount, reason: '' }}
      toWire={asTyped}
      size="small"
      submitLabel="Request refund"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) =>
        prepare.run({ body: { ...body, ...source }, idempotencyKey })
      }
    >
      <div className="grid gap-4">
        <MoneyField name="amount" label="Amount *" />
        <TextAreaField name="reason" label="Reason *" rows={3} />
      </div>
    </FormDialog>
  )
}

function asTyped(typed: Values) {
  return typed
}
