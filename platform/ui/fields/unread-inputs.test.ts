import { expect, test } from 'vitest'
import { noChoiceMessage, type ShownInput, withUnreadInputs } from './unread-inputs.ts'

const shown = (name: string, input: Partial<ShownInput> = {}): ShownInput => {
  return { id: `f1-${name}`, text: '', isCombobox: false, isUnreadable: false, ...input }
}
const errorsOf = (values: object, ...inputs: ShownInput[]) =>
  withUnreadInputs({}, { formId: 'f1', values, inputs })

test('a number that the browser cannot read is no empty value', () => {
  const values = { creditLimit: '', items: [{ quantity: '2' }, { quantity: '' }] }
  const wrong = { type: 'unread', message: 'Invalid input' }
  const errors = errorsOf(
    values,
    shown('creditLimit', { isUnreadable: true }),
    shown('items.0.quantity', { text: '2' }),
    shown('items.1.quantity', { isUnreadable: true }),
  )
  expect(errors['creditLimit']).toEqual(wrong)
  expect(errors['items']).toEqual([undefined, { quantity: wrong }])
})

test('text in a combobox without a choice is no empty choice', () => {
  const order = shown('order', { isCombobox: true, text: 'PO-10' })
  const wrong = { order: { type: 'unread', message: noChoiceMessage } }
  expect(errorsOf({ order: undefined }, order)).toEqual(wrong)
  expect(errorsOf({ order: { id: 7, code: 'PO-1042', text: 'PO-10' } }, order)).toEqual({})
  expect(errorsOf({ order: undefined }, { ...order, text: ' ' })).toEqual({})
})

test('the error of the schema stays, and inputs of other forms do not count', () => {
  const required = { vendor: { type: 'custom', message: 'Required' } }
  const vendor = shown('vendor', { isCombobox: true, text: 'V-9' })
  const form = { formId: 'f1', values: { vendor: undefined }, inputs: [vendor] }
  expect(withUnreadInputs(required, form)).toEqual(required)
  const other = { ...shown('amount', { isUnreadable: true }), id: 'f12-amount' }
  expect(errorsOf({ amount: '' }, other)).toEqual({})
})
