import {
  type PrintedDocument,
  printedDay,
  type DocumentParty,
  printedUnits,
  pricedColumns,
  pricedRow,
} from '#features/documents/printed-document.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { SalesOrderDetails, SalesOrderItem, Shipment } from './contract.ts'
import { shippingMethodNames } from './rules.ts'
import { openUnits } from './shipping.ts'

/** The order confirmation: lines with prices. */
export function orderConfirmation(order: SalesOrderDetails): PrintedDocument {
  return {
    title: 'Order Confirmation',
    ...subtitleOf(order),
    number: order.orderNumber,
    parties: [soldTo(order), shipTo(order)],
    facts: [
      ['Order', order.orderNumber],
      ['Date', printedDay(order.orderDate)],
      ...(order.shipDate ? [['Ship date', printedDay(order.shipDate)] as const] : []),
      ...(order.customerPO ? [['Your PO', order.customerPO] as const] : []),
      ...methodFacts(order),
    ],
    columns: pricedColumns,
    rows: openItems(order).map((item) => {
      const [lineNo = '', sku = '', name = '', ...numbers] = pricedRow(item)
      const follows = item.qtyBackordered > 0 ? `\n${item.qtyBackordered} to follow` : ''
      return [lineNo, sku, `${name}${follows}`, ...numbers]
    }),
    sums: [
      { name: 'Subtotal', amount: formatDecimal(order.subtotal) },
      { name: 'Tax', amount: formatDecimal(order.taxAmount) },
      { name: 'Shipping', amount: formatDecimal(order.shippingAmount) },
      { name: 'Total', amount: formatDecimal(order.totalAmount), isStrong: true },
    ],
    notes: order.notes,
  }
}

function subtitleOf({ status, revision }: SalesOrderDetails): Pick<PrintedDocument, 'subtitle'> {
  const parts = [
    ...(revision > 0 ? [`Revision ${revision}`] : []),
    ...(status === 'cancelled' ? ['Cancelled'] : []),
  ]
  return parts.length > 0 ? { subtitle: parts.join(' · ') } : {}
}

/** Removes lines that were cancelled completely. */
function openItems({ items }: SalesOrderDetails): readonly SalesOrderItem[] {
  return items.filter(({ quantity }) => quantity > 0)
}

/** The packing slip: no prices, and carrier and tracking number once shipped. */
export function packingSlip(
  order: SalesOrderDetails,
  shipments: readonly Shipment[],
): PrintedDocument {
  const carried = shipments.flatMap(({ carrier, trackingNumber }) => {
    const text = [carrier, trackingNumber].filter(Boolean).join(' ')
    return text ? [text] : []
  })
  return {
    ...warehouseDocument(order),
    title: 'Packing Slip',
    facts: [
      ...warehouseFacts(order),
      ...(carried.length > 0 ? [['Carrier', carried.join('\n')] as const] : []),
    ],
    columns: [
      { head: '#' },
      { head: 'SKU' },
      { head: 'Description', isWide: true },
      { head: 'Location' },
      { head: 'Ordered', isRight: true },
      { head: 'Shipped', isRight: true },
      { head: 'To follow', isRight: true },
    ],
    rows: openItems(order).map((item) => packedRow(order, item)),
    signature: 'Packed by, date',
  }
}

/** The pick list, sorted by the picker's route. */
export function pickList(order: SalesOrderDetails): PrintedDocument {
  return {
    ...warehouseDocument(order),
    title: 'Pick List',
    columns: [
      { head: 'Location' },
      { head: '#' },
      { head: 'SKU' },
      { head: 'Description', isWide: true },
      { head: 'Pick', isRight: true },
      { head: 'Picked', isRight: true },
    ],
    rows: inWalkingOrder(order.items).map((item) => [
      item.wmsLocation ?? '—',
      String(item.lineNo),
      item.sku,
      item.name,
      printedUnits(item.qtyReserved, item.unitOfMeasure),
      '______',
    ]),
    signature: 'Picked by, date',
  }
}

function warehouseDocument(order: SalesOrderDetails) {
  return {
    number: order.orderNumber,
    parties: [shipTo(order), soldTo(order)],
    facts: warehouseFacts(order),
    empty: order.items.length === 0 ? 'This order has no lines.' : 'No units are reserved.',
    sums: [],
    notes: order.notes,
  }
}

function warehouseFacts(order: SalesOrderDetails): [string, string][] {
  return [
    ['Order date', printedDay(order.orderDate)],
    ['Ship date', printedDay(order.shipDate)],
    ['Customer PO', order.customerPO ?? 'None'],
    ...methodFacts(order),
  ]
}

/** The shipping method, if specified. */
function methodFacts({ shippingMethod }: SalesOrderDetails): [string, string][] {
  return shippingMethod ? [['Shipping method', shippingMethodNames[shippingMethod]]] : []
}

function soldTo({ customerName, customerCode, billingAddress }: SalesOrderDetails): DocumentParty {
  return { title: 'Sold to', name: `${customerName} (${customerCode})`, address: billingAddress }
}

function shipTo({ customerName, customerCode, shippingAddress }: SalesOrderDetails): DocumentParty {
  return { title: 'Ship to', name: `${customerName} (${customerCode})`, address: shippingAddress }
}

/** Lines with reserved units, by location, then by SKU. */
function inWalkingOrder(items: readonly SalesOrderItem[]): SalesOrderItem[] {
  const placeOf = (item: SalesOrderItem) => `${item.wmsLocation ?? '~'} ${item.sku}`
  return items
    .filter(({ qtyReserved }) => qtyReserved > 0)
    .toSorted((a, b) => placeOf(a).localeCompare(placeOf(b), 'en', { numeric: true }))
}

/** Before the first shipment the slip lists reserved units, afterwards shipped units. */
function packedRow(order: SalesOrderDetails, item: SalesOrderItem): string[] {
  const isOut = order.shipmentCount > 0
  const shipped = isOut ? item.qtyShipped : item.qtyReserved
  const follows = isOut ? openUnits(item) : item.qtyBackordered
  return [
    String(item.lineNo),
    item.sku,
    item.name,
    item.wmsLocation ?? '—',
    printedUnits(item.quantity, item.unitOfMeasure),
    shipped.toLocaleString('en-US'),
    follows.toLocaleString('en-US'),
  ]
}
