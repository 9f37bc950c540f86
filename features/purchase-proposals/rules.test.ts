import { expect, test } from 'vitest'
import { notProposedText } from './rules.ts'

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
