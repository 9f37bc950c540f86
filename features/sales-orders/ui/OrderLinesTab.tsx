import { priceName } from '#features/customers/labels.ts'
import { Link } from '@tanstack/react-router'
import { useOrderDecision } from '#features/decisions/ui/parts/use-order-decision.ts'
import { Why } from '#features/decisions/ui/parts/Why.tsx'
import { formatDecimal } from '#platform/kernel/money.ts'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import type { SalesOrderDetails, SalesOrderItem } from '../contract.ts'
import { WhoHasStock } from './reservations/WhoHasStock.tsx'

const heads = [
  rightAligned('#'),
  'SKU',
  rightAligned('Quantity'),
  rightAligned('Unit Price'),
  'Price Source',
  rightAligned('Reserved'),
  rightAligned('Backordered'),
  rightAligned('Shipped'),
  rightAligned('Line Total'),
]

const count = (units: number) => units.toLocaleString('en-US')

/** The lines of an order with prices, price sources and stock. */
export function OrderLinesTab({ order }: { order: SalesOrderDetails }) {
  const decisionId = useOrderDecision(order.id, 'price')
  if (order.items.length === 0) return <p className="text-muted">This order has no lines.</p>
  return (
    <LinesTable
      label="Lines"
      heads={heads}
      className="min-w-160"
      sums={[
        ['Subtotal', order.subtotal],
        ['Tax', order.taxAmount],
        ['Shipping', order.shippingAmount],
        ['Total', order.totalAmount],
      ]}
    >
      {order.items.map((item) => (
        <Row key={item.id} item={item} decisionId={decisionId} />
      ))}
    </LinesTable>
  )
}

type RowProps = {
  item: SalesOrderItem
  /** The decision that answers why the line has its price, if there is one. */
  decisionId: number | undefined
}

function Row({ item, decisionId }: RowProps) {
  return (
    <tr className="border-b border-line align-top">
      <td className="numbers px-2 py-2 text-right text-muted">{item.lineNo}</td>
      <td className="px-2 py-2">
        <Link to="/skus" search={{ open: item.sku }} className="numbers font-medium">
          {item.sku}
        </Link>
        <span className="block text-muted">{item.name}</span>
      </td>
      <td className="numbers px-2 py-2 text-right">
        {`${count(item.quantity)} ${item.unitOfMeasure}`}
        <Cancelled units={item.qtyCancelled} />
      </td>
      <td className="numbers px-2 py-2 text-right">{formatDecimal(item.unitPrice)}</td>
      <td className="px-2 py-2">
        {priceName(item.priceSource)}
        {decisionId !== undefined && (
          <Why decisionId={decisionId} topic="price" lineNo={item.lineNo} />
        )}
      </td>
      <td className="numbers px-2 py-2 text-right">{count(item.qtyReserved)}</td>
      <td className="numbers px-2 py-2 text-right">
        {item.qtyBackordered > 0 ? (
          <>
            <span className="font-semibold text-warning">{count(item.qtyBackordered)}</span>
            <span className="block">
              <WhoHasStock item={item} />
            </span>
          </>
        ) : (
          count(0)
        )}
      </td>
      <td className="numbers px-2 py-2 text-right">{count(item.qtyShipped)}</td>
      <td className="numbers px-2 py-2 text-right font-semibold">
        {formatDecimal(item.totalPrice)}
      </td>
    </tr>
  )
}

function Cancelled({ units }: { units: number }) {
  if (units === 0) return null
  return <span className="text-caption block text-muted">{`${count(units)} cancelled`}</span>
}
