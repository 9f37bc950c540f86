import { expect, test } from 'vitest'
import { cents, zero } from '#platform/kernel/money.ts'
import { holdAfterRelease, unpaidPart } from './hold-rules.ts'

test.each([
  ['100.00', '0.00', '100.00'],
  ['100.00', '99.99', '0.01'],
  ['100.00', '100.00', '0.00'],
  ['100.00', '-50.00', '150.00'],
  ['0.00', '-50.00', '0.00'],
])('of an order of %s with money of %s, %s is unpaid', (open, left, unpaid) => {
  expect(unpaidPart({ open: cents(open), left: cents(left) })).toBe(cents(unpaid))
})

const free = { status: 'pending', holdReason: 'manual', unpaid: zero, isBelowMargin: false }
const unpaid = cents('10.00')

test.each([
  [{}, null],
  [{ unpaid }, 'payment'],
  [{ isBelowMargin: true }, 'margin'],
  [{ isBelowMargin: true, unpaid }, 'margin'],
  [{ isBelowMargin: true, unpaid, holdReason: 'margin' }, 'payment'],
  [{ isBelowMargin: true, unpaid, holdReason: 'payment' }, 'margin'],
  [{ unpaid, holdReason: 'payment' }, null],
  [{ isBelowMargin: true, unpaid, status: 'processing' }, null],
])('after a hold with %j comes %s', (facts, next) => {
  expect(holdAfterRelease({ ...free, ...facts })).toBe(next)
})
