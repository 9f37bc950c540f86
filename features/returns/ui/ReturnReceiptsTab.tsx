import { Link } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { formatDay, day } from '#platform/kernel/days.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { LinesTable } from '#platform/ui/page/LinesTable.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { ReturnDetails, ReturnReceipt, ReturnReceiptItem } from '../contract.ts'
import { ReturnLink } from './ReturnLink.tsx'
import { conditionNames, verdictNames } from '../labels.ts'

const ReverseReceiptDialog = lazyPart(
  async () => (await import('./dialogs/ReverseReceiptDialog.tsx')).ReverseReceiptDialog,
)

const heads = ['Line', 'SKU', 'Quantity', 'Condition', 'Disposition']

/** Receipts of a customer's return, latest first, and its returns to vendors. */
export function ReturnReceiptsTab({ goods }: { goods: ReturnDetails }) {
  const { receipts, vendorReturns } = goods
  return (
    <div className="grid grid-cols-1 gap-6">
      {receipts.length === 0 && <p className="text-muted">No receipts yet.</p>}
      {receipts.map((receipt) => (
        <OneReceipt key={receipt.id} receipt={receipt} />
      ))}
      {vendorReturns.length > 0 && (
        <section aria-label="Returns to vendors">
          <h3 className="text-label">Returns to vendors</h3>
          <ul className="mt-2 grid gap-2">
            {vendorReturns.map(({ id, returnNumber, status }) => (
              <li key={id} className="flex items-center gap-3">
                <ReturnLink returnNumber={returnNumber} />
                <StatusBadge status={status} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function OneReceipt({ receipt }: { receipt: ReturnReceipt }) {
  const { receiptNumber, receivedOn, by, items, reversedOn } = receipt
  const mayReverse = useMay()('returns.receive') && reversedOn === null
  const [isReversing, setIsReversing] = useState(false)
  return (
    <section aria-label={`Receipt ${receiptNumber}`}>
      <div className="flex items-center justify-between gap-4">
        <h3 className="text-label numbers">{receiptNumber}</h3>
        {mayReverse && (
          <Button icon={Undo2} onClick={() => setIsReversing(true)}>
            Reverse…
          </Button>
        )}
      </div>
      <p className="text-muted">{`Received on ${formatDay(receivedOn)} by ${by}`}</p>
      {reversedOn !== null && (
        <p className="font-medium">
          {`Reversed on ${formatDay(day(reversedOn))}: ${receipt.reversalReason ?? ''}`}
        </p>
      )}
      {isReversing && (
        <ReverseReceiptDialog receipt={receipt} onClose={() => setIsReversing(false)} />
      )}
      <div className="mt-2">
        <LinesTable label={`Lines of ${receiptNumber}`} heads={heads} className="min-w-120">
          {items.map((item) => (
            <Row key={item.id} item={item} />
          ))}
        </LinesTable>
      </div>
    </section>
  )
}

function Row({ item }: { item: ReturnReceiptItem }) {
  const { lineNo, sku, name, quantity, unitOfMeasure, condition, disposition } = item
  return (
    <tr className="border-b border-line align-top">
      <td className="numbers px-2 py-2 text-muted">{lineNo}</td>
      <td className="px-2 py-2">
        <Link to="/skus" search={{ open: sku }} className="numbers font-medium">
          {sku}
        </Link>
        <span className="block text-muted">{name}</span>
      </td>
      <td className="numbers px-2 py-2 font-semibold">
        {`${quantity.toLocaleString('en-US')} ${unitOfMeasure}`}
      </td>
      <td className="px-2 py-2">{condition ? conditionNames[condition] : '—'}</td>
      <td className="px-2 py-2">{verdictNames[disposition]}</td>
    </tr>
  )
}
