import { expect, test } from 'vitest'
import { fieldMistake, filledIn } from './text-placeholders.ts'

const known = ['customer.name', 'invoice.number']
const values = { 'customer.name': 'Müller & Söhne', 'invoice.number': 'INV-1', note: '' }

test('fills in fields, also with spaces in the braces', () => {
  expect(filledIn('{customer.name}: pay {invoice.number}, { invoice.number }', values)).toBe(
    'Müller & Söhne: pay INV-1, INV-1',
  )
})

test('a value that looks like a field is not read again', () => {
  const tricky = { ...values, 'customer.name': '{invoice.number} $& {' }
  expect(filledIn('For {customer.name}.', tricky)).toBe('For {invoice.number} $& {.')
})

test('a line whose fields are all empty is left out; other lines stay', () => {
  expect(filledIn('Thank you.\nNote: {note}\n\nGoodbye', values)).toBe('Thank you.\n\nGoodbye')
  expect(filledIn('{note} {invoice.number}', values)).toBe('INV-1')
  expect(filledIn('{note}', values)).toBe('')
})

test('without a value the field stands for itself, also if objects have its name', () => {
  expect(filledIn('{customer.name} {toString}', {})).toBe('{customer.name} {toString}')
})

test.each([
  ['Dear {customer.nam},', 'Unknown field {customer.nam} at position 6'],
  ['{customer.name}\nSo: {x}', 'Unknown field {x} at position 5 of line 2'],
  // A character outside the basic plane is one position.
  ['𝔐 {x}', 'Unknown field {x} at position 3'],
  ['{}', 'Unknown field {} at position 1'],
  ['{constructor}', 'Unknown field {constructor} at position 1'],
  ['{{customer.name}}', 'The brace at position 1 does not begin a field such as {customer.name}'],
  ['Pay {invoice.number', 'The brace at position 5 does not begin a field such as {customer.name}'],
  [
    '{invoice.\nnumber}',
    'The brace at position 1 of line 1 does not begin a field such as ' + '{customer.name}',
  ],
])('%j is refused at its place', (text, sentence) => {
  expect(fieldMistake(text, known)).toBe(sentence)
})

test.each(['', 'No field', 'A } alone', '{customer.name} and { invoice.number }'])(
  '%j has no mistake',
  (text) => expect(fieldMistake(text, known)).toBeUndefined(),
)
