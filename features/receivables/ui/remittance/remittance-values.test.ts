import { expect, test } from 'vitest'
import { day } from '#platform/kernel/days.ts'
import { amount } from '#platform/kernel/money.ts'
import type { KnownInvoices } from '../../remittance-rules.ts'
import { lineOf, linesOf, remittanceForm, toWire, valuesOf } from './remittance-values.ts'

const payer = { customerId: 7, customerCode: 'NORTH', customerName: 'Northwind' }

function openInvoice(invoiceId: number) {
  return {
    invoiceId,
    invoiceNumber: `INV-${1_000_000 + invoiceId}`,
    orderNumber: null,
    customerPO: null,
    docDate: day('2026-02-25'),
    dueDate: day('2026-03-27'),
    total: amount('100.00'),
    openAmount: amount('100.00'),
    discountAllowed: amount('2.00'),
    amount: amount('0.00'),
    discount: amount('0.00'),
  }
}

const known: KnownInvoices = {
  customerId: 7,
  open: [openInvoice(42), openInvoice(43), openInvoice(44)],
  lookedUp: {},
}

test('the rows of a remittance become applications, without empty ones', () => {
  const applications = [
    lineOf({ number: '1000042', amount: '98.00', discount: '2.00' }),
    lineOf(),
    lineOf({ number: 'INV-1000043', amount: '120.00' }),
    {
      ...lineOf({ number: '044', amount: '80.00' }),
      shortPayReason: 'tax',
      writesOff: true,
    } as const,
  ]
  const wire = toWire({ ...valuesOf(payer), amount: '300.00', applications }, known)
  expect(wire).toEqual({
    customerId: 7,
    amount: '300.00',
    reference: '',
    receivedOn: null,
    method: 'check',
    notes: '',
    applications: [
      {
        invoiceId: 42,
        amount: '98.00',
        discount: '2.00',
        shortPayReason: null,
        writeOffRest: false,
      },
      // The invoice takes what is open; the rest of the row stays unapplied.
      { invoiceId: 43, amount: '100.00', shortPayReason: null, writeOffRest: false },
      { invoiceId: 44, amount: '80.00', shortPayReason: 'tax', writeOffRest: true },
    ],
  })
  expect(remittanceForm.safeParse(wire).success).toBe(true)
})

test('a row without an open invoice, or rows above the payment, are not sent', () => {
  const problems = (paid: string, number: string) => {
    const applications = [
      lineOf({ number: '1000042', amount: '98.00' }),
      lineOf({ number, amount: '5.00' }),
    ]
    const wire = toWire({ ...valuesOf(payer), amount: paid, applications }, known)
    const { error } = remittanceForm.safeParse(wire)
    return error?.issues.map(({ path, message }) => [path.join('.'), message])
  }
  expect(problems('103.00', '1000043')).toEqual(undefined)
  expect(problems('103.00', '1000099')).toEqual([
    ['applications.1.invoiceId', 'Please select an invoice'],
  ])
  expect(problems('102.99', '1000043')).toEqual([
    ['amount', 'Must be at least the total of the rows'],
  ])
})

test('chosen invoices start as rows that are paid in full, less the allowed discount', () => {
  const [paid, unknown] = linesOf(['INV-1000042', 'INV-1000099'], known)
  expect([paid?.amount, paid?.discount]).toEqual(['98.00', '2.00'])
  expect([unknown?.amount, unknown?.discount]).toEqual(['', ''])
  expect(valuesOf(payer).applications).toEqual([lineOf()])
})
