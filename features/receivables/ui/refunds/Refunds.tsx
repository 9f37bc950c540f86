import { Link } from '@tanstack/react-router'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { RefreshFailed } from '#platform/ui/notices/RefreshFailed.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { MoneyField, TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useRead } from '#platform/web/api.ts'
import { listRefunds, refundUpTo } from '../../contract.ts'
import { refundStatusNames } from '../../labels.ts'
import { useCreditWrites } from '../credit-memos/use-credit-writes.ts'

/** The source of a refund: a payment or a credit memo. */
type Source = { paymentId: number } | { creditMemoId: number }

/** Lists the refunds of a payment or credit memo; renders nothing if there are none. */
export function RefundsOf({ source }: { source: Source }) {
  const read = useRead(listRefunds, { query: source })
  const { data, error } = read
  if (error && !data) return <Alert>{error.message}</Alert>
  if (!data || data.length === 0) return null
  return (
    <section aria-label="Refunds">
      <h3 className="text-card mb-2">Refunds</h3>
      <RefreshFailed read={read} />
      <ul className="text-table grid gap-2">
        {data.map(({ id, refundNumber, amount, status, reason }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Link to="/ar-reports" search={{ tab: 'refunds', open: refundNumber }}>
              <span className="numbers">{refundNumber}</span>
            </Link>
            <span className="numbers font-medium">{formatDecimal(amount)}</span>
            <StatusBadge status={refundStatusNames[status]} />
            <span className="text-muted">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

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
  const { prepare } = useCreditWrites()
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
