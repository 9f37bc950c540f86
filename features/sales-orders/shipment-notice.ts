import {
  type Company,
  type DraftOf,
  printedDay,
  printedUnits,
} from '#features/documents/printed-document.ts'
import type { SalesOrderDetails, ShipmentOfOrder } from './contract.ts'
import { customerNumber, soldTo } from './printed-documents.ts'
import { openUnits } from './shipment-rules.ts'

/**
 * The shipment notice: what left, how to follow it, and what is still to come. It shows no prices,
 * because the goods may go to somebody else than who pays.
 */
export function shipmentNotice(
  shipment: ShipmentOfOrder,
  order: SalesOrderDetails,
  company: Company,
): DraftOf<'shipment-notice'> {
  const { shipmentNumber, shipDate, carrier, trackingNumber, estimatedDelivery } = shipment
  const { orderNumber, orderDate, customerPO, customerName, customerCode } = order
  return {
    kind: 'shipment-notice',
    fields: {
      'customer.name': customerName,
      'customer.code': customerCode,
      'order.number': orderNumber,
      'order.date': printedDay(orderDate, company),
      'order.customerPO': customerPO ?? '',
      'order.shipDate': printedDay(shipDate, company),
      'shipment.number': shipmentNumber,
      'shipment.date': printedDay(shipDate, company),
      carrier: carrier ?? '',
      trackingNumber: trackingNumber ?? '',
    },
    customerId: order.customerId,
    filing: { name: `Shipment ${shipmentNumber}`, party: customerCode, on: shipDate },
    title: 'Shipment Notice',
    number: shipmentNumber,
    parties: [
      { title: 'Ship to', name: customerName, address: order.shippingAddress },
      soldTo(order),
    ],
    facts: [
      ['Shipment', shipmentNumber],
      ['Shipped', printedDay(shipDate, company)],
      ['Carrier', carrier ?? '—'],
      ['Tracking number', trackingNumber ?? '—'],
      ...(estimatedDelivery
        ? [['Expected delivery', printedDay(estimatedDelivery, company)] as const]
        : []),
      ['Our order', orderNumber],
      ['Your PO', customerPO ?? 'None'],
      customerNumber(order),
    ],
    columns: [
      { head: '#' },
      { head: 'SKU' },
      { head: 'Description', isWide: true },
      { head: 'Shipped', isRight: true },
      { head: 'Still to come', isRight: true },
    ],
    rows: shipment.items.map(({ itemId, lineNo, sku, name, quantity, unitOfMeasure }) => [
      String(lineNo),
      sku,
      name,
      printedUnits(quantity, unitOfMeasure),
      stillToCome(order, itemId),
    ]),
    empty: 'This shipment has no lines.',
    sums: [],
    notes: null,
  }
}

function stillToCome({ items }: SalesOrderDetails, itemId: number): string {
  const item = items.find(({ id }) => id === itemId)
  return item ? openUnits(item).toLocaleString('en-US') : '0'
}
