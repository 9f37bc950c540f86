import { Link } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { type PurchaseOrder, type Receipt, type ReceiptItem, listReceipts } from '../../contract.ts'

const ReverseReceipt = lazyPart(async () => (await import('./ReverseReceipt.tsx')).ReverseReceipt)

const heads = ['Line', 'SKU', rightAligned('Quantity'), rightAligned('Value')]

/** The receipts of an order with their lines, newest first. */
export function ReceiptsTab({ order }: { order: PurchaseOrder }) {
  const read = useRead(listReceipts, { params: { id: order.id } })
  return (
    <Loaded read={read}>
      {(receipts) =>
        receipts.length === 0 ? (
          <p className="text-muted">No receipts yet.</p>
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-6">
            {receipts.map((receipt) => (
              <li key={receipt.id}>
                <OneReceipt receipt={receipt} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function OneReceipt({ receipt }: { receipt: Receipt }) {
  const { receiptNumber, receivedOn, by, deliveryNote, items, reversedOn } = receipt
  const mayReverse = useMay()('purchaseOrders.receive') && reversedOn === null
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
      <p className="text-muted">
        {`Received on ${formatDay(receivedOn)} by ${by}`}
        {deliveryNote && ` · delivery note ${deliveryNote}`}
      </p>
      {reversedOn !== null && (
        <p className="font-medium">
          {`Reversed on ${formatDay(reversedOn)}: ${receipt.reversalReason ?? ''}`}
        </p>
      )}
      {isReversing && <ReverseReceipt receipt={receipt} onClose={() => setIsReversing(false)} />}
      {items.length === 0 ? (
        <p className="mt-2">The order has no lines, so the receipt has none either.</p>
      ) : (
        <Lines receipt={receipt} />
      )}
    </section>
  )
}

function Lines({ receipt }: { receipt: Receipt }) {
  const label = `Lines of ${receipt.receiptNumber}`
  return (
    <div className="mt-2">
      <LinesTable label={label} heads={heads} className="min-w-100">
        {receipt.items.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </LinesTable>
    </div>
  )
}

function Row({ item }: { item: ReceiptItem }) {
  const { lineNo, sku, name, quantity, unitOfMeasure, amount } = item
  return (
    <tr className="border-b border-line align-top">
      <td className="numbers px-2 py-2">{lineNo}</td>
      <td className="px-2 py-2">
        <Link to="/skus" search={{ open: sku }} className="numbers font-medium">
          {sku}
        </Link>
        <span className="block text-muted">{name}</span>
      </td>
      <td className="numbers px-2 py-2 text-right font-semibold">
        {`${quantity.toLocaleString('en-US')} ${unitOfMeasure}`}
      </td>
      <td className="numbers px-2 py-2 text-right">
        {amount === null ? '—' : formatDecimal(amount)}
      </td>
    </tr>
  )
}
