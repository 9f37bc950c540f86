import { expect, test } from 'vitest'
import type { SalesOrderItem } from '#features/sales-orders/contract.ts'
import { cents } from '#platform/kernel/money.ts'
import { needsMarginRelease } from './margin-of-change.ts'

const line = { quantity: 2, unitPrice: cents('9.00'), isBelowMargin: true }
const before = { quantity: 2, unitPrice: '9.00' } as SalesOrderItem
const pending = { status: 'pending' } as const

test.each([
  ['as before', line, before, false],
  ['with fewer units', { ...line, quantity: 1 }, before, false],
  ['with a higher price', { ...line, unitPrice: cents('9.50') }, before, false],
  ['with more units', { ...line, quantity: 3 }, before, true],
  ['with a lower price', { ...line, unitPrice: cents('8.99') }, before, true],
  ['that is new', line, undefined, true],
  ['that has its margin', { ...line, quantity: 3, isBelowMargin: false }, undefined, false],
])('a line %s: %#', (_, changed, previous, isNeeded) => {
  expect(needsMarginRelease(pending, [changed], [previous])).toBe(isNeeded)
})

test('in processing a worse line is refused, and one as before is not', () => {
  const processing = { status: 'processing' } as const
  expect(needsMarginRelease(processing, [line], [before])).toBe(false)
  expect(() => needsMarginRelease(processing, [line], [undefined])).toThrow(
    /^A price of this change is below the minimum margin/,
  )
})
