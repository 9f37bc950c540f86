import { Link } from '@tanstack/react-router'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { type CreditMemo, listCreditMemos } from '../../contract.ts'

type RelatedCreditMemosProps = {
  of: { invoiceId: number } | { returnId: number } | { customerId: number }
  /** Shown if there are none. */
  empty: string
}

/** Lists the credit memos of an invoice, a return or a customer, each linked to its details. */
export function RelatedCreditMemos({ of, empty }: RelatedCreditMemosProps) {
  const read = useRead(listCreditMemos, { query: { ...of, limit: 100 } })
  return (
    <Loaded read={read} skeleton={<Skeleton className="h-20" />}>
      {(memos) =>
        memos.length === 0 ? <p className="text-muted">{empty}</p> : <Memos {...{ memos }} />
      }
    </Loaded>
  )
}

function Memos({ memos }: { memos: readonly CreditMemo[] }) {
  return (
    <ul className="text-table grid gap-2">
      {memos.map(({ id, creditMemoNumber, docDate, total, openAmount, reason }) => (
        <li key={id} className="numbers flex flex-wrap gap-x-4 gap-y-1 border-b border-line pb-2">
          <Link to="/ar-reports" search={{ tab: 'memos', open: creditMemoNumber }}>
            {creditMemoNumber}
          </Link>
          <span>{formatDay(docDate)}</span>
          <span className="font-medium">{formatDecimal(total)}</span>
          <span>{`${formatDecimal(openAmount)} open`}</span>
          <span className="text-muted">{reason}</span>
        </li>
      ))}
    </ul>
  )
}
