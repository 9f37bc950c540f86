import { expect, test } from 'vitest'
import {
  comparedLines,
  hasSimilarLines,
  poKey,
  unitsBySku,
  whyNotReplace,
} from './parking-rules.ts'

test.each([
  ['PO-4711', 'po-4711'],
  [' po 47 11 ', 'po4711'],
  ['0004711', '4711'],
  ['00 04711', '4711'],
  ['40711', '40711'],
  ['000', '000'],
  [' 0', '0'],
])('customer PO %j is compared as %j', (customerPO, key) => {
  expect(poKey(customerPO)).toBe(key)
})

const units = (...pairs: [skuId: number, units: number][]) => new Map(pairs)

test.each([
  ['the same quantities', units([1, 10], [2, 5]), true],
  ['one SKU less', units([1, 10]), false],
  ['another SKU', units([1, 10], [3, 5]), false],
  ['10 percent less of a SKU', units([1, 9], [2, 5]), true],
  ['more than 10 percent less', units([1, 8], [2, 5]), false],
  ['10 percent more by the larger quantity', units([1, 11], [2, 5]), true],
  ['more than 10 percent more', units([1, 12], [2, 5]), false],
])('%s', (_, other, isSimilar) => {
  const one = units([1, 10], [2, 5])
  expect(hasSimilarLines(one, other, 10)).toBe(isSimilar)
  expect(hasSimilarLines(other, one, 10)).toBe(isSimilar)
})

test('without a tolerance quantities must be equal; an order without lines resembles none', () => {
  expect(hasSimilarLines(units([1, 1000]), units([1, 1000]), 0)).toBe(true)
  expect(hasSimilarLines(units([1, 1000]), units([1, 999]), 0)).toBe(false)
  expect(hasSimilarLines(units(), units(), 50)).toBe(false)
})

test('several lines of a SKU count together', () => {
  const lines = [
    { skuId: 1, quantity: 3 },
    { skuId: 2, quantity: 1 },
    { skuId: 1, quantity: 4 },
  ]
  expect([...unitsBySku(lines)]).toEqual([
    [1, 7],
    [2, 1],
  ])
})

const item = (skuId: number, quantity: number, qtyCancelled = 0) => {
  return { skuId, sku: `S-${skuId}`, name: `Thing ${skuId}`, quantity, qtyCancelled }
}

test('lines are compared by SKU, with units that were cancelled since', () => {
  expect(comparedLines([item(1, 5), item(2, 1)], [item(1, 3, 2), item(3, 4)])).toEqual([
    { skuId: 1, sku: 'S-1', name: 'Thing 1', units: 5, resembledUnits: 5 },
    { skuId: 2, sku: 'S-2', name: 'Thing 2', units: 1, resembledUnits: 0 },
    { skuId: 3, sku: 'S-3', name: 'Thing 3', units: 0, resembledUnits: 4 },
  ])
})

test.each([
  ['pending', undefined],
  ['processing', 'SO-1 is processing. Only a pending order can be replaced'],
  ['cancelled', 'SO-1 is cancelled. Place this order instead'],
])('an order that is %s: %j', (status, sentence) => {
  expect(whyNotReplace({ orderNumber: 'SO-1', status })).toBe(sentence)
})
