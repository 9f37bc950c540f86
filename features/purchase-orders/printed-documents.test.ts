import { emptyCompany } from '#features/settings/rules.ts'
import { printedParty } from '#features/documents/printed-document.ts'
import { day, moment } from '#platform/kernel/days.ts'
import { amount } from '#platform/kernel/money.ts'
import { expect, test } from 'vitest'
import type { PurchaseOrderDetails } from './contract.ts'
import { purchaseOrderDocument } from './printed-documents.ts'

const bare = { ...emptyCompany, companyLogo: '' }
const company = {
  ...bare,
  companyName: 'Prizm Supply Co.',
  companyAddress: '1 Main Street\nColumbus, OH 43215',
  receivingAddress: '88 Dock Road\nGroveport, OH 43125',
  companyPhone: '(614) 555-0142',
  companyEmail: 'buying@prizm.example',
}

function orderOf(fields: Partial<PurchaseOrderDetails>): PurchaseOrderDetails {
  return {
    id: 1,
    orderNumber: 'PO-7',
    vendorId: 1,
    vendorCode: 'V-1',
    vendorName: 'Acme',
    status: 'approved',
    cancelRequest: null,
    displayStatus: 'approved',
    orderDate: day('2026-03-02'),
    expectedDate: day('2026-03-20'),
    isLate: false,
    totalAmount: amount('12.75'),
    headerOnly: false,
    notes: null,
    createdBy: 1,
    createdByName: 'purchasing-1',
    createdAt: moment('2026-03-02T15:00:00.000Z'),
    updatedAt: moment('2026-03-02T15:00:00.000Z'),
    version: 1,
    vendorAddress: '500 Mill Road\nAkron, OH 44308',
    paymentTerms: 'net-60',
    items: [],
    waivers: [],
    approvals: [],
    awaits: null,
    certificates: [],
    belowMinimum: [],
    ...fields,
  }
}

test('a vendor reads the number, the requested date, the terms and whom to ask', () => {
  expect(purchaseOrderDocument(orderOf({}), company).facts).toEqual([
    ['Purchase order', 'PO-7'],
    ['Date', '3/2/2026'],
    ['Deliver by', '3/20/2026'],
    ['Terms', 'Net 60'],
    ['Vendor number', 'V-1'],
    ['Questions', '(614) 555-0142\nbuying@prizm.example'],
  ])
  const { facts } = purchaseOrderDocument(orderOf({ expectedDate: null, paymentTerms: null }), bare)
  expect(facts).toEqual([
    ['Purchase order', 'PO-7'],
    ['Date', '3/2/2026'],
    ['Terms', '—'],
    ['Vendor number', 'V-1'],
  ])
})

test('goods go to the receiving address, and the invoice to the office', () => {
  const { parties } = purchaseOrderDocument(orderOf({}), company)
  const office = { name: 'Prizm Supply Co.', address: '1 Main Street\nColumbus, OH 43215' }
  expect(parties.map((party) => printedParty(party, company))).toEqual([
    { title: 'Vendor', name: 'Acme', address: '500 Mill Road\nAkron, OH 44308' },
    { title: 'Deliver to', ...office, address: '88 Dock Road\nGroveport, OH 43125' },
    { title: 'Bill to', ...office },
  ])
})

test('the part to confirm says where it goes, if the company has an email address', () => {
  const fields = ['Ship date', 'Your order number', 'Name and signature']
  expect(purchaseOrderDocument(orderOf({}), company).reply).toEqual({
    title: 'Please confirm this order to buying@prizm.example',
    fields,
  })
  const { reply } = purchaseOrderDocument(orderOf({}), bare)
  expect(reply).toEqual({ title: 'Please confirm this order', fields })
})

test.each([
  ['draft', 'DRAFT', 'Not yet approved'],
  ['submitted', 'DRAFT', 'Not yet approved'],
  ['approved', undefined, undefined],
  ['received', undefined, undefined],
  ['cancelled', 'CANCELLED', undefined],
] as const)('an order that is %s is marked %s', (status, mark, subtitle) => {
  const document = purchaseOrderDocument(orderOf({ status }), company)
  expect([document.mark, document.subtitle]).toEqual([mark, subtitle])
})

test('an order without lines says that it is one amount', () => {
  const { rows, empty, sums } = purchaseOrderDocument(orderOf({ headerOnly: true }), company)
  expect([rows, empty]).toEqual([[], 'Ordered as one amount.'])
  expect(sums).toEqual([{ name: 'Total', amount: '$12.75', isStrong: true }])
})
