import { expect, test } from 'vitest'
import { type Payer, fillsOf, toWire, valuesOf, withCustomer } from './payment-values.ts'

const northwind = { id: 1, code: 'C-1', text: 'C-1 - Northwind' }
const contoso = { id: 2, code: 'C-2', text: 'C-2 - Contoso' }
const of: Payer = {
  customerId: 1,
  customerCode: 'C-1',
  customerName: 'Northwind',
  invoice: { invoiceNumber: 'INV-7', openAmount: '20.00' },
}
const pick = ({ amount, reference }: { amount: string; reference: string }) => [amount, reference]

test('values prefilled from the invoice reset with its customer, and return with it', () => {
  const begun = valuesOf(of)
  expect(pick(begun)).toEqual(['20.00', 'INV-7'])
  const cleared = withCustomer(begun, undefined, of)
  expect(pick(cleared)).toEqual(['', ''])
  const other = withCustomer(cleared, contoso, of)
  expect(other).toEqual({
    amount: '',
    amountFill: { from: { id: 2, code: 'C-2' }, value: '' },
    reference: '',
    referenceFill: { from: { id: 2, code: 'C-2' }, value: '' },
  })
  expect(pick(withCustomer(other, northwind, of))).toEqual(['20.00', 'INV-7'])
})

test('a typed amount and reference are retained, with the customer they were typed for', () => {
  const typed = { ...valuesOf(of), amount: '5.00', reference: '1093' }
  const after = withCustomer(withCustomer(typed, undefined, of), contoso, of)
  expect(after).toEqual({
    amount: '5.00',
    amountFill: { from: { id: 1, code: 'C-1' }, value: '20.00' },
    reference: '1093',
    referenceFill: { from: { id: 1, code: 'C-1' }, value: 'INV-7' },
  })
})

test('a customer without an invoice prefills nothing', () => {
  const { invoice: _, ...customerOnly } = of
  expect(pick(valuesOf(customerOnly))).toEqual(['', ''])
  expect(pick(valuesOf(undefined))).toEqual(['', ''])
  expect(fillsOf(undefined, of)).toEqual({ amountFill: undefined, referenceFill: undefined })
})

test('the prefill metadata is not sent', () => {
  expect(toWire(valuesOf(of))).toEqual({
    customerId: 1,
    amount: '20.00',
    receivedOn: null,
    method: 'ach',
    reference: 'INV-7',
    notes: '',
    applyAsOffered: true,
  })
})
