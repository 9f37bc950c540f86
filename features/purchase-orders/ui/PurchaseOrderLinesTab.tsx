import { Link } from '@tanstack/react-router'
import { formatDecimal } from '#platform/kernel/money.ts'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import type { PurchaseOrderDetails, PurchaseOrderItem } from '../contract.ts'

const heads = [
  rightAligned('#'),
  'SKU',
  rightAligned('Ordered'),
  rightAligned('Received'),
  rightAligned('Cancelled'),
  rightAligned('Open'),
  rightAligned('Unit Price'),
  rightAligned('Line Total'),
]

const count = (units: number) => units.toLocaleString('en-US')
const amount = (text: string | null) => (text === null ? '—' : formatDecimal(text))

/** The lines of an order: quantities, prices and open units. */
export function PurchaseOrderLinesTab({ order }: { order: PurchaseOrderDetails }) {
  if (order.items.length === 0) {
    return <p className="text-muted">This order has no lines, only a total.</p>
  }
  return (
    <LinesTable
      label="Lines"
      heads={heads}
      className="min-w-160"
      sums={order.totalAmount === null ? [] : [['Total', order.totalAmount]]}
    >
      {order.items.map((item) => (
        <Row key={item.id} item={item} />
      ))}
    </LinesTable>
  )
}

function Row({ item }: { item: PurchaseOrderItem }) {
  const number = 'numbers px-2 py-2 text-right'
  return (
    <tr className="border-b border-line align-top">
      <td className={`${number} text-muted`}>{item.lineNo}</td>
      <td className="px-2 py-2">
        <Link to="/skus" search={{ open: item.sku }} className="numbers font-medium">
          {item.sku}
        </Link>
        <span className="block text-muted">{item.name}</span>
      </td>
      <td className={number}>{`${count(item.quantity)} ${item.unitOfMeasure}`}</td>
      <td className={number}>{count(item.qtyReceived)}</td>
      <td className={number}>{count(item.qtyCancelled)}</td>
      <td className={`${number} ${item.qtyOpen > 0 ? 'font-semibold' : ''}`}>
        {count(item.qtyOpen)}
      </td>
      <td className={number}>{amount(item.unitPrice)}</td>
      <td className={`${number} font-semibold`}>{amount(item.totalPrice)}</td>
    </tr>
  )
}
