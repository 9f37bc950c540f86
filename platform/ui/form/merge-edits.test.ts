import { expect, test } from 'vitest'
import { isSame, mergeOf, displayText } from './merge-edits.ts'

const before = { name: 'Acme', city: 'Boise', phone: '1', isActive: true }

test('merges fields that only one of two users changed', () => {
  const mine = { ...before, city: 'Denver' }
  const theirs = { ...before, phone: '2', isActive: false }
  expect(mergeOf({ before, mine, theirs })).toEqual({
    merged: { name: 'Acme', city: 'Denver', phone: '2', isActive: false },
    both: [],
  })
})

test('returns a field that both changed as a conflict, with my value until resolved', () => {
  const mine = { ...before, city: 'Denver' }
  const theirs = { ...before, city: 'Austin' }
  expect(mergeOf({ before, mine, theirs })).toEqual({
    merged: { ...before, city: 'Denver' },
    both: [{ name: 'city', theirs: 'Austin', mine: 'Denver' }],
  })
})

test('a field that both changed to the same value is no conflict', () => {
  const changed = { ...before, city: 'Denver' }
  expect(mergeOf({ before, mine: changed, theirs: { ...changed } })).toEqual({
    merged: changed,
    both: [],
  })
})

test('a conflict has both values, also if one is empty', () => {
  const mine = { ...before, city: '' }
  const theirs = { ...before, city: 'Austin' }
  expect(mergeOf({ before, mine, theirs }).both).toEqual([
    { name: 'city', theirs: 'Austin', mine: '' },
  ])
})

test('merges lines as a whole; lines that both changed are a conflict', () => {
  const sku = { id: 7, code: 'S-7', text: 'S-7 - Bolt' }
  const lines = [{ skuId: sku, quantity: '1' }]
  const more = [{ skuId: sku, quantity: '2' }]
  const other = [{ skuId: { ...sku, id: 8 }, quantity: '1' }]
  const mine = { items: more }
  expect(mergeOf({ before: { items: lines }, mine, theirs: { items: lines } })).toEqual({
    merged: mine,
    both: [],
  })
  expect(mergeOf({ before: { items: lines }, mine, theirs: { items: other } }).both).toEqual([
    { name: 'items', theirs: other, mine: more },
  ])
})

test.each([
  ['', undefined, true],
  [null, '', true],
  ['1', 1, true],
  ['1', '2', false],
  [{ id: 7, code: 'a' }, { id: 7, code: 'a', barcode: '4' }, true],
  [{ id: 7 }, { id: 8 }, false],
  [undefined, { id: 8 }, false],
  [[{ quantity: '1' }], [{ quantity: '1' }, { quantity: '1' }], false],
])('%j and %j look the same to a reader: %s', (one, other, isIt) => {
  expect(isSame(one, other)).toBe(isIt)
})

test.each([
  [true, 'Yes'],
  [false, 'No'],
  ['Austin', 'Austin'],
  [null, ''],
  [{ id: 7, text: 'S-7 - Bolt' }, 'S-7 - Bolt'],
  [[{}], '1 line'],
  [[{}, {}], '2 lines'],
  [[], ''],
  [
    [
      { skuId: { id: 7, text: 'S-7 - Bolt' }, quantity: '2', unitPrice: '1.50' },
      { skuId: { id: 8, text: 'S-8 - Nut' }, quantity: '1', unitPrice: '' },
    ],
    'S-7 - Bolt × 2 at 1.50\nS-8 - Nut × 1',
  ],
  [[{ description: 'Freight', quantity: '1' }], 'Freight × 1'],
  [[{ itemId: 3, quantity: '4' }], '4'],
])('%j is shown as %s', (value, word) => {
  expect(displayText(value)).toBe(word)
})
