import { expect, test } from 'vitest'
import { unsavedInput } from './unsaved-input.ts'

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
])('%s is what %s begins with', (text, field) => {
  expect(unsavedInput(text, names)).toEqual({ [field]: text })
})

test('without a text nothing is known yet', () => {
  expect(unsavedInput(undefined, names)).toEqual({})
})
