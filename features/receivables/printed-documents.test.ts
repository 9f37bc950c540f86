import { day } from '#platform/kernel/days.ts'
import { amount } from '#platform/kernel/money.ts'
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
    lines: [],
    applications: [],
    ...fields,
  }
}

const sumsIn = (invoice: InvoiceDetails) =>
  invoiceDocument(invoice).sums.map(({ name, amount }) => [name, amount])

test('an invoice shows its settlements, so that its sums add up to the amount to be paid', () => {
  const applications = [
    applied({ amount: amount('40.00'), discount: amount('2.00') }),
    applied({ amount: amount('10.00') }),
    applied({ amount: amount('30.00'), reversedOn: day('2026-03-05') }),
    applied({ kind: 'credit', amount: amount('20.00') }),
    applied({ kind: 'write-off', amount: amount('1.00') }),
  ]
  expect(sumsIn(invoiceOf({ applications, openAmount: amount('35.00') }))).toEqual([
    ['Goods', '$100.00'],
    ['Tax', '$8.00'],
    ['Total', '$108.00'],
    ['Less payments', '$50.00'],
    ['Less credits', '$20.00'],
    ['Less discount', '$2.00'],
    ['Less amounts written off', '$1.00'],
    ['To be paid', '$35.00'],
  ])
})

test('an unsettled invoice shows only its total and the amount to be paid', () => {
  expect(sumsIn(invoiceOf({}))).toEqual([
    ['Goods', '$100.00'],
    ['Tax', '$8.00'],
    ['Total', '$108.00'],
    ['To be paid', '$108.00'],
  ])
})
