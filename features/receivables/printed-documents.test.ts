// One file: the documents of receivables are built from the same records.
import { day } from '#platform/kernel/days.ts'
import { amount } from '#platform/kernel/money.ts'
import { emptyCompany } from '#features/settings/rules.ts'
import { runningHeader } from '#features/documents/printed-document.ts'
import { expect, test } from 'vitest'
import type {
  Application,
  CreditMemoDetails,
  InvoiceDetails,
  OpenItem,
  OpenItems,
} from './contract.ts'
import { creditMemoDocument, invoiceDocument, openItemsDocument } from './printed-documents.ts'
import { agesOf } from './rules.ts'

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
    isLateFee: false,
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

test('the line of the tax names the place and the rate, and only another country', () => {
  const namesOf = (fields: Partial<InvoiceDetails>) =>
    sumsIn(invoiceOf({ taxRate: '0.080000', ...fields })).map(([name]) => name)
  const inOhio = namesOf({ taxCountry: 'US', taxState: 'OH' })
  expect(inOhio).toEqual(['Subtotal', 'Tax (OH, 8% of $100.00)', 'Total', 'Balance due'])
  expect(namesOf({ taxCountry: 'CA', taxState: 'ON' })[1]).toBe('Tax (ON, CA, 8% of $100.00)')
  expect(namesOf({ taxCountry: 'US', taxState: '' })[1]).toBe('Tax (US, 8% of $100.00)')
  expect(namesOf({ taxCountry: null })[1]).toBe('Tax (8% of $100.00)')
  expect(namesOf({ tax: amount('0.00') })).toEqual(['Subtotal', 'Total', 'Balance due'])
})

test('an invoice begins its facts with its number, and names the order of both sides', () => {
  const ordered = { orderNumber: 'SO-7', customerPO: '4711', carrier: 'UPS', trackingNumber: '1Z9' }
  expect(invoiceDocument(invoiceOf(ordered), company).facts).toEqual([
    ['Invoice', 'INV-1'],
    ['Date', '3/1/2026'],
    ['Due', '3/31/2026'],
    ['Terms', 'Net 30, due March 31, 2026'],
    ['Your PO', '4711'],
    ['Our order', 'SO-7'],
    ['Customer number', 'C-1'],
    ['Tracking', 'UPS 1Z9'],
  ])
  const names = invoiceDocument(invoiceOf({}), company).facts.map(([name]) => name)
  expect(names).toEqual(['Invoice', 'Date', 'Due', 'Terms', 'Customer number'])
})

test.each([
  [{ orderNumber: 'SO-7' }, 'Order SO-7, charged as one amount.'],
  [{ isLateFee: true }, 'Fee for a payment reminder.'],
  [{ charge: amount('5.00') }, 'Refund of a payment that bounced.'],
  [{}, 'Charged as one amount.'],
] as const)('an invoice without lines (%j) says what it charges: %s', (fields, words) => {
  const { rows, empty } = invoiceDocument(invoiceOf(fields), company)
  expect([rows, empty]).toEqual([[], words])
})

function memoOf(fields: Partial<CreditMemoDetails>): CreditMemoDetails {
  return {
    id: 1,
    creditMemoNumber: 'CM-1',
    customerId: 1,
    customerCode: 'C-1',
    customerName: 'Northwind',
    invoiceId: 1,
    invoiceNumber: 'INV-1',
    returnId: null,
    returnNumber: null,
    docDate: day('2026-03-01'),
    goods: amount('100.00'),
    tax: amount('8.00'),
    restockingFee: amount('10.00'),
    total: amount('98.00'),
    openAmount: amount('98.00'),
    reason: 'Scratched',
    status: 'posted',
    voidedOn: null,
    version: 1,
    refundableAmount: amount('0.00'),
    billingAddress: null,
    lines: [],
    applications: [],
    ...fields,
  }
}

const creditOf = (fields: Partial<CreditMemoDetails>) => {
  const { mark, sums, tables } = creditMemoDocument(memoOf(fields), company)
  return { mark, sums: sums.map(({ name, amount }) => [name, amount]), tables }
}

test('a credit memo that was not used is open', () => {
  expect(creditOf({})).toEqual({
    mark: undefined,
    sums: [
      ['Subtotal', '$100.00'],
      ['Tax', '$8.00'],
      ['Less restocking fee', '$10.00'],
      ['Credited', '$98.00'],
      ['Open credit', '$98.00'],
    ],
    tables: [],
  })
})

test('a credit memo shows where it was applied, what was refunded, and what is left', () => {
  const kind = 'credit' as const
  const applications = [
    applied({ kind, amount: amount('40.00'), invoiceNumber: 'INV-1' }),
    applied({ kind, amount: amount('20.00'), invoiceNumber: 'INV-2' }),
    applied({ kind, amount: amount('5.00'), reversedOn: day('2026-03-05') }),
  ]
  const { sums, tables } = creditOf({ applications, openAmount: amount('30.00') })
  expect(sums.slice(3)).toEqual([
    ['Credited', '$98.00'],
    ['Less applied to invoices', '$60.00'],
    ['Less refunded', '$8.00'],
    ['Open credit', '$30.00'],
  ])
  expect(tables).toEqual([
    {
      title: 'Applied to',
      columns: [{ head: 'Invoice' }, { head: 'Date' }, { head: 'Amount', isRight: true }],
      rows: [
        ['INV-1', '3/2/2026', '$40.00'],
        ['INV-2', '3/2/2026', '$20.00'],
      ],
    },
  ])
})

test('a void credit memo is marked, and nothing of it is open or refunded', () => {
  const { mark, sums } = creditOf({ status: 'void', openAmount: amount('0.00') })
  expect([mark, sums.slice(3)]).toEqual([
    'VOID',
    [
      ['Credited', '$98.00'],
      ['Open credit', '$0.00'],
    ],
  ])
})

function itemOf(number: string, daysLate: number | null, open: string): OpenItem {
  const kind = daysLate === null ? 'payment' : 'invoice'
  const dueDate = daysLate === null ? null : day('2026-02-01')
  return {
    kind,
    number,
    customerPO: number === 'INV-1' ? '4711' : null,
    docDate: day('2026-01-01'),
    dueDate,
    daysLate,
    amount: amount(open),
    open: amount(open),
  }
}

function accountOf(items: OpenItem[], balance: string): OpenItems {
  return {
    customerId: 1,
    customerCode: 'C-1',
    customerName: 'Northwind',
    billingAddress: null,
    paymentTerms: 'net-30',
    asOf: day('2026-03-02'),
    items,
    ...agesOf(items),
    balance: amount(balance),
  }
}

test('an invoice that was settled twice is not past due, but part of aging and balance', () => {
  const items = [itemOf('INV-1', 31, '-100.00'), itemOf('INV-2', 12, '40.00')]
  const document = openItemsDocument(accountOf(items, '-60.00'), company)
  expect(document.sums).toEqual([
    { name: 'Past due', amount: '$40.00' },
    { name: 'Balance', amount: '-$60.00', isStrong: true },
  ])
  expect(document.rows.map(([, , , daysLate, , open]) => [daysLate, open])).toEqual([
    ['', '-$100.00'],
    ['12', '$40.00'],
  ])
  expect(document.tables?.[0]?.rows).toEqual([['$0.00', '$40.00', '-$100.00', '$0.00', '$0.00']])
})

test('open items add up what is past due, and name the customer and the day on each page', () => {
  const items = [
    itemOf('INV-1', 31, '50.00'),
    itemOf('INV-2', 1, '7.00'),
    // Due on the day itself.
    itemOf('INV-3', 0, '3.00'),
    itemOf('INV-4', -9, '2.00'),
    itemOf('PAY-1', null, '-4.00'),
  ]
  const account = accountOf(items, '58.00')
  const reachable = { ...company, companyPhone: '(614) 555-0142', companyEmail: 'ar@p.example' }
  const document = openItemsDocument(account, reachable)
  expect(document.sums).toEqual([
    { name: 'Past due', amount: '$57.00' },
    { name: 'Balance', amount: '$58.00', isStrong: true },
  ])
  expect(document.rows.map(([item]) => item).slice(0, 2)).toEqual([
    'Invoice INV-1\nYour PO 4711',
    'Invoice INV-2',
  ])
  expect(document.tables?.[0]?.rows).toEqual([
    ['$2.00', '$10.00', '$50.00', '$0.00', '$0.00', '-$4.00'],
  ])
  expect(runningHeader(document)).toBe('Statement of Account C-1, Open items as of 3/2/2026')
  expect(document.facts).toEqual([
    ['Customer number', 'C-1'],
    ['As of', '3/2/2026'],
    ['Terms', 'Net 30'],
    ['Questions', '(614) 555-0142\nar@p.example'],
  ])
  expect(document.slip).toEqual({
    customer: 'Northwind',
    facts: [
      ['Customer number', 'C-1'],
      ['Statement', '3/2/2026'],
      ['Balance', '$58.00'],
    ],
  })
})
