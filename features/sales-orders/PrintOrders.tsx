import { useEffect, useEffectEvent } from 'react'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { Barcode } from '#platform/ui/Barcode.tsx'
import { PrintSheet } from '#platform/ui/PrintSheet.tsx'
import type { SalesOrderDetails, SalesOrderItem } from './contract.ts'
import { openUnits } from './shipping.ts'

export type Paper = 'packing-slip' | 'pick-list'

const titles: Record<Paper, string> = { 'packing-slip': 'Packing Slip', 'pick-list': 'Pick List' }

type PrintOrdersProps = {
  orders: readonly SalesOrderDetails[]
  paper: Paper
  onDone: () => void
}

/** Papers for the warehouse, a page for each order, sent to the printer as one job. */
export function PrintOrders({ orders, paper, onDone }: PrintOrdersProps) {
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const end = () => done()
    window.addEventListener('afterprint', end)
    window.print()
    return () => window.removeEventListener('afterprint', end)
  }, [])
  return (
    <PrintSheet>
      {orders.map((order) => (
        <article
          key={order.id}
          className="break-after-page text-[10pt] leading-snug text-black last:break-after-auto"
        >
          <Head order={order} title={titles[paper]} />
          <Lines order={order} paper={paper} />
          {order.notes && <p className="mt-6 whitespace-pre-line">{order.notes}</p>}
          <p className="mt-16 w-64 border-t border-black pt-1 text-[8pt]">
            {paper === 'pick-list' ? 'Picked by, date' : 'Packed by, date'}
          </p>
        </article>
      ))}
    </PrintSheet>
  )
}

function Head({ order, title }: { order: SalesOrderDetails; title: string }) {
  return (
    <>
      <header className="flex justify-between gap-8">
        <h1 className="text-[18pt] font-semibold">{title}</h1>
        <Barcode text={order.orderNumber} />
      </header>
      <div className="mt-6 grid grid-cols-2 gap-8">
        <section className="border border-black p-3">
          <h2 className="text-[8pt] uppercase">Ship to</h2>
          <p className="font-semibold">{`${order.customerName} (${order.customerCode})`}</p>
          <p className="whitespace-pre-line">{order.shippingAddress}</p>
        </section>
        <dl className="numbers grid h-fit grid-cols-[auto_1fr] gap-x-4">
          <dt>Order date</dt>
          <dd>{formatDay(order.orderDate as Day)}</dd>
          <dt>Ship date</dt>
          <dd>{order.shipDate ? formatDay(order.shipDate as Day) : 'N/A'}</dd>
          <dt>Customer PO</dt>
          <dd>{order.customerPO ?? 'None'}</dd>
        </dl>
      </div>
    </>
  )
}

const cell = 'border-b border-black/30 py-1.5 pr-3 align-top'

function Lines({ order, paper }: { order: SalesOrderDetails; paper: Paper }) {
  const isPick = paper === 'pick-list'
  const items = isPick ? inWalkingOrder(order.items) : order.items
  if (items.length === 0) return <p className="mt-8">This order has no lines.</p>
  const heads = isPick ? ['Location', 'Pick', 'Picked'] : ['Ordered', 'Shipped', 'To follow']
  return (
    <table className="numbers mt-8 w-full border-collapse">
      <thead>
        <tr className="border-b-2 border-black text-left">
          <th className="py-1 pr-3">#</th>
          <th className="py-1 pr-3">SKU</th>
          <th className="py-1 pr-3">Description</th>
          {heads.map((head) => (
            <th key={head} className="py-1 pr-3 text-right">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id} className="break-inside-avoid">
            <td className={cell}>{item.lineNo}</td>
            <td className={cell}>{item.sku}</td>
            <td className={cell}>{item.name}</td>
            {(isPick ? picked(item) : packed(order, item)).map((text, index) => (
              <td key={heads[index]} className={`${cell} text-right`}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** As the picker walks: by location, then by SKU; what has left or is not there is not picked. */
function inWalkingOrder(items: readonly SalesOrderItem[]): SalesOrderItem[] {
  const placeOf = (item: SalesOrderItem) => `${item.wmsLocation ?? '~'} ${item.sku}`
  return items
    .filter(({ qtyReserved }) => qtyReserved > 0)
    .toSorted((a, b) => placeOf(a).localeCompare(placeOf(b), 'en', { numeric: true }))
}

function picked({ wmsLocation, qtyReserved, unitOfMeasure }: SalesOrderItem): string[] {
  return [wmsLocation ?? '—', `${count(qtyReserved)} ${unitOfMeasure}`, '______']
}

/** Before anything has left, what is reserved goes with the slip; then what went is on it. */
function packed(order: SalesOrderDetails, item: SalesOrderItem): string[] {
  const isOut = order.shipmentCount > 0
  const shipped = isOut ? item.qtyShipped : item.qtyReserved
  const follows = isOut ? openUnits(item) : item.qtyBackordered
  return [`${count(item.quantity)} ${item.unitOfMeasure}`, count(shipped), count(follows)]
}

function count(units: number): string {
  return units.toLocaleString('en-US')
}
