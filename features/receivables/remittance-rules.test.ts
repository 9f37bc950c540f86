import { describe, expect, test } from 'vitest'
import { day } from '#platform/kernel/days.ts'
import { amount, type Cents, cents } from '#platform/kernel/money.ts'
import {
  allocate,
  differenceText,
  filledAmounts,
  type InvoiceMatch,
  type KnownInvoices,
  matchInvoice,
  matchLines,
  type OpenInvoice,
  remittanceTotals,
  type RemittanceLine,
  restText,
} from './remittance-rules.ts'

function invoice(id: number, fields: Partial<OpenInvoice> = {}): OpenInvoice {
  return {
    invoiceId: id,
    invoiceNumber: `INV-${1_000_000 + id}`,
    orderNumber: null,
    customerPO: null,
    docDate: day('2026-02-25'),
    dueDate: day('2026-03-27'),
    total: amount('100.00'),
    openAmount: amount('100.00'),
    discountAllowed: amount('2.00'),
    amount: amount('0.00'),
    discount: amount('0.00'),
    ...fields,
  }
}

const known: KnownInvoices = {
  customerId: 7,
  open: [
    invoice(42, { orderNumber: 'SO-5001', customerPO: 'PO 77-A' }),
    invoice(1042, { orderNumber: 'SO-5002', customerPO: 'PO 77-A' }),
    invoice(2317),
  ],
  lookedUp: {
    'INV-1000050': { customerId: 7, customerCode: 'NORTH', openAmount: amount('0.00') },
    'INV-1000051': { customerId: 8, customerCode: 'SOUTH', openAmount: amount('9.00') },
    'INV-1000052': null,
  },
}

describe('a typed invoice number', () => {
  test.each([
    ['INV-1000042', 42],
    ['inv 1000042', 42],
    ['Invoice No. 1000042', 42],
    ['1000042', 42],
    ['0001000042', 42],
    ['#1000042', 42],
    ['SO-5002', 1042],
    ['317', 2317],
    ['2317', 2317],
  ])('%s is the invoice %i', (typed, id) => {
    expect(matchInvoice(typed, known).invoice?.invoiceId).toBe(id)
  })

  test.each([
    ['', 'Enter an invoice number'],
    ['042', '2 open invoices end in 042: INV-1000042, INV-1001042'],
    ['PO 77-A', '2 open invoices belong to PO 77-A: INV-1000042, INV-1001042'],
    ['CM-1000003', 'This is a credit memo. Apply it under Credit memos'],
    ['to be clarified', 'No open invoice has this number'],
    ['INV-1000050', 'Already paid'],
    ['1000051', 'Belongs to customer SOUTH'],
    ['1000052', 'No invoice has this number'],
  ])('%j: %s', (typed, problem) => {
    expect(matchInvoice(typed, known)).toEqual({ problem })
  })

  test('that is not open is looked up by its full number', () => {
    expect(matchInvoice('1000099', known)).toEqual({ lookUp: 'INV-1000099' })
    expect(matchInvoice('42', known)).toEqual({ lookUp: 'INV-42' })
  })

  test('of an earlier row is a problem of the later one', () => {
    const line = { amount: '1.00', discount: '' }
    const lines = [
      { ...line, number: '1000042' },
      { number: '', amount: '', discount: '' },
      { ...line, number: 'INV-1000042' },
    ]
    const [first, empty, again] = matchLines(lines, known)
    expect(first?.invoice?.invoiceId).toBe(42)
    expect(empty).toBeUndefined()
    expect(again).toEqual({ problem: 'INV-1000042 is also in row 1' })
  })
})

describe('what is filled in', () => {
  const of = (typed: string, discount = '', filledDiscount = '') => {
    const filled = filledAmounts({ amount: typed, discount, filledDiscount }, invoice(42))
    return [filled.amount, filled.discount]
  }
  test.each([
    ['', '', '', '98.00', '2.00'],
    ['98.00', '', '', '98.00', '2.00'],
    ['98.50', '', '', '98.50', '1.50'],
    ['97.99', '', '', '97.99', ''],
    ['100.00', '', '', '100.00', ''],
    ['100.00', '2.00', '2.00', '100.00', ''],
    ['98.00', '1.00', '', '98.00', '1.00'],
    ['x', '', '', 'x', ''],
  ])('for %j with discount %j (filled %j) is %j and %j', (typed, own, filled, paid, discount) => {
    expect(of(typed, own, filled)).toEqual([paid, discount])
  })
})

const line = (fields: Partial<RemittanceLine>): RemittanceLine => ({
  number: '1000042',
  amount: '',
  discount: '',
  filledDiscount: '',
  shortPayReason: '',
  writesOff: false,
  ...fields,
})
const open: InvoiceMatch = { invoice: invoice(42) }

describe('a row', () => {
  test('applies at most what is open, and the excess stays unapplied', () => {
    const over = allocate(line({ amount: '105.00', discount: '2.00' }), open)
    expect(over).toEqual({
      paid: 10_500,
      applied: 9800,
      discount: 200,
      rest: 0,
      writtenOff: 0,
      problem: undefined,
    })
    expect(restText(over)).toBe('$7.00 stays unapplied')
  })

  test('leaves the rest open, or writes it off for a reason', () => {
    const short = line({ amount: '80.00', shortPayReason: 'damaged' })
    const left = allocate(short, open)
    expect([left.applied, left.rest, left.writtenOff, restText(left)]).toEqual([
      8000,
      2000,
      0,
      '$20.00 left',
    ])
    const off = allocate({ ...short, writesOff: true }, open)
    expect([off.rest, off.writtenOff, restText(off)]).toEqual([0, 2000, '$20.00 written off'])
  })

  test.each<[Partial<RemittanceLine>, string | undefined]>([
    [{ amount: 'x' }, 'Enter an amount such as 98.00'],
    [{ amount: '' }, 'Enter an amount above 0'],
    [{ amount: '-5.00' }, 'Enter an amount above 0'],
    [{ amount: '90.00', discount: '2.01' }, 'The discount can be at most $2.00'],
    [{ amount: '80.00', writesOff: true }, 'Choose a reason for the write-off'],
    [{ amount: '99.50', writesOff: true }, undefined],
    [{ amount: '98.00', discount: '2.00' }, undefined],
  ])('%j: %s', (fields, problem) => {
    expect(allocate(line(fields), open).problem).toBe(problem)
  })

  test('after the discount date allows no discount', () => {
    const late: InvoiceMatch = { invoice: invoice(42, { discountAllowed: amount('0.00') }) }
    const { problem } = allocate(line({ amount: '98.00', discount: '2.00' }), late)
    expect(problem).toBe('No discount is allowed for payments of that day')
  })

  test('without an invoice keeps its amount and its problem', () => {
    const unknown = allocate(line({ amount: '12.00' }), { problem: 'Already paid' })
    expect([unknown.paid, unknown.applied, unknown.problem]).toEqual([1200, 0, 'Already paid'])
  })
})

test.each([
  ['', 'The rows add up to $180.00'],
  ['178.00', 'Fully applied'],
  ['200.00', '$22.00 stays unapplied'],
  ['170.00', 'The rows apply $8.00 more than was paid'],
])('a payment of %j: %s', (paid, text) => {
  const rows = [
    allocate(line({ amount: '98.00', discount: '2.00' }), open),
    allocate(line({ amount: '80.00' }), open),
    allocate(line({ amount: '2.00' }), { problem: 'Already paid' }),
  ]
  const totals = remittanceTotals(paid === '' ? (0 as Cents) : cents(paid), rows)
  expect([totals.paid, totals.applied, totals.discount]).toEqual([18_000, 17_800, 200])
  expect(differenceText(paid, totals)).toBe(text)
})
