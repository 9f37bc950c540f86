import { day } from '#platform/kernel/days.ts'
import { amount } from '#platform/kernel/money.ts'
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
    amount: amount('0.00'),
    discount: amount('0.00'),
    appliedOn: day('2026-03-02'),
    reversedOn: null,
    reason: null,
    shortPayReason: null,
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
    docDate: day('2026-03-01'),
    dueDate: day('2026-03-31'),
    paymentTerms: 'net-30',
    discountDate: null,
    discountAmount: amount('0.00'),
    discountLeft: amount('0.00'),
    goods: amount('100.00'),
    tax: amount('8.00'),
    freight: amount('0.00'),
    charge: amount('0.00'),
    refundNumber: null,
    total: amount('108.00'),
    openAmount: amount('108.00'),
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
    wasSent: false,
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
    applied({ amount: amount('40.00'), discount: amount('2.00') }),
    applied({ amount: amount('10.00') }),
    applied({ amount: amount('30.00'), reversedOn: day('2026-03-05') }),
    applied({ kind: 'credit', amount: amount('20.00') }),
    applied({ kind: 'write-off', amount: amount('1.00') }),
  ]
  expect(sumsIn(invoiceOf({ applications, openAmount: amount('35.00') }))).toEqual([
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

test.each([
  ['us', '2% ($3.20) if paid by December 6; due December 26, 2026'],
  ['long', '2% ($3.20) if paid by December 6; due December 26, 2026'],
  ['day-first', '2% ($3.20) if paid by 6 Dec 2026; due 26 Dec 2026'],
  ['iso', '2% ($3.20) if paid by 2026-12-06; due 2026-12-26'],
] as const)('terms are printed in words, with dates in the style %s', (dateStyle, words) => {
  const discount = { discountDate: day('2026-12-06'), discountLeft: amount('3.20') }
  const invoice = invoiceOf({
    paymentTerms: '2/10 net 30',
    dueDate: day('2026-12-26'),
    ...discount,
  })
  const { facts } = invoiceDocument(invoice, { ...company, dateStyle })
  expect(facts.find(([name]) => name === 'Terms')).toEqual(['Terms', words])
})

test('terms without a discount state the due date', () => {
  const { facts } = invoiceDocument(invoiceOf({}), company)
  expect(facts.find(([name]) => name === 'Terms')).toEqual(['Terms', 'Net 30, due March 31, 2026'])
})

test('an invoice is marked as paid, void or a copy, and asks for money only if some is due', () => {
  const markOf = (fields: Partial<InvoiceDetails>) => {
    const { mark, asksForMoney, slip } = invoiceDocument(invoiceOf(fields), company)
    return [mark, asksForMoney, slip !== undefined]
  }
  const paid = { openAmount: amount('0.00'), applications: [applied({ amount: amount('108.00') })] }
  const credited = {
    ...paid,
    applications: [applied({ kind: 'credit', amount: amount('108.00') })],
  }
  expect(markOf({})).toEqual([undefined, true, true])
  expect(markOf({ wasSent: true })).toEqual(['COPY', true, true])
  expect(markOf(paid)).toEqual(['PAID', undefined, false])
  expect(markOf({ ...paid, wasSent: true })).toEqual(['PAID · COPY', undefined, false])
  expect(markOf(credited)).toEqual(['VOID', undefined, false])
})

test('an invoice states the tax by place and rate', () => {
  const taxed = { taxCountry: 'US', taxState: 'OH', taxRate: '0.080000' }
  expect(invoiceDocument(invoiceOf(taxed), company).tables).toMatchObject([
    { title: 'Sales tax', rows: [['OH, US', '8%', '$100.00', '$8.00']] },
  ])
})
