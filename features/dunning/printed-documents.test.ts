import { emptyCompany } from '#features/settings/rules.ts'
import { day } from '#platform/kernel/days.ts'
import { amount } from '#platform/kernel/money.ts'
import { expect, test } from 'vitest'
import type { LetterDetails } from './contract.ts'
import { reminderDocument } from './printed-documents.ts'

const company = { ...emptyCompany, companyLogo: '' }

const lineOf = (invoiceId: number, daysLate: number, openAmount: string) => ({
  invoiceId,
  invoiceNumber: `INV-${invoiceId}`,
  docDate: day('2026-01-01'),
  dueDate: day('2026-01-31'),
  daysLate,
  openAmount: amount(openAmount),
  level: 1 as const,
  customerPO: invoiceId === 7 ? '4711' : null,
})

function letterOf(fields: Partial<LetterDetails>): LetterDetails {
  return {
    id: 1,
    letterNumber: 'DUN-7',
    customerId: 1,
    customerCode: 'C-1',
    customerName: 'Northwind',
    level: 1,
    letterOn: day('2026-03-02'),
    total: amount('100.00'),
    fee: amount('0.00'),
    feeInvoiceNumber: null,
    invoices: 1,
    createdByName: 'finance-1',
    recipient: 'Northwind',
    address: '2 Side Street\nDayton, OH 45402',
    words: 'Please pay.',
    lines: [lineOf(1, 30, '100.00')],
    ...fields,
  }
}

test('a reminder has four buckets of what is overdue, to the first and last day', () => {
  const lines = [
    lineOf(1, 1, '1.00'),
    lineOf(2, 30, '2.00'),
    lineOf(3, 31, '4.00'),
    lineOf(4, 60, '8.00'),
    lineOf(5, 61, '16.00'),
    lineOf(6, 90, '32.00'),
    lineOf(7, 91, '64.00'),
  ]
  const { tables, rows } = reminderDocument(letterOf({ lines, total: amount('127.00') }), company)
  expect(tables?.map(({ title, columns, rows: amounts }) => [title, columns, amounts])).toEqual([
    [
      'Overdue (days past due)',
      ['1–30 days', '31–60 days', '61–90 days', 'Over 90 days'].map((head) => {
        return { head, isRight: true }
      }),
      [['$3.00', '$12.00', '$48.00', '$64.00']],
    ],
  ])
  expect(rows[5]?.[0]).toBe('INV-6')
  expect(rows[6]).toEqual(['INV-7\nYour PO 4711', '1/1/2026', '1/31/2026', '91', '$64.00'])
})

test('the fee is part of what is due, on the slip too', () => {
  const charged = letterOf({ fee: amount('5.00'), feeInvoiceNumber: 'INV-9', level: 2 })
  const { title, sums, slip } = reminderDocument(charged, company)
  expect([title, sums]).toEqual([
    'Second Reminder',
    [
      { name: 'Fee (INV-9)', amount: '$5.00' },
      { name: 'Amount due', amount: '$105.00', isStrong: true },
    ],
  ])
  expect(slip).toEqual({
    customer: 'Northwind',
    facts: [
      ['Customer number', 'C-1'],
      ['Reminder', 'DUN-7'],
      ['Amount due', '$105.00'],
    ],
  })
})

test('a reminder says whom to ask', () => {
  const reachable = { ...company, companyPhone: '(614) 555-0142', companyEmail: 'ar@p.example' }
  expect(reminderDocument(letterOf({}), reachable).facts).toEqual([
    ['Reminder', 'DUN-7'],
    ['Date', '3/2/2026'],
    ['Customer number', 'C-1'],
    ['Questions', '(614) 555-0142\nar@p.example'],
  ])
})
