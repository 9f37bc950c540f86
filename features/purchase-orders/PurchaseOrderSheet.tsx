import { formatDecimal } from '#platform/kernel/money.ts'
import { PrintSheet } from '#platform/ui/PrintSheet.tsx'
import { dayText } from './LateDate.tsx'
import type { PurchaseOrderDetails } from './contract.ts'

/** The order on paper, as the vendor gets it: what we order, at which prices, until when. */
export function PurchaseOrderSheet({ order }: { order: PurchaseOrderDetails }) {
  const facts = [
    ['Order', order.orderNumber],
    ['Date', dayText(order.orderDate)],
    ['Expected', dayText(order.expectedDate)],
    ['Terms', order.paymentTerms ?? '—'],
  ] as const
  return (
    <PrintSheet>
      <article className="text-[10pt] leading-snug text-black">
        <header className="flex justify-between gap-8">
          <h1 className="text-[18pt] font-semibold">Purchase Order</h1>
          <dl className="numbers grid grid-cols-[auto_auto] gap-x-4 text-right">
            {facts.map(([name, value]) => (
              <div key={name} className="contents">
                <dt>{name}</dt>
                <dd className="font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
        </header>
        <section className="mt-8">
          <h2 className="text-[8pt] uppercase">Vendor</h2>
          <p className="font-semibold">{`${order.vendorName} (${order.vendorCode})`}</p>
          <p className="whitespace-pre-line">{order.vendorAddress}</p>
        </section>
        {order.items.length > 0 && <Lines order={order} />}
        <p className="numbers mt-3 flex justify-end gap-8 font-semibold">
          <span>Total</span>
          <span>{formatDecimal(order.totalAmount)}</span>
        </p>
        {order.notes && <p className="mt-6 whitespace-pre-line">{order.notes}</p>}
        <p className="mt-16 w-64 border-t border-black pt-1 text-[8pt]">Authorised signature</p>
      </article>
    </PrintSheet>
  )
}

function Lines({ order }: { order: PurchaseOrderDetails }) {
  const cell = 'border-b border-black/30 py-1.5 pr-3 align-top'
  const amount = (text: string | null) => (text === null ? '' : formatDecimal(text))
  return (
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
            <td className={cell}>{item.name}</td>
            <td className={`${cell} text-right`}>
              {`${item.quantity.toLocaleString('en-US')} ${item.unitOfMeasure}`}
            </td>
            <td className={`${cell} text-right`}>{amount(item.unitPrice)}</td>
            <td className={`${cell} pr-0 text-right`}>{amount(item.totalPrice)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
