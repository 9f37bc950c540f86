import { expect, test } from 'vitest'
import { codeFrom, isAddedColumn } from './added-columns.ts'

test.each([
  ['Müller & Söhne', 'MULLER-SOHNE'],
  ['  ACME, Inc.  ', 'ACME-INC'],
  ['Łódź 2', 'ŁODZ-2'],
  ['!!', ''],
  ['', ''],
  ['A very long name of a company with branches', 'A-VERY-LONG-NAME-OF-A-COMPANY'],
])('the code made from %j is %j', (name, code) => {
  expect(codeFrom(name)).toBe(code)
})

test('isAddedColumn accepts only valid stored columns', () => {
  const good = [
    { kind: 'fixed', field: 'cost', text: '0.00' },
    { kind: 'default', field: 'city', from: 1, text: 'Here' },
    { kind: 'code', field: 'code', from: 0 },
    { kind: 'joined', field: 'address', from: [1, 2] },
  ]
  const bad = [
    null,
    'x',
    {},
    { kind: 'fixed', field: 'cost' },
    { kind: 'joined', field: 'a', from: 1 },
  ]
  expect(good.every(isAddedColumn)).toBe(true)
  expect(bad.some(isAddedColumn)).toBe(false)
})
