import { Link } from '@tanstack/react-router'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { PurchaseOrderDetails, PurchaseOrderItem } from './contract.ts'

const count = (units: number) => units.toLocaleString('en-US')
const amount = (text: string | null) => (text === null ? '—' : formatDecimal(text))

/** The lines of an order: what was ordered at which price, and how much of it is still to come. */
export function PurchaseLinesTab({ order }: { order: PurchaseOrderDetails }) {
  if (order.items.length === 0) {
    return <p className="text-muted">This order has no lines, only its total.</p>
  }
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Lines">
      <table className="text-table w-full min-w-160 border-collapse">
        <thead>
          <tr className="text-caption border-b border-line text-left text-muted">
            <Head text="#" right />
            <Head text="SKU" />
            <Head text="Ordered" right />
            <Head text="Received" right />
            <Head text="Cancelled" right />
            <Head text="Open" right />
            <Head text="Unit Price" right />
            <Head text="Line Total" right />
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <Row key={item.id} item={item} />
          ))}
        </tbody>
        <tfoot className="numbers">
          <tr className="font-semibold">
            <th scope="row" colSpan={7} className="px-2 py-2 text-right font-[inherit]">
              Total
            </th>
            <td className="px-2 py-2 text-right">{formatDecimal(order.totalAmount)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Head({ text, right = false }: { text: string; right?: boolean }) {
  return (
    <th scope="col" className={`px-2 py-2 font-medium ${right ? 'text-right' : ''}`}>
      {text}
    </th>
  )
}

function Row({ item }: { item: PurchaseOrderItem }) {
  const number = 'numbers px-2 py-2 text-right'
  return (
    <tr className="border-b border-line align-top">
      <td className={`${number} text-muted`}>{item.lineNo}</td>
      <td className="px-2 py-2">
        <Link to="/skus" search={{ open: item.sku } as never} className="numbers font-medium">
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
