import { emptyCompany } from '#features/settings/rules.ts'
import { expect, test } from 'vitest'
import type { Application, InvoiceDetails } from './contract.ts'
import { invoiceDocument } from './printed-documents.ts'

function applied(fields: Partial<Application>): Application {
  return {
    id: 1,
    kind: 'payment',
    invoiceId: 1,
    invoiceNumber: 'INV-1',
    paymentId: null,
    creditMemoId: null,
    sourceNumber: null,
    amount: '0.00',
    discount: '0.00',
    appliedOn: '2026-03-02',
    reversedOn: null,
    reason: null,
    ...fields,
  }
}

function invoiceOf(fields: Partial<InvoiceDetails>): InvoiceDetails {
  return {
    id: 1,
    invoiceNumber: 'INV-1',
    customerId: 1,
    customerCode: 'C-1',
    customerName: 'Northwind',
    salesOrderId: null,
    orderNumber: null,
    customerPO: null,
    docDate: '2026-03-01',
    dueDate: '2026-03-31',
    paymentTerms: 'net-30',
    discountDate: null,
    discountAmount: '0.00',
    discountLeft: '0.00',
    goods: '100.00',
    tax: '8.00',
    freight: '0.00',
    charge: '0.00',
    refundNumber: null,
    total: '108.00',
    openAmount: '108.00',
    state: 'open',
    isDisputed: false,
    dunningLevel: 0,
    version: 1,
    billingAddress: null,
    shippingAddress: null,
    taxCountry: null,
    taxState: null,
    taxRate: null,
    carrier: null,
    trackingNumber: null,
    lines: [],
    applications: [],
    ...fields,
  }
}

const company = { ...emptyCompany, companyLogo: '' }

const sumsIn = (invoice: InvoiceDetails) =>
  invoiceDocument(invoice, company).sums.map(({ name, amount }) => [name, amount])

test('an invoice shows its settlements, so that its sums add up to the amount to be paid', () => {
  const applications = [
    applied({ amount: '40.00', discount: '2.00' }),
    applied({ amount: '10.00' }),
    applied({ amount: '30.00', reversedOn: '2026-03-05' }),
    applied({ kind: 'credit', amount: '20.00' }),
    applied({ kind: 'write-off', amount: '1.00' }),
  ]
  expect(sumsIn(invoiceOf({ applications, openAmount: '35.00' }))).toEqual([
    ['Subtotal', '$100.00'],
    ['Tax', '$8.00'],
    ['Total', '$108.00'],
    ['Less payments', '$50.00'],
    ['Less credits', '$20.00'],
    ['Less discount', '$2.00'],
    ['Less amounts written off', '$1.00'],
    ['Balance due', '$35.00'],
  ])
})

test('an unsettled invoice shows only its total and the amount to be paid', () => {
  expect(sumsIn(invoiceOf({}))).toEqual([
    ['Subtotal', '$100.00'],
    ['Tax', '$8.00'],
    ['Total', '$108.00'],
    ['Balance due', '$108.00'],
  ])
})
