import { expect, test } from 'vitest'
import { unsavedInput } from './prefill-from-search-text.ts'

const names = { code: 'customerCode', name: 'name', email: 'email' }

test.each([
  ['C-1042', 'customerCode'],
  ['c-1042', 'customerCode'],
  ['ACME', 'customerCode'],
  ['acme', 'name'],
  ['Acme', 'name'],
  ['ACME 2 Go', 'name'],
  ['office@acme.example', 'email'],
  ['@acme', 'name'],
])('%s is the initial value of %s', (text, field) => {
  expect(unsavedInput(text, names)).toEqual({ [field]: text })
})

test('returns no values without a text', () => {
  expect(unsavedInput(undefined, names)).toEqual({})
})
