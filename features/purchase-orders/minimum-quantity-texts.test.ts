import { expect, test } from 'vitest'
import { minimumDetail, minimumText } from './minimum-quantity-texts.ts'

const below = (sku: string) => ({ sku, quantity: 9, minimum: 1000, from: 'vendor' as const })

test('the text states the units ordered, the minimum and its source', () => {
  expect(minimumText(below('A'))).toBe('A: 9 ordered, at least 1,000 by the vendor’s record')
  expect(minimumText({ sku: 'B', quantity: 49, minimum: 50, from: 'offer' })).toBe(
    'B: 49 ordered, at least 50 by the offer of this SKU',
  )
})

test('a notice lists three SKUs and counts the rest; an order above its minimums has none', () => {
  expect(minimumDetail({ belowMinimum: [] })).toEqual({})
  expect(minimumDetail({ belowMinimum: ['A', 'B', 'C', 'D', 'E'].map(below) })).toEqual({
    detail:
      'Less than the minimum order quantity. ' +
      'A: 9 ordered, at least 1,000 by the vendor’s record; ' +
      'B: 9 ordered, at least 1,000 by the vendor’s record; ' +
      'C: 9 ordered, at least 1,000 by the vendor’s record; and 2 more',
  })
})
