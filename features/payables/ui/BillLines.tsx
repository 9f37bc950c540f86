import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { accounts } from '#features/journal/rules.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import type { VendorBillDetails, VendorBillLine } from '../contract.ts'

const heads = [
  '#',
  'Description',
  'Order',
  rightAligned('Quantity'),
  rightAligned('Received'),
  rightAligned('Price'),
  rightAligned('Ordered at'),
  rightAligned('Total'),
]

type BillLinesProps = {
  bill: VendorBillDetails
  /** Whether the order of a line is a link. */
  mayReadOrders: boolean
}

/** The lines of a bill beside the ordered and received quantities. Another price is marked. */
export function BillLines({ bill, mayReadOrders }: BillLinesProps) {
  return (
    <LinesTable
      label="Lines"
      heads={heads}
      className="min-w-160"
      sums={[
        ['Tax', bill.taxAmount],
        ['Total', bill.totalAmount],
      ]}
    >
      {bill.lines.map((line) => (
        <Row key={line.id} line={line} mayReadOrders={mayReadOrders} />
      ))}
    </LinesTable>
  )
}

type RowProps = { line: VendorBillLine; mayReadOrders: boolean }

function Row({ line, mayReadOrders }: RowProps) {
  const number = 'numbers px-2 py-2 text-right'
  const { account, orderNumber, orderedPrice, qtyReceived } = line
  return (
    <tr className="border-b border-line align-top">
      <td className="numbers px-2 py-2 text-muted">{line.lineNo}</td>
      <td className="px-2 py-2">{line.description}</td>
      <td className="numbers px-2 py-2 whitespace-nowrap">
        {orderNumber !== null && mayReadOrders ? (
          <Link to="/purchase-orders" search={{ open: orderNumber }}>
            {orderNumber}
          </Link>
        ) : (
          (orderNumber ?? (account ? accounts[account].name : '—'))
        )}
      </td>
      <td className={number}>{line.quantity.toLocaleString('en-US')}</td>
      <td className={number}>{qtyReceived?.toLocaleString('en-US') ?? '—'}</td>
      <td className={number}>{formatDecimal(line.unitPrice)}</td>
      <td className={number}>
        {orderedPrice === null ? '—' : <OrderedPrice line={{ ...line, orderedPrice }} />}
      </td>
      <td className={`${number} font-semibold`}>{formatDecimal(line.totalPrice)}</td>
    </tr>
  )
}

type OrderedPriceProps = { line: VendorBillLine & { orderedPrice: string } }

/** The price of the order; marked by color, icon and text if the bill has another. */
function OrderedPrice({ line: { orderedPrice, unitPrice } }: OrderedPriceProps) {
  const price = formatDecimal(orderedPrice)
  if (cents(orderedPrice) === cents(unitPrice)) return price
  return (
    <span className="inline-flex items-center gap-1 font-semibold whitespace-nowrap text-danger">
      <TriangleAlert aria-hidden size={14} strokeWidth={1.75} />
      {price}
      <span className="sr-only"> differs from the bill</span>
    </span>
  )
}
