import { Link } from '@tanstack/react-router'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { RefreshFailed } from '#platform/ui/notices/RefreshFailed.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { listRefunds } from '../../contract.ts'
import { refundStatusNames } from '../../labels.ts'

/** The source of a refund: a payment or a credit memo. */
type Source = { paymentId: number } | { creditMemoId: number }

/** Lists the refunds of a payment or credit memo; renders nothing if there are none. */
export function RelatedRefunds({ source }: { source: Source }) {
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
