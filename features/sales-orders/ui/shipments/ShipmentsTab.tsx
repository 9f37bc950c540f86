import { formatOptionalDay } from '#platform/kernel/days.ts'
import { Link } from '@tanstack/react-router'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { listShipments, type SalesOrder, type Shipment } from '../../contract.ts'

const heads = [
  rightAligned('Line'),
  'SKU',
  rightAligned('Quantity'),
  rightAligned('Goods'),
  rightAligned('Tax'),
]

/** The shipments of an order, newest first. */
export function ShipmentsTab({ order }: { order: SalesOrder }) {
  const read = useRead(listShipments, { params: { id: order.id } })
  return (
    <Loaded read={read}>
      {(shipments) => (
        <div className="grid grid-cols-1 gap-8">
          {shipments.length === 0 && <p className="text-muted">No shipments yet.</p>}
          {shipments.map((shipment) => (
            <OneShipment key={shipment.id} shipment={shipment} />
          ))}
        </div>
      )}
    </Loaded>
  )
}

function OneShipment({ shipment }: { shipment: Shipment }) {
  const { shipmentNumber, items } = shipment
  return (
    <section className="grid grid-cols-1 gap-4" aria-label={`Shipment ${shipmentNumber}`}>
      <h3 className="numbers font-semibold">{shipmentNumber}</h3>
      <Facts
        items={[
          { name: 'Ship Date', value: formatOptionalDay(shipment.shipDate) },
          { name: 'Carrier', value: shipment.carrier },
          { name: 'Tracking Number', value: shipment.trackingNumber },
          { name: 'Estimated delivery', value: formatOptionalDay(shipment.estimatedDelivery) },
          { name: 'Delivered', value: formatOptionalDay(shipment.deliveredOn) },
          { name: 'Goods', value: formatDecimal(shipment.goodsAmount) },
          { name: 'Tax', value: formatDecimal(shipment.taxAmount) },
          { name: 'Shipping', value: formatDecimal(shipment.shippingAmount) },
          { name: 'Total', value: formatDecimal(shipment.totalAmount) },
          { name: 'Recorded by', value: shipment.by },
        ]}
      />
      {items.length > 0 && <Lines shipmentNumber={shipmentNumber} items={items} />}
    </section>
  )
}

function Lines({ shipmentNumber, items }: Pick<Shipment, 'shipmentNumber' | 'items'>) {
  const label = `Lines of ${shipmentNumber}`
  return (
    <LinesTable label={label} heads={heads} className="min-w-120">
      {items.map((item) => (
        <Row key={item.itemId} item={item} />
      ))}
    </LinesTable>
  )
}

function Row({ item }: { item: Shipment['items'][number] }) {
  const { lineNo, sku, name, quantity, unitOfMeasure } = item
  return (
    <tr className="border-b border-line align-top">
      <td className="numbers px-2 py-2 text-right text-muted">{lineNo}</td>
      <td className="px-2 py-2">
        <Link to="/skus" search={{ open: sku }} className="numbers font-medium">
          {sku}
        </Link>
        <span className="block text-muted">{name}</span>
      </td>
      <td className="numbers px-2 py-2 text-right font-semibold">
        {`${quantity.toLocaleString('en-US')} ${unitOfMeasure}`}
      </td>
      <td className="numbers px-2 py-2 text-right">{formatDecimal(item.goodsAmount)}</td>
      <td className="numbers px-2 py-2 text-right">{formatDecimal(item.taxAmount)}</td>
    </tr>
  )
}
