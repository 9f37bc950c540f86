import {
  type Company,
  type DocumentTable,
  type DraftOf,
  type PrintedDocument,
  printedDay,
  type DocumentParty,
  printedUnits,
  pricedColumns,
  pricedRow,
  toFillIn,
  withAttention,
} from '#features/documents/printed-document.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { SalesOrderDetails, SalesOrderItem, Shipment } from './contract.ts'
import { recordedFieldList, recordedFields } from './recorded-fields.ts'
import { shippingMethodNames } from './rules.ts'
import { openUnits } from './shipment-rules.ts'

/** The order confirmation: lines with prices. */
export function orderConfirmation(
  order: SalesOrderDetails,
  company: Company,
): DraftOf<'order-confirmation'> {
  return {
    kind: 'order-confirmation',
    fields: { ...orderFields(order, company), 'order.total': formatDecimal(order.totalAmount) },
    customerId: order.customerId,
    filing: filingOf('Order', order),
    title: 'Order Confirmation',
    ...subtitleOf(order),
    number: order.orderNumber,
    parties: [soldTo(order), shipTo(order)],
    facts: [
      ['Order', order.orderNumber],
      ['Date', printedDay(order.orderDate, company)],
      ...shipDateFacts(order, company),
      ...recordedFacts(order),
      ...methodFacts(order),
      ...holdFacts(order),
      customerNumber(order),
    ],
    columns: pricedColumns,
    rows: openItems(order).map((item) => {
      const [lineNo = '', sku = '', name = '', ...numbers] = pricedRow(item)
      const follows = item.qtyBackordered > 0 ? `\n${item.qtyBackordered} back ordered` : ''
      return [lineNo, sku, `${name}${follows}`, ...numbers]
    }),
    empty: 'Ordered as one amount.',
    sums: [
      { name: 'Subtotal', amount: formatDecimal(order.subtotal) },
      { name: 'Tax', amount: formatDecimal(order.taxAmount) },
      { name: 'Shipping', amount: formatDecimal(order.shippingAmount) },
      { name: 'Total', amount: formatDecimal(order.totalAmount), isStrong: true },
    ],
    notes: order.notes,
  }
}

function filingOf(kind: string, { orderNumber, customerCode, orderDate }: SalesOrderDetails) {
  return { name: `${kind} ${orderNumber}`, party: customerCode, on: orderDate }
}

/** What the texts on all documents of an order can name. */
function orderFields(order: SalesOrderDetails, company: Company) {
  return {
    'customer.name': order.customerName,
    'customer.code': order.customerCode,
    'order.number': order.orderNumber,
    'order.date': printedDay(order.orderDate, company),
    'order.customerPO': order.customerPO ?? '',
    'order.shipDate': order.shipDate ? printedDay(order.shipDate, company) : '',
  }
}

function subtitleOf(order: SalesOrderDetails): Pick<PrintedDocument, 'subtitle' | 'mark'> {
  const { status, revision } = order
  return {
    ...(revision > 0 && { subtitle: `Revision ${revision}` }),
    ...(status === 'cancelled' && { mark: 'CANCELLED' }),
  }
}

/** The holds that concern the customer; others, such as a price check, stay inside. */
const holdsToTell: Partial<Record<NonNullable<SalesOrderDetails['holdReason']>, string>> = {
  payment: 'Ships after your payment',
  address: 'Waiting for the delivery address',
  stock: 'Waiting for stock',
}

function holdFacts({ holdReason }: SalesOrderDetails): [string, string][] {
  const holdText = holdReason && holdsToTell[holdReason]
  return holdText ? [['Status', holdText]] : []
}

/** Removes lines that were cancelled completely. */
function openItems({ items }: SalesOrderDetails): readonly SalesOrderItem[] {
  return items.filter(({ quantity }) => quantity > 0)
}

/**
 * The packing slip: with carriers once shipped, and with prices only if the customer wants. After
 * several shipments it goes with the latest, whose units it lists beside those of the whole order.
 */
export function packingSlip(
  order: SalesOrderDetails,
  shipments: readonly Shipment[],
  company: Company,
): DraftOf<'packing-slip'> {
  const thisParcel = shipments.length > 1 ? shipments[0] : undefined
  return {
    ...warehouseDocument(order, company),
    kind: 'packing-slip',
    customerId: order.customerId,
    filing: filingOf('Packing slip', order),
    title: 'Packing Slip',
    ...subtitleOf(order),
    facts: [
      ...goodsFacts(order, company, { order: 'Our order', po: 'Your PO' }),
      customerNumber(order),
      ...(thisParcel ? [['This parcel', thisParcel.shipmentNumber] as const] : []),
    ],
    tables: parcels(shipments, company),
    columns: [
      { head: '#' },
      { head: 'SKU' },
      { head: 'Description', isWide: true },
      { head: 'Ordered', isRight: true },
      { head: 'Shipped', isRight: true },
      ...(thisParcel ? [{ head: 'This parcel', isRight: true } as const] : []),
      { head: 'Back ordered', isRight: true },
      ...(order.packingSlipPrices ? [{ head: 'Unit price', isRight: true } as const] : []),
    ],
    rows: openItems(order).map((item) => packedRow(order, item, thisParcel)),
    signature: 'Packed by, date',
  }
}

/** The pick list, sorted by the picker's route, with what picks are counted against. */
export function pickList(order: SalesOrderDetails, company: Company): DraftOf<'pick-list'> {
  const toPick = inWalkingOrder(order.items)
  const units = toPick.reduce((total, { qtyReserved }) => total + qtyReserved, 0)
  return {
    ...warehouseDocument(order, company),
    kind: 'pick-list',
    isInternal: true,
    // It stays in the warehouse: what the customer wants on documents is not for it.
    customerId: null,
    filing: filingOf('Pick list', order),
    title: 'Pick List',
    ...subtitleOf(order),
    parties: [shipTo(order)],
    facts: [
      ...goodsFacts(order, company, { order: 'Order', po: recordedFields.customerPO.label }),
      ['Lines', toPick.length.toLocaleString('en-US')],
      ['Units', units.toLocaleString('en-US')],
    ],
    columns: [
      { head: '', look: 'check' },
      { head: 'Location', isStrong: true },
      { head: '#' },
      { head: 'SKU', look: 'barcode' },
      { head: 'Description', isWide: true },
      { head: 'Pick', isRight: true, isStrong: true },
      { head: 'Picked', isRight: true },
    ],
    rows: toPick.map((item) => [
      '',
      item.wmsLocation ?? '—',
      String(item.lineNo),
      item.sku,
      item.name,
      printedUnits(item.qtyReserved, item.unitOfMeasure),
      toFillIn,
    ]),
    signature: 'Picked by, date',
  }
}

/** The parcels with carrier and tracking number, oldest first; nothing before the first one. */
function parcels(shipments: readonly Shipment[], company: Company): DocumentTable[] {
  if (shipments.length === 0) return []
  const rows = shipments
    .toReversed()
    .map((shipment) => [
      shipment.shipmentNumber,
      printedDay(shipment.shipDate, company),
      shipment.carrier ?? '—',
      shipment.trackingNumber ?? '—',
    ])
  const columns = ['Shipment', 'Shipped', 'Carrier', 'Tracking number'].map((head) => ({ head }))
  return [{ title: 'Parcels', columns, rows }]
}

function warehouseDocument(order: SalesOrderDetails, company: Company) {
  return {
    fields: orderFields(order, company),
    number: order.orderNumber,
    parties: [shipTo(order), soldTo(order)],
    empty: order.items.length === 0 ? 'This order has no lines.' : 'No units are reserved.',
    sums: [],
    notes: order.notes,
  }
}

/** The facts on documents that go with the goods; we and customers name the numbers differently. */
function goodsFacts(
  order: SalesOrderDetails,
  company: Company,
  names: { order: string; po: string },
): [string, string][] {
  return [
    [names.order, order.orderNumber],
    ['Order date', printedDay(order.orderDate, company)],
    ...shipDateFacts(order, company),
    [names.po, order.customerPO ?? 'None'],
    ...methodFacts(order),
  ]
}

/** The number under which we know the customer; it is no part of the postal address. */
export function customerNumber({ customerCode }: SalesOrderDetails): [string, string] {
  return ['Customer number', customerCode]
}

/** The ship date, if there is one: a plan until the goods leave. */
function shipDateFacts(order: SalesOrderDetails, company: Company): [string, string][] {
  const name = order.shipmentCount > 0 ? 'Ship date' : 'Expected ship date'
  return order.shipDate ? [[name, printedDay(order.shipDate, company)]] : []
}

/** The recorded fields that the customer sees as facts, if the order has them. */
function recordedFacts(order: SalesOrderDetails): [string, string][] {
  return recordedFieldList.flatMap(({ name, printedLabel }): [string, string][] => {
    const value = order[name]
    return printedLabel && value ? [[printedLabel, value]] : []
  })
}

/** The shipping method, if specified. */
function methodFacts({ shippingMethod }: SalesOrderDetails): [string, string][] {
  return shippingMethod ? [['Shipping method', shippingMethodNames[shippingMethod]]] : []
}

/** Who pays; the contact of the customer is whom a question about the order reaches. */
export function soldTo(order: SalesOrderDetails): DocumentParty {
  const { customerName, billingAddress, contactName } = order
  const address = withAttention(billingAddress, contactName)
  return { title: 'Sold to', name: customerName, address }
}

function shipTo({ customerName, shippingAddress }: SalesOrderDetails): DocumentParty {
  return { title: 'Ship to', name: customerName, address: shippingAddress }
}

/** Lines with reserved units, by location, then by SKU. */
function inWalkingOrder(items: readonly SalesOrderItem[]): SalesOrderItem[] {
  const placeOf = (item: SalesOrderItem) => `${item.wmsLocation ?? '~'} ${item.sku}`
  return items
    .filter(({ qtyReserved }) => qtyReserved > 0)
    .toSorted((a, b) => placeOf(a).localeCompare(placeOf(b), 'en', { numeric: true }))
}

/** Before the first shipment the slip lists reserved units, afterwards shipped units. */
function packedRow(
  order: SalesOrderDetails,
  item: SalesOrderItem,
  thisParcel: Shipment | undefined,
): string[] {
  const isOut = order.shipmentCount > 0
  const shipped = isOut ? item.qtyShipped : item.qtyReserved
  const follows = isOut ? openUnits(item) : item.qtyBackordered
  return [
    String(item.lineNo),
    item.sku,
    item.name,
    printedUnits(item.quantity, item.unitOfMeasure),
    shipped.toLocaleString('en-US'),
    ...(thisParcel ? [unitsIn(thisParcel, item).toLocaleString('en-US')] : []),
    follows.toLocaleString('en-US'),
    ...(order.packingSlipPrices ? [formatDecimal(item.unitPrice)] : []),
  ]
}

function unitsIn({ items }: Shipment, { id }: SalesOrderItem): number {
  const own = items.filter(({ itemId }) => itemId === id)
  return own.reduce((units, { quantity }) => units + quantity, 0)
}
