import { expect, test } from 'vitest'
import type { Hit } from './contract.ts'
import { amountAsked, numberAsked, ranked, squeezed } from './rules.ts'

test.each([
  ['4500-1188 22', '4500118822'],
  ['SO-1042', 'so1042'],
  ['', ''],
])('%j squeezed is %j', (text, expected) => {
  expect(squeezed(text)).toBe(expected)
})

test.each([
  ['=1240.50', { from: '1240.50', to: '1240.50', isUpwards: true }],
  ['> 1,000', { from: '1000.01', to: '9999999999.99', isUpwards: true }],
  ['<$50', { from: '0.00', to: '49.99', isUpwards: false }],
  ['1000', undefined],
  ['>', undefined],
  ['=1.234', undefined],
  ['=12345678901', undefined],
])('%j asks for the amount %j', (text, expected) => {
  expect(amountAsked(text)).toEqual(expected)
})

test.each([
  ['INV-1000012', 'INV-1000012'],
  ['inv 1000012', 'INV-1000012'],
  ['1000012', 'INV-1000012'],
  ['PAY-1000012', undefined],
  ['INV-', undefined],
  ['123', undefined],
  ['INV-1000012 x', undefined],
])('%j means the invoice %j', (text, expected) => {
  expect(numberAsked('INV', text)).toBe(expected)
})

test('an exact number comes first, then what begins with it, then the rest, inactive last', () => {
  const some = (code: string, more: Partial<Hit> = {}): Hit => ({
    kind: 'customer',
    id: 1,
    code,
    title: '',
    status: 'active',
    amount: null,
    date: null,
    why: null,
    ...more,
  })
  const hits = [
    some('X-A-1'),
    some('A-10', { status: 'inactive' }),
    some('A-11'),
    some('SO-9', { why: 'PO a 1' }),
    some('A-1'),
  ]
  expect(ranked(hits, 'a-1').map(({ code }) => code)).toEqual([
    'SO-9',
    'A-1',
    'A-11',
    'A-10',
    'X-A-1',
  ])
})
