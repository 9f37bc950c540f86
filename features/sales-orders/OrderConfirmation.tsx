import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { PrintSheet } from '#platform/ui/PrintSheet.tsx'
import type { SalesOrderDetails } from './contract.ts'

/** The order confirmation on paper: what the customer ordered, at which prices. */
export function OrderConfirmation({ order }: { order: SalesOrderDetails }) {
  return (
    <PrintSheet>
      <article className="text-[10pt] leading-snug text-black">
        <header className="flex justify-between gap-8">
          <h1 className="text-[18pt] font-semibold">Order Confirmation</h1>
          <dl className="numbers grid grid-cols-[auto_auto] gap-x-4 text-right">
            <dt>Order</dt>
            <dd className="font-semibold">{order.orderNumber}</dd>
            <dt>Date</dt>
            <dd>{formatDay(order.orderDate as Day)}</dd>
            {order.customerPO && (
              <>
                <dt>Your PO</dt>
                <dd className="font-semibold">{order.customerPO}</dd>
              </>
            )}
          </dl>
        </header>
        <div className="mt-8 grid grid-cols-2 gap-8">
          <Party title="Sold to" name={order.customerName} address={order.billingAddress} />
          <Party title="Ship to" name={order.customerName} address={order.shippingAddress} />
        </div>
        <Lines order={order} />
        {order.notes && <p className="mt-6 whitespace-pre-line">{order.notes}</p>}
      </article>
    </PrintSheet>
  )
}

function Party(props: { title: string; name: string; address: string | null }) {
  return (
    <section>
      <h2 className="text-[8pt] uppercase">{props.title}</h2>
      <p className="font-semibold">{props.name}</p>
      <p className="whitespace-pre-line">{props.address}</p>
    </section>
  )
}

function Lines({ order }: { order: SalesOrderDetails }) {
  const sums = [
    ['Subtotal', order.subtotal],
    ['Tax', order.taxAmount],
    ['Shipping', order.shippingAmount],
    ['Total', order.totalAmount],
  ] as const
  const cell = 'border-b border-black/30 py-1.5 pr-3 align-top'
  return (
    <>
      <table className="numbers mt-8 w-full border-collapse">
        <thead>
          <tr className="border-b-2 border-black text-left">
            <th className="py-1 pr-3">#</th>
            <th className="py-1 pr-3">SKU</th>
            <th className="py-1 pr-3">Description</th>
            <th className="py-1 pr-3 text-right">Quantity</th>
            <th className="py-1 pr-3 text-right">Unit price</th>
            <th className="py-1 text-right">Amount</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item.id}>
              <td className={cell}>{item.lineNo}</td>
              <td className={cell}>{item.sku}</td>
              <td className={cell}>
                {item.name}
                {item.qtyBackordered > 0 && (
                  <span className="block text-[8pt]">{`${item.qtyBackordered} to follow`}</span>
                )}
              </td>
              <td className={`${cell} text-right`}>
                {`${item.quantity.toLocaleString('en-US')} ${item.unitOfMeasure}`}
              </td>
              <td className={`${cell} text-right`}>{formatDecimal(item.unitPrice)}</td>
              <td className={`${cell} pr-0 text-right`}>{formatDecimal(item.totalPrice)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="numbers mt-3 ml-auto grid w-56 grid-cols-2 gap-y-1 text-right">
        {sums.map(([name, amount]) => (
          <div key={name} className="contents last:font-semibold">
            <dt>{name}</dt>
            <dd>{formatDecimal(amount)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
