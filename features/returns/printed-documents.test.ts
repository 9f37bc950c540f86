import { emptyCompany } from '#features/settings/rules.ts'
import { moment } from '#platform/kernel/days.ts'
import { amount } from '#platform/kernel/money.ts'
import { expect, test } from 'vitest'
import type { ReturnDetails, ReturnItem } from './contract.ts'
import { returnDocument } from './printed-documents.ts'

const company = { ...emptyCompany, companyLogo: '' }
const rules = { businessTimeZone: 'America/New_York', returnWindowDays: 30 }

function itemOf(fields: Partial<ReturnItem>): ReturnItem {
  return {
    id: 1,
    lineNo: 1,
    skuId: 1,
    sku: 'HX-1',
    name: 'Hex bolt',
    unitOfMeasure: 'EA',
    originalItemId: null,
    quantity: 2,
    qtyReceived: 0,
    qtyCancelled: 0,
    qtyOpen: 2,
    toVendor: 0,
    unitPrice: amount('5.00'),
    totalPrice: amount('10.00'),
    reason: null,
    note: null,
    condition: null,
    disposition: null,
    ...fields,
  }
}

function returnOf(fields: Partial<ReturnDetails>): ReturnDetails {
  return {
    id: 1,
    returnNumber: 'RMA-7',
    type: 'rma',
    customerId: 1,
    vendorId: null,
    partyCode: 'C-1',
    partyName: 'Northwind',
    originalOrderId: 1,
    originalOrderNumber: 'SO-7',
    status: 'approved',
    cancelRequest: null,
    holdReason: null,
    displayStatus: 'approved',
    reason: 'Too many',
    totalAmount: amount('10.00'),
    notes: null,
    qtyReceived: 0,
    toInspect: 0,
    toVendor: 0,
    replacementOrderId: null,
    replacementOrderNumber: null,
    replacementPrice: null,
    sourceReturnId: null,
    sourceReturnNumber: null,
    createdBy: 1,
    createdByName: 'sales-1',
    // Still March 2 in New York.
    createdAt: moment('2026-03-03T03:00:00.000Z'),
    updatedAt: moment('2026-03-03T03:00:00.000Z'),
    version: 1,
    partyAddress: '2 Side Street\nDayton, OH 45402',
    items: [itemOf({})],
    receipts: [],
    vendorReturns: [],
    ...fields,
  }
}

test('a customer reads where to send the goods and by when', () => {
  const { facts, parties } = returnDocument(returnOf({}), rules, company)
  expect(facts).toEqual([
    ['RMA number', 'RMA-7'],
    ['Date', '3/2/2026'],
    ['Please send by', '4/1/2026'],
    ['Original order', 'SO-7'],
    ['Reason', 'Too many'],
    ['Customer number', 'C-1'],
  ])
  expect(parties.map(({ title, name, use }) => [title, name, use])).toEqual([
    ['From', 'Northwind', undefined],
    ['Send the goods to', null, 'receiving'],
  ])
})

test('without a limit there is no last day, nor for goods that go to a vendor', () => {
  const namesOf = (goods: ReturnDetails, returnWindowDays: number) =>
    returnDocument(goods, { ...rules, returnWindowDays }, company).facts.map(([name]) => name)
  expect(namesOf(returnOf({}), 0)).not.toContain('Please send by')
  const toVendor = returnOf({ type: 'rtv', customerId: null, vendorId: 1, partyCode: 'V-1' })
  expect(namesOf(toVendor, 30)).toEqual([
    'Return number',
    'Date',
    'Original order',
    'Reason',
    'Vendor number',
  ])
})

test('the warehouse fills in what arrived, and what is not known yet', () => {
  const items = [
    itemOf({}),
    itemOf({ id: 2, lineNo: 2, condition: 'damaged', disposition: 'scrap', note: 'Box was open' }),
  ]
  const { columns, rows } = returnDocument(returnOf({ items }), rules, company)
  expect(columns.map(({ head }) => head).slice(3)).toEqual([
    'Quantity',
    'Received',
    'Condition',
    'Disposition',
  ])
  expect(rows).toEqual([
    ['1', 'HX-1', 'Hex bolt', '2 EA', '______', '______', '______'],
    ['2', 'HX-1', 'Hex bolt\nBox was open', '2 EA', '______', 'Damaged', 'Scrap'],
  ])
})

test.each([
  ['rejected', 'REJECTED'],
  ['cancelled', 'CANCELLED'],
  ['approved', undefined],
] as const)('a return that is %s is marked %s', (status, mark) => {
  expect(returnDocument(returnOf({ status }), rules, company).mark).toBe(mark)
})

test('the label goes from the customer to us, and from us to a vendor', () => {
  const customer = { name: 'Northwind', address: '2 Side Street\nDayton, OH 45402' }
  const us = { name: null, address: null, use: 'receiving' }
  const { label } = returnDocument(returnOf({}), rules, company)
  expect(label).toEqual({
    from: { title: 'Sender', ...customer },
    to: { title: 'To', ...us },
    number: 'RMA-7',
  })
  const toVendor = returnDocument(returnOf({ type: 'rtv' }), rules, company).label
  expect(toVendor).toEqual({
    from: { title: 'Sender', ...us },
    to: { title: 'To', ...customer },
    number: 'RMA-7',
  })
})
