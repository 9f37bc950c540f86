import { expect, test } from 'vitest'
import { notProposedText, quantityWhy, reorderPointWhy } from './rules.ts'

const skus = Array.from({ length: 8 }, (_, index) => ({ id: index + 1, sku: `S-${index + 1}` }))

test('SKUs without a proposal are named, at most five of them', () => {
  expect(notProposedText(skus.slice(0, 2), [{ id: 2 }, { id: 1 }])).toBeUndefined()
  expect(notProposedText(skus.slice(0, 2), [{ id: 2 }])).toBe(
    'Enough is available or on order: S-1.',
  )
  expect(notProposedText(skus, [{ id: 8 }])).toBe(
    'Enough is available or on order: S-1, S-2, S-3, S-4, S-5 and 2 more.',
  )
})

test('the reorder point is the usage of the lead time or the minimum stock', () => {
  const facts = { used: 70, leadDays: 14, minimumStock: 5 }
  expect(reorderPointWhy(facts)).toBe('70 sold ÷ 90 days × 14 days of lead time, rounded up')
  expect(reorderPointWhy({ ...facts, minimumStock: 12 })).toBe('minimum stock')
  expect(reorderPointWhy({ ...facts, used: 0, minimumStock: 0 })).toBe('minimum stock')
})

test('the suggested quantity is a sum of figures or the minimum of an order', () => {
  const facts = { quantity: 35, minimumQuantity: 1, reorderPoint: 11, position: 0 }
  expect(quantityWhy(facts)).toBe(
    '11 reorder point + 24 until the next order − 0 in stock and on order',
  )
  expect(quantityWhy({ ...facts, quantity: 38, position: -3 })).toBe(
    '11 reorder point + 24 until the next order + 3 short',
  )
  expect(quantityWhy({ ...facts, quantity: 50, minimumQuantity: 50 })).toBe(
    'minimum order quantity',
  )
})
