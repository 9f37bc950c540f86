import { emptyCompany } from '#features/settings/rules.ts'
import { day, moment } from '#platform/kernel/days.ts'
import { amount } from '#platform/kernel/money.ts'
import { expect, test } from 'vitest'
import {
  holdReasons,
  type SalesOrderDetails,
  type SalesOrderItem,
  type Shipment,
} from './contract.ts'
import { orderConfirmation, packingSlip, pickList } from './printed-documents.ts'

const company = { ...emptyCompany, companyLogo: '' }

function itemOf(fields: Partial<SalesOrderItem>): SalesOrderItem {
  return {
    id: 1,
    lineNo: 1,
    skuId: 1,
    sku: 'HX-1',
    name: 'Hex bolt',
    unitOfMeasure: 'EA',
    wmsLocation: 'A-2-1',
    quantity: 5,
    unitPrice: amount('2.00'),
    priceSource: 'standard',
    totalPrice: amount('10.00'),
    taxAmount: amount('0.80'),
    qtyReserved: 5,
    qtyBackordered: 0,
    qtyShipped: 0,
    qtyCancelled: 0,
    ...fields,
  }
}

function orderOf(fields: Partial<SalesOrderDetails>): SalesOrderDetails {
  return {
    id: 1,
    orderNumber: 'SO-7',
    customerId: 1,
    customerCode: 'C-1',
    customerName: 'Northwind',
    status: 'pending',
    holdReason: null,
    holdUntil: null,
    holdNote: null,
    cancelRequest: null,
    displayStatus: 'pending',
    orderSource: 'phone',
    orderDate: day('2026-03-02'),
    shipDate: null,
    cancelAfter: null,
    totalAmount: amount('10.80'),
    subtotal: amount('10.00'),
    taxAmount: amount('0.80'),
    taxNotice: null,
    shippingAmount: amount('0.00'),
    shippingAddress: '2 Side Street\nDayton, OH 45402',
    shippingMethod: null,
    billingAddress: null,
    customerPO: '4711',
    notes: null,
    headerOnly: false,
    shipmentCount: 0,
    shippedAmount: amount('0.00'),
    revision: 0,
    createdBy: 1,
    createdByName: 'sales-1',
    createdAt: moment('2026-03-02T15:00:00.000Z'),
    updatedAt: moment('2026-03-02T15:00:00.000Z'),
    version: 1,
    items: [itemOf({})],
    packingSlipPrices: false,
    ...fields,
  }
}

function shipmentOf(fields: Partial<Shipment>): Shipment {
  return {
    id: 1,
    shipmentNumber: 'SO-7-1',
    shipDate: day('2026-03-03'),
    carrier: null,
    trackingNumber: null,
    estimatedDelivery: null,
    deliveredOn: null,
    goodsAmount: amount('0.00'),
    taxAmount: amount('0.00'),
    shippingAmount: amount('0.00'),
    totalAmount: amount('0.00'),
    by: 'warehouse-1',
    createdAt: moment('2026-03-03T15:00:00.000Z'),
    items: [],
    ...fields,
  }
}

test('a confirmation states the expected ship date, and the date once goods have left', () => {
  const factsOf = (fields: Partial<SalesOrderDetails>) =>
    orderConfirmation(orderOf({ shipDate: day('2026-03-09'), ...fields }), company).facts
  expect(factsOf({ shippingMethod: 'express' })).toEqual([
    ['Order', 'SO-7'],
    ['Date', '3/2/2026'],
    ['Expected ship date', '3/9/2026'],
    ['Your PO', '4711'],
    ['Shipping method', 'Express'],
    ['Customer number', 'C-1'],
  ])
  expect(factsOf({ shipmentCount: 1 })[2]).toEqual(['Ship date', '3/9/2026'])
  const undated = factsOf({ shipDate: null, customerPO: null })
  expect(undated.map(([name]) => name)).toEqual(['Order', 'Date', 'Customer number'])
})

test('a confirmation says how many units of a line are back ordered', () => {
  const items = [
    itemOf({ qtyReserved: 3, qtyBackordered: 2 }),
    itemOf({ id: 2, lineNo: 2, sku: 'HX-2' }),
    itemOf({ id: 3, lineNo: 3, sku: 'HX-3', quantity: 0, qtyCancelled: 5 }),
  ]
  expect(orderConfirmation(orderOf({ items }), company).rows).toEqual([
    ['1', 'HX-1', 'Hex bolt\n2 back ordered', '5 EA', '$2.00', '$10.00'],
    ['2', 'HX-2', 'Hex bolt', '5 EA', '$2.00', '$10.00'],
  ])
})

test('a confirmation names only the holds that the customer may know', () => {
  const statusOf = (holdReason: SalesOrderDetails['holdReason']) =>
    orderConfirmation(orderOf({ holdReason }), company).facts.find(([name]) => name === 'Status')
  expect(holdReasons.map((reason) => [reason, statusOf(reason)?.[1]])).toEqual([
    ['credit', undefined],
    ['stock', 'Waiting for stock'],
    ['price', undefined],
    ['address', 'Waiting for the delivery address'],
    ['duplicate', undefined],
    ['manual', undefined],
    ['payment', 'Ships after your payment'],
    ['margin', undefined],
    ['parked', undefined],
  ])
  expect(statusOf(null)).toBeUndefined()
})

test('a changed order names its revision, and a cancelled one is marked', () => {
  expect(orderConfirmation(orderOf({ revision: 2 }), company).subtitle).toBe('Revision 2')
  expect(orderConfirmation(orderOf({ status: 'cancelled' }), company).mark).toBe('CANCELLED')
  expect(orderConfirmation(orderOf({}), company)).not.toHaveProperty('mark')
})

test('an order without lines says that it is one amount', () => {
  const { rows, empty } = orderConfirmation(orderOf({ items: [], headerOnly: true }), company)
  expect([rows, empty]).toEqual([[], 'Ordered as one amount.'])
})

const shippedOf = (itemId: number, quantity: number): Shipment['items'][number] => ({
  itemId,
  lineNo: itemId,
  skuId: 1,
  sku: `HX-${itemId}`,
  name: 'Hex bolt',
  unitOfMeasure: 'EA',
  quantity,
  goodsAmount: amount('0.00'),
  taxAmount: amount('0.00'),
})

const first = shipmentOf({ carrier: 'UPS', trackingNumber: '1Z9', items: [shippedOf(1, 2)] })
const second = shipmentOf({
  id: 2,
  shipmentNumber: 'SO-7-2',
  carrier: 'FedEx',
  trackingNumber: '7700',
  items: [shippedOf(1, 1)],
})
/** Newest first, as they are read. */
const parcels = [second, first]

test('a packing slip lists all parcels, the units in the latest, and what is back ordered', () => {
  const items = [
    itemOf({ qtyShipped: 3, qtyReserved: 0, qtyBackordered: 2 }),
    itemOf({ id: 2, lineNo: 2, sku: 'HX-2', qtyReserved: 0, qtyBackordered: 5 }),
  ]
  const order = orderOf({ items, shipmentCount: 2, shipDate: day('2026-03-03') })
  const { tables, columns, rows, facts } = packingSlip(order, parcels, company)
  expect(tables?.[0]?.rows).toEqual([
    ['SO-7-1', '3/3/2026', 'UPS', '1Z9'],
    ['SO-7-2', '3/3/2026', 'FedEx', '7700'],
  ])
  const units = ['Ordered', 'Shipped', 'This parcel', 'Back ordered']
  expect(columns.map(({ head }) => head)).toEqual(['#', 'SKU', 'Description', ...units])
  expect(rows).toEqual([
    ['1', 'HX-1', 'Hex bolt', '5 EA', '3', '1', '2'],
    ['2', 'HX-2', 'Hex bolt', '5 EA', '0', '0', '5'],
  ])
  expect(facts).toEqual([
    ['Our order', 'SO-7'],
    ['Order date', '3/2/2026'],
    ['Ship date', '3/3/2026'],
    ['Your PO', '4711'],
    ['Customer number', 'C-1'],
    ['This parcel', 'SO-7-2'],
  ])
})

test('a packing slip of one parcel has no units of another', () => {
  const items = [itemOf({ qtyShipped: 2, qtyReserved: 3 })]
  const { columns, rows, facts } = packingSlip(
    orderOf({ items, shipmentCount: 1 }),
    [first],
    company,
  )
  const heads = ['#', 'SKU', 'Description', 'Ordered', 'Shipped', 'Back ordered']
  expect(columns.map(({ head }) => head)).toEqual(heads)
  expect(rows).toEqual([['1', 'HX-1', 'Hex bolt', '5 EA', '2', '3']])
  expect(facts.map(([name]) => name)).not.toContain('This parcel')
})

test('a packing slip has no bins of ours, and prices only if the customer wants them', () => {
  const textOf = (fields: Partial<SalesOrderDetails>) =>
    JSON.stringify(packingSlip(orderOf(fields), parcels, company))
  expect(textOf({})).not.toContain('A-2-1')
  expect(textOf({})).not.toContain('$')
  expect(packingSlip(orderOf({ packingSlipPrices: true }), [], company).rows).toEqual([
    ['1', 'HX-1', 'Hex bolt', '5 EA', '5', '0', '$2.00'],
  ])
})

test('a pick list has a short head, and says how many lines and units to pick', () => {
  const items = [
    itemOf({ wmsLocation: 'A-10-1', qtyReserved: 4, qtyBackordered: 1 }),
    itemOf({ id: 2, lineNo: 2, sku: 'HX-2', wmsLocation: 'A-9-1' }),
    itemOf({ id: 3, lineNo: 3, sku: 'HX-3', qtyReserved: 0, qtyBackordered: 5 }),
  ]
  const { isInternal, parties, rows, facts, columns } = pickList(orderOf({ items }), company)
  expect([isInternal, parties.map(({ title }) => title)]).toEqual([true, ['Ship to']])
  expect(rows).toEqual([
    ['', 'A-9-1', '2', 'HX-2', 'Hex bolt', '5 EA', '______'],
    ['', 'A-10-1', '1', 'HX-1', 'Hex bolt', '4 EA', '______'],
  ])
  expect(facts).toEqual([
    ['Order', 'SO-7'],
    ['Order date', '3/2/2026'],
    ['Customer PO', '4711'],
    ['Lines', '2'],
    ['Units', '9'],
  ])
  const strong = columns.filter(({ isStrong }) => isStrong).map(({ head }) => head)
  expect(strong).toEqual(['Location', 'Pick'])
})
